/// The tipping switch: whether the tip page accepts new tips.
@NullMarked
package streamerapi.tipping;

import org.jspecify.annotations.NullMarked;
