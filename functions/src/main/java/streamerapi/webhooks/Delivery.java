package streamerapi.webhooks;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/// The record of one event's delivery to one endpoint, as its row has it (contract, GET …/deliveries).
record Delivery(Row row) {

    static final String PENDING = "pending";
    static final String SUCCEEDED = "succeeded";
    static final String FAILED = "failed";

    /// Its id, `wd_` and the two ids that it is made of: the same event and endpoint have the same delivery.
    static String id(String endpointId, String eventId) {
        return "wd_" + eventId.substring(eventId.indexOf('_') + 1) + endpointId.substring(endpointId.indexOf('_') + 1);
    }

    /// The key of the row of the delivery with this id, or null where it is no delivery's id.
    static @Nullable Key key(String tenantId, String deliveryId) {
        if (!deliveryId.matches("wd_[0-9a-z]{52}")) {
            return null;
        }
        return Keys.delivery(tenantId, "we_" + deliveryId.substring(29), "evt_" + deliveryId.substring(3, 29));
    }

    String endpointId() {
        return row.key().sort().substring(0, row.key().sort().indexOf('#'));
    }

    String eventId() {
        return row.key().sort().substring(row.key().sort().indexOf('#') + 1);
    }

    String id() {
        return id(endpointId(), eventId());
    }

    String status() {
        return row.text("status");
    }

    /// How many attempts have been begun.
    int attempts() {
        return (int) row.number("attempts");
    }

    /// When the run of attempts began.
    Instant run() {
        return row.instant("run");
    }

    /// The attempt that a pending delivery waits for: the one after the last, or the last one if it has not ended.
    int dueAttempt() {
        return row.has("next_attempt_at") ? attempts() + 1 : attempts();
    }

    /// Until when an attempt that was begun may still be running, or null.
    @Nullable
    Instant busyUntil() {
        return row.instantOrNull("busy_until");
    }

    /// This delivery as it stands when a new run of attempts has begun.
    Delivery begunAfresh(Instant now) {
        return new Delivery(row.with("status", PENDING)
                .with("attempts", 0)
                .with("next_attempt_at", now)
                .with("response_status", null)
                .with("duration_ms", null)
                .with("error", null));
    }

    Map<String, @Nullable Object> json() {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("id", id());
        json.put("event_id", eventId());
        json.put("event_type", row.text("event_type"));
        json.put("status", status());
        json.put("attempts", attempts());
        json.put("created_at", row.instant("created_at"));
        json.put("last_attempt_at", row.instantOrNull("last_attempt_at"));
        json.put("next_attempt_at", row.instantOrNull("next_attempt_at"));
        json.put("response_status", row.has("response_status") ? row.number("response_status") : null);
        json.put("duration_ms", row.has("duration_ms") ? row.number("duration_ms") : null);
        json.put("error", row.textOrNull("error"));
        return json;
    }
}
