/// Tests of how secrets are sealed.
@NullMarked
package streamerapi.shared.secrets;

import org.jspecify.annotations.NullMarked;
