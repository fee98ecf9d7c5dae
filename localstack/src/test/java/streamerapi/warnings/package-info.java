/// Tests of the actions that follow events.
@NullMarked
package streamerapi.warnings;

import org.jspecify.annotations.NullMarked;
