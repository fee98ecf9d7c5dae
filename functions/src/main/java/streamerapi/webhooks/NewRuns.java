package streamerapi.webhooks;

import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.storage.Table;

import java.util.List;

/// Begins runs of attempts that an endpoint's owner asks for. The first one is attempted at once, even while the
/// endpoint fails.
final class NewRuns {

    private final Table table;
    private final Deliveries deliveries;
    private final DeliveryQueue queue;

    NewRuns(Table table, Deliveries deliveries, DeliveryQueue queue) {
        this.table = table;
        this.deliveries = deliveries;
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
    void begin(WebhookEndpoint endpoint, List<DeliveryMessage> messages) {
        CircuitBreaker.probe(table, endpoint);
        queue.sendAll(messages);
        deliveries.asked(messages);
    }
}
