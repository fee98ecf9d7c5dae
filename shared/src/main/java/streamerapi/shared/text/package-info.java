/// The appearance of texts to people, in any characters they are written with.
@NullMarked
package streamerapi.shared.text;

import org.jspecify.annotations.NullMarked;
