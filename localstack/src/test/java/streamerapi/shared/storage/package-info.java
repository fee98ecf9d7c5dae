@NullMarked
package streamerapi.shared.storage;

import org.jspecify.annotations.NullMarked;
