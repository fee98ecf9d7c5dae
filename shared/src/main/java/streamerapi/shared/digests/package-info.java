/// What stands for a text that is too secret or too long to be kept.
@NullMarked
package streamerapi.shared.digests;

import org.jspecify.annotations.NullMarked;
