package streamerapi.webhooks;

import streamerapi.shared.lambda.Services;
import streamerapi.shared.queues.Delay;
import streamerapi.shared.queues.DelayQueue;
import streamerapi.shared.queues.SqsBatch;
import streamerapi.shared.queues.SqsQueue;

import java.util.List;

/// The attempts to be made in the work queue, fair between endpoints: one that hangs is not asked first.
final class DeliveryQueue {

    private final SqsQueue queue;
    private final DelayQueue delayed;

    DeliveryQueue(Services services) {
        this.queue = services.workQueue();
        this.delayed = new DelayQueue(queue, services.clock());
    }

    /// Sends a message, to come when its attempt is due, or after 15 minutes.
    void send(DeliveryMessage message) {
        delayed.send(message.toText(), message.due(), message.endpointId());
    }

    /// Sends messages that are due at once.
    void sendAll(List<DeliveryMessage> messages) {
        SqsBatch outgoing = new SqsBatch(queue);
        messages.forEach(message -> outgoing.add(message.toText(), Delay.NONE, message.endpointId()));
        outgoing.send();
    }

    /// Sends the messages of sweeps' parts, and tells how many.
    int sendSteps(List<DeliverySweep.Step> steps) {
        SqsBatch outgoing = new SqsBatch(queue);
        steps.forEach(step -> outgoing.add(step.toText(), Delay.NONE, step.endpointId()));
        outgoing.send();
        return steps.size();
    }
}
