/// How tips come in: every tip takes one way, whatever its source.
@NullMarked
package streamerapi.tips;

import org.jspecify.annotations.NullMarked;
