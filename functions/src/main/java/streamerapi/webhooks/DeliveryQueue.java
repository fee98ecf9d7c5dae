package streamerapi.webhooks;

import software.amazon.awssdk.services.sqs.SqsClient;
import streamerapi.shared.lambda.Services;
import streamerapi.shared.queues.Delay;
import streamerapi.shared.queues.DelayQueue;
import streamerapi.shared.queues.SqsBatch;

import java.util.List;

/// The attempts to be made in the work queue, fair between endpoints: one that hangs is not asked first.
final class DeliveryQueue {

    private final SqsClient sqs;
    private final String url;
    private final DelayQueue queue;

    DeliveryQueue(Services services, String url) {
        this.sqs = services.clients().sqs();
        this.url = url;
        this.queue = new DelayQueue(sqs, url, services.clock());
    }

    /// Sends a message, to come when its attempt is due, or after 15 minutes.
    void send(DeliveryMessage message) {
        queue.send(message.toText(), message.due(), message.endpointId());
    }

    /// Sends messages that are due at once.
    void sendAll(List<DeliveryMessage> messages) {
        SqsBatch outgoing = new SqsBatch(sqs, url);
        messages.forEach(message -> outgoing.add(message.toText(), Delay.NONE, message.endpointId()));
        outgoing.send();
    }
}
