package streamerapi.webhooks;

import streamerapi.shared.lambda.Services;
import streamerapi.shared.queues.Delay;
import streamerapi.shared.queues.DelayQueue;
import streamerapi.shared.queues.MessageGroups;
import streamerapi.shared.queues.SqsBatch;
import streamerapi.shared.queues.SqsQueue;

import java.util.List;

/// The attempts to be made in the work queue, fair between accounts, and some endpoints of one: those of one that hangs
/// are not made first.
final class DeliveryQueue {

    private final SqsQueue queue;
    private final DelayQueue delayed;

    DeliveryQueue(Services services) {
        this.queue = services.workQueue();
        this.delayed = new DelayQueue(queue, services.clock());
    }

    /// Sends a message, to come when its attempt is due, or after 15 minutes.
    void send(DeliveryMessage message) {
        delayed.send(message.toText(), message.due(), group(message));
    }

    /// Sends messages that are due at once.
    void sendAll(List<DeliveryMessage> messages) {
        SqsBatch outgoing = new SqsBatch(queue);
        messages.forEach(message -> outgoing.add(message.toText(), Delay.NONE, group(message)));
        outgoing.send();
    }

    private static String group(DeliveryMessage message) {
        return MessageGroups.ofDeliveries(message.tenantId(), message.endpointId());
    }

    /// Sends the messages of sweeps' parts, and tells how many.
    int sendSteps(List<DeliverySweep.Step> steps) {
        SqsBatch outgoing = new SqsBatch(queue);
        steps.forEach(step -> outgoing.add(
                step.toText(), Delay.NONE, MessageGroups.ofDeliveries(step.tenantId(), step.endpointId())));
        outgoing.send();
        return steps.size();
    }
}
