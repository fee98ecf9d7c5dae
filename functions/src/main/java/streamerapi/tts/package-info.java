/// The text-to-speech queue: tips wait in it, one at a time is claimed and played, and what was played is its history.
///
/// A tip is one row all its life; its `place` says whether it waits (`TQ#…`) or was played (`TH#…`). The slot is one
/// row too: whether the queue is paused, and which tip is claimed.
@NullMarked
package streamerapi.tts;

import org.jspecify.annotations.NullMarked;
