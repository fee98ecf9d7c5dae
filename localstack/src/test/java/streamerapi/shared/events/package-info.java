@NullMarked
package streamerapi.shared.events;

import org.jspecify.annotations.NullMarked;
