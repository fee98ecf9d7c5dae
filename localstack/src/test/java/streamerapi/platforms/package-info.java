/// Tests of the platforms' clients against a server that answers as a test says.
@NullMarked
package streamerapi.platforms;

import org.jspecify.annotations.NullMarked;
