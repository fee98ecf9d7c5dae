/// Hashes in place of texts that are too secret or too long to be kept.
@NullMarked
package streamerapi.shared.digests;

import org.jspecify.annotations.NullMarked;
