@NullMarked
package streamerapi.shared.lambda;

import org.jspecify.annotations.NullMarked;
