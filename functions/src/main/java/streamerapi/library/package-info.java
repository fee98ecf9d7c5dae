/// An account's own pictures, clips and sounds: how they come into the bucket, and what is known of each.
@NullMarked
package streamerapi.library;

import org.jspecify.annotations.NullMarked;
