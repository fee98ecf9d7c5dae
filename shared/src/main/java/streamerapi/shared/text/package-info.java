/// What texts look like to people, whichever characters they are written with.
@NullMarked
package streamerapi.shared.text;

import org.jspecify.annotations.NullMarked;
