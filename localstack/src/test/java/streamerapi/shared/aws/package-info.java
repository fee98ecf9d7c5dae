@NullMarked
package streamerapi.shared.aws;

import org.jspecify.annotations.NullMarked;
