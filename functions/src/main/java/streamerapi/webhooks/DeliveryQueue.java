package streamerapi.webhooks;

import software.amazon.awssdk.services.sqs.SqsClient;
import streamerapi.shared.queues.DelayQueue;

import java.time.InstantSource;

/// The queue of attempts to be made.
final class DeliveryQueue {

    private final DelayQueue queue;

    DeliveryQueue(SqsClient sqs, String url, InstantSource clock) {
        this.queue = new DelayQueue(sqs, url, clock);
    }

    /// Sends a message, to come when its attempt is due, or after 15 minutes.
    void send(DeliveryMessage message) {
        queue.send(message.toText(), message.due());
    }
}
