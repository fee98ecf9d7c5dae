/// Overlays: what a streamer's software shows on stream, in a browser source with a key of its own. Which of them are
/// connected, what they are told to do, and their tip goals (spec "Overlays").
@NullMarked
package streamerapi.overlays;

import org.jspecify.annotations.NullMarked;
