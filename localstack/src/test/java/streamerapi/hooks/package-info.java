@NullMarked
package streamerapi.hooks;

import org.jspecify.annotations.NullMarked;
