/// The endpoints that need no resource: they say who is asking, what can happen, and what can be asked.
@NullMarked
package streamerapi.identity;

import org.jspecify.annotations.NullMarked;
