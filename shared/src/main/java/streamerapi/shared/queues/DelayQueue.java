package streamerapi.shared.queues;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.sqs.SqsClient;

import java.time.Instant;
import java.time.InstantSource;

/// A queue of messages that are due at a time.
///
/// SQS holds a message back for 15 minutes at most: one that is due later comes early, and its receiver sends it on.
public final class DelayQueue {

    private final SqsClient sqs;
    private final String url;
    private final InstantSource clock;

    public DelayQueue(SqsClient sqs, String url, InstantSource clock) {
        this.sqs = sqs;
        this.url = url;
        this.clock = clock;
    }

    /// Sends a message, to come when it is due, or after 15 minutes.
    public void send(String message, Instant due) {
        send(message, due, null);
    }

    /// Sends a message of a group. If one group's messages keep the functions busy, SQS hands out the others' first
    /// ("fair queues").
    public void send(String message, Instant due, @Nullable String group) {
        Delay delay = Delay.until(due, clock.instant());
        sqs.sendMessage(
                r -> r.queueUrl(url).messageBody(message).messageGroupId(group).delaySeconds(delay.seconds()));
    }
}
