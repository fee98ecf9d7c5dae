/// Tests of the actions that follow events.
@NullMarked
package streamerapi.events;

import org.jspecify.annotations.NullMarked;
