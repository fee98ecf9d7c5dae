package streamerapi.webhooks;

import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;
import streamerapi.shared.tasks.Host;

import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicInteger;

/// Begins runs of attempts that an endpoint's owner asks for. The first one is attempted at once, even while the
/// endpoint fails.
final class NewRuns {

    private static final int AT_A_TIME = 16;

    private final Table table;
    private final DeliveryQueue queue;

    NewRuns(Table table, DeliveryQueue queue) {
        this.table = table;
        this.queue = queue;
    }

    /// @throws Problem `endpoint_disabled`
    static void checkActive(WebhookEndpoint endpoint) {
        if (!endpoint.isActive()) {
            throw Problem.of(ErrorCode.ENDPOINT_DISABLED);
        }
    }

    /// Sends the messages of first attempts before it writes the rows: after a crash in between, the deliveries are
    /// made, and the same request again finds them begun or begins them twice.
    ///
    /// @return how many of them are made. The others' deliveries were begun by another request at the same time
    int begin(WebhookEndpoint endpoint, List<DeliveryMessage> messages) {
        CircuitBreaker.probe(table, endpoint);
        queue.sendAll(messages);
        AtomicInteger begun = new AtomicInteger();
        try (ExecutorService threads = Host.threads(AT_A_TIME)) {
            messages.forEach(message -> threads.execute(() -> {
                if (asked(message)) {
                    begun.incrementAndGet();
                }
            }));
        }
        return begun.get();
    }

    /// Writes down that a run was asked for whose message has been sent; nothing if it has begun already.
    ///
    /// @return false if the delivery has another run by now, or no record
    private boolean asked(DeliveryMessage message) {
        Table.Updated updated = table.update(Write.update(Deliveries.key(message))
                .set(Delivery.RUN, message.begun())
                .set(Delivery.ATTEMPTS, 0)
                .set(Delivery.STATUS, Delivery.Status.PENDING)
                .set(Delivery.NEXT_ATTEMPT_AT, message.due())
                .remove(Delivery.RESPONSE_STATUS)
                .remove(Delivery.DURATION_MS)
                .remove(Delivery.ERROR)
                .remove(Delivery.SIGNATURE)
                .when(Deliveries.isReplaced(message)));
        Row now = updated.row();
        return updated.done() || (now != null && Deliveries.isOf(message, now));
    }
}
