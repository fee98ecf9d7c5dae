/// Tips as they are heard: what is said of a tip, the audio that a speech service makes of it, and the characters that
/// a month has used.
@NullMarked
package streamerapi.speech;

import org.jspecify.annotations.NullMarked;
