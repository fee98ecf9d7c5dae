/// What the TTS queue and the media queue have in common: items that wait, oldest first, and stand in a history once
/// they are over; pages of both; replays.
@NullMarked
package streamerapi.queues;

import org.jspecify.annotations.NullMarked;
