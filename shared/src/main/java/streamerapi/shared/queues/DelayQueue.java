package streamerapi.shared.queues;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/// A queue of messages that are due at a time.
///
/// SQS holds a message back for 15 minutes at most: one that is due later comes early, and its receiver sends it on.
public final class DelayQueue {

    private final SqsQueue queue;
    private final InstantSource clock;

    public DelayQueue(SqsQueue queue, InstantSource clock) {
        this.queue = queue;
        this.clock = clock;
    }

    /// Sends a message, to come when it is due, or after 15 minutes.
    ///
    /// @param group of [MessageGroups]; null for a message of no account
    public void send(String message, Instant due, @Nullable String group) {
        queue.send(message, Delay.until(due, clock.instant()), group);
    }

    /// A message that is sent with others.
    ///
    /// @param group as of [#send(String, Instant, String)], or null
    public record Due(String message, Instant due, @Nullable String group) {}

    /// Sends messages in their order, ten with a request.
    ///
    /// @throws IllegalStateException if the queue did not take one; others may have been taken
    public void sendAll(List<Due> messages) {
        SqsBatch batch = new SqsBatch(queue);
        Instant now = clock.instant();
        messages.forEach(message -> batch.add(message.message, Delay.until(message.due, now), message.group));
        batch.send();
    }

    /// Sends a message of a group, to come at once.
    public void sendNow(String message, String group) {
        queue.send(message, Delay.NONE, group);
    }
}
