package streamerapi.webhooks;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.events.LoggedEvent;
import streamerapi.shared.json.Json;
import streamerapi.shared.schema.Schema;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.tasks.Async;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/// A delivery with its event and its failed attempts.
///
/// @param event the envelope, as it is sent; null if it is no longer kept
record DeliveryDetail(
        Delivery delivery, @Nullable Map<String, @Nullable Object> event, List<FailedAttempt> failedAttempts) {

    static final Schema<DeliveryDetail> SCHEMA =
            Schema.shown("DeliveryDetail", "A delivery with its event and its failed attempts.", s -> {
                s.object("delivery", DeliveryDetail::delivery, Delivery.SCHEMA).doc("The delivery.");
                s.freeObject("event", DeliveryDetail::event)
                        .orNull()
                        .doc("The event's envelope, as it is sent; null 30 days after it happened.");
                s.list("failed_attempts", DeliveryDetail::failedAttempts, FailedAttempt.SCHEMA)
                        .doc("Those of the last three days, oldest first.");
            });

    static DeliveryDetail read(Table table, String tenantId, Delivery delivery, Instant now) {
        Async<@Nullable Row> event = Async.start(() -> table.get(Keys.event(tenantId, delivery.eventId())));
        List<FailedAttempt> failed = FailedAttempt.of(table, tenantId, delivery, now);
        Row row = event.join();
        return new DeliveryDetail(
                delivery,
                row == null ? null : Json.readObject(row.get(LoggedEvent.BODY).getBytes(StandardCharsets.UTF_8)),
                failed);
    }
}
