package streamerapi.webhooks;

import software.amazon.awssdk.services.sqs.SqsClient;

import java.time.Duration;
import java.time.InstantSource;

/// The queue of attempts to be made.
///
/// It holds a message back for 15 minutes at most: one that is due later comes early, and is sent on.
final class DeliveryQueue {

    private static final Duration LONGEST_DELAY = Duration.ofMinutes(15);

    private final SqsClient sqs;
    private final String url;
    private final InstantSource clock;

    DeliveryQueue(SqsClient sqs, String url, InstantSource clock) {
        this.sqs = sqs;
        this.url = url;
        this.clock = clock;
    }

    /// Sends a message, to come when its attempt is due, or after 15 minutes.
    void send(DeliveryMessage message) {
        Duration left = Duration.between(clock.instant(), message.due());
        Duration delay = left.compareTo(LONGEST_DELAY) < 0 ? left : LONGEST_DELAY;
        int seconds = (int) Math.max(0, delay.plusMillis(999).toSeconds());
        sqs.sendMessage(r -> r.queueUrl(url).messageBody(message.toText()).delaySeconds(seconds));
    }
}
