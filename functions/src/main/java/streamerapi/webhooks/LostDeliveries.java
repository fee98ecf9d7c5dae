package streamerapi.webhooks;

import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;

import java.util.List;

/// Deliveries that are pending and whose next attempt nothing brings any more: its message went to the dead letters,
/// or was dropped. They are found by their records, which are older than an hour past their time, and sent on.
final class LostDeliveries {

    private final Table table;
    private final RemadeMessages remade;
    private final DeliveryQueue queue;

    LostDeliveries(Table table, RemadeMessages remade, DeliveryQueue queue) {
        this.table = table;
        this.remade = remade;
        this.queue = queue;
    }

    /// Sends on those of every endpoint, and tells how many there were. A message that was late, not lost, comes beside
    /// the new one, and the attempt is made once.
    int sendOn() {
        return table.query(Query.of(Keys.ACCOUNTS, "ten_")).stream()
                .map(Row::key)
                .map(Key::sort)
                .mapToInt(this::sendOn)
                .sum();
    }

    private int sendOn(String tenantId) {
        List<Row> endpoints = table.query(Query.of(Keys.account(tenantId), Keys.SUBSCRIBER + WebhookEndpoint.PREFIX));
        int sent = 0;
        for (Row endpoint : endpoints) {
            WebhookEndpoint at = new WebhookEndpoint(endpoint);
            List<DeliveryMessage> messages = CircuitBreaker.isOpen(at)
                    ? remade.lostWhileOpen(tenantId, at.id(), CircuitBreaker.MAX_FAILURES)
                    : remade.lost(tenantId, at.id());
            queue.sendAll(messages);
            sent += messages.size();
        }
        return sent;
    }
}
