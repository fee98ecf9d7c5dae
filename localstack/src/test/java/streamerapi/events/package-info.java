/// What follows events, tested where it is decided.
@NullMarked
package streamerapi.events;

import org.jspecify.annotations.NullMarked;
