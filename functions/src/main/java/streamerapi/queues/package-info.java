/// The common parts of the TTS queue and the media queue: items that wait, oldest first, and stand in a history once
/// they are over; pages of both; replays.
@NullMarked
package streamerapi.queues;

import org.jspecify.annotations.NullMarked;
