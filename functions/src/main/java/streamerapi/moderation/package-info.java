/// A moderation service of the streamer's choice, which is shown each tip before it enters a queue.
@NullMarked
package streamerapi.moderation;

import org.jspecify.annotations.NullMarked;
