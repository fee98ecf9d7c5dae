package streamerapi.webhooks;

import streamerapi.shared.storage.AllAccounts;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Table;

import java.util.concurrent.atomic.AtomicInteger;

/// Deliveries that are pending and whose next attempt nothing brings any more: its message went to the dead letters,
/// or was dropped. They are found by their records, which are older than an hour past their time, and sent on.
final class LostDeliveries {

    private final Table table;
    private final DeliverySweep sweep;
    private final DeliveryQueue queue;

    LostDeliveries(Table table, DeliverySweep sweep, DeliveryQueue queue) {
        this.table = table;
        this.sweep = sweep;
        this.queue = queue;
    }

    /// Has those of every endpoint sent on, each endpoint's by messages of its own, and tells how many endpoints there
    /// are. A message that was late, not lost, comes beside the new one, and the attempt is made once.
    int begin() {
        AtomicInteger endpoints = new AtomicInteger();
        AllAccounts.each(table, tenantId -> endpoints.addAndGet(begin(tenantId)));
        return endpoints.get();
    }

    private int begin(String tenantId) {
        return queue.sendSteps(
                table.query(Query.of(Keys.account(tenantId), Keys.SUBSCRIBER + WebhookEndpoint.PREFIX)).stream()
                        .map(row -> sweep.first(tenantId, new WebhookEndpoint(row).id(), DeliverySweep.Aim.LOST))
                        .toList());
    }
}
