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
/// @param lastHeaders of the last attempt; null while one is made
/// @param event the envelope, as it is sent; null if it is no longer kept
record DeliveryDetail(
        Delivery delivery,
        @Nullable Map<String, @Nullable Object> lastHeaders,
        @Nullable Map<String, @Nullable Object> event,
        List<FailedAttempt> failedAttempts) {

    static final Schema<DeliveryDetail> SCHEMA =
            Schema.shown("DeliveryDetail", "A delivery with its event and its failed attempts.", s -> {
                s.object("delivery", DeliveryDetail::delivery, Delivery.SCHEMA).doc("The delivery.");
                s.freeObject("last_headers", DeliveryDetail::lastHeaders)
                        .orNull()
                        .doc("Of the last attempt. " + SentHeaders.DOC);
                s.freeObject("event", DeliveryDetail::event)
                        .orNull()
                        .doc("The event's envelope, as it is sent; null 30 days after it happened.");
                s.list("failed_attempts", DeliveryDetail::failedAttempts, FailedAttempt.SCHEMA)
                        .doc("Those of the last three days, oldest first.");
            });

    /// @param prefix what our own headers begin with
    static DeliveryDetail read(
            Table table, String tenantId, WebhookEndpoint endpoint, Delivery delivery, String prefix, Instant now) {
        Async<@Nullable Row> event = Async.start(() -> table.get(Keys.event(tenantId, delivery.eventId())));
        List<Row> failed = FailedAttempt.rows(table, tenantId, delivery, now);
        Row row = event.join();
        String body = row == null ? null : row.get(LoggedEvent.BODY);
        SentHeaders headers = new SentHeaders(prefix, endpoint.knownSecrets(), delivery, body);
        return new DeliveryDetail(
                delivery,
                headers.of(delivery.attempts(), delivery.signature()),
                body == null ? null : Json.readObject(body.getBytes(StandardCharsets.UTF_8)),
                FailedAttempt.of(failed, headers));
    }
}
