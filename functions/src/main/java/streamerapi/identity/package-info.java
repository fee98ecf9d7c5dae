/// Who is asking, what can happen, what can be asked: the answers that need no resource.
@NullMarked
package streamerapi.identity;

import org.jspecify.annotations.NullMarked;
