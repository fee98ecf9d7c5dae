package streamerapi.webhooks;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.schema.Schema;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Lease;
import streamerapi.shared.storage.Row;

import java.time.Instant;
import java.util.List;

/// The record of one event's delivery to one endpoint, as its row has it (contract, GET …/deliveries).
record Delivery(Row row) {

    static final String PENDING = "pending";
    static final String SUCCEEDED = "succeeded";
    static final String FAILED = "failed";

    /// The error of a delivery that its endpoint's end ended.
    static final String ENDPOINT_DISABLED = "The endpoint was deleted or disabled";

    static final int MAX_ATTEMPTS = 8;

    /// What a delivery's status can be.
    static final List<String> STATUSES = List.of(PENDING, SUCCEEDED, FAILED);

    static final Schema<Delivery> SCHEMA = Schema.shown("Delivery", "An event's delivery to an endpoint.", s -> {
        s.text("id", Delivery::id)
                .component("DeliveryId")
                .example("wd_01k4zf2m7xf416k6z45j58whqv01k4zf2m7x9z42p9nesd3x51mc");
        s.text("event_id", Delivery::eventId).component("EventId").example("evt_01k4zf2m7xf416k6z45j58whqv");
        s.text("event_type", delivery -> delivery.row.text("event_type"))
                .component("EventType")
                .example("tip.created");
        s.text("status", Delivery::status).component("DeliveryStatus").example(PENDING);
        s.int32("attempts", Delivery::attempts)
                .between(0, MAX_ATTEMPTS)
                .doc("Attempts made so far.")
                .example(1);
        s.time("created_at", delivery -> delivery.row.instant("created_at")).example("2026-09-12T18:20:00.123Z");
        s.time("last_attempt_at", delivery -> delivery.row.instantOrNull("last_attempt_at"))
                .orNull()
                .example("2026-09-12T18:20:00.412Z");
        s.time("next_attempt_at", delivery -> delivery.row.instantOrNull("next_attempt_at"))
                .orNull()
                .doc("Null when no attempt is left or needed.")
                .example("2026-09-12T18:21:02.000Z");
        s.integer("response_status", delivery -> delivery.numberOrNull("response_status"))
                .between(100, 599)
                .orNull()
                .doc("What the receiver answered last; null when no answer came.")
                .example(502);
        s.integer("duration_ms", delivery -> delivery.numberOrNull("duration_ms"))
                .between(0, Long.MAX_VALUE)
                .orNull()
                .doc("How long the last attempt took.")
                .example(138);
        s.text("error", delivery -> delivery.row.textOrNull("error"))
                .orNull()
                .doc("Why the last attempt failed; null when it did not.")
                .example("The receiver answered 502");
    });

    /// Its id, `wd_` and the two ids that it is made of: the same event and endpoint have the same delivery.
    static String id(String endpointId, String eventId) {
        return "wd_" + eventId.substring(eventId.indexOf('_') + 1) + endpointId.substring(endpointId.indexOf('_') + 1);
    }

    /// The key of the row of the delivery with this id, or null if it is no delivery's id.
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
        return row.instantOrNull(Lease.UNTIL);
    }

    private @Nullable Long numberOrNull(String attribute) {
        return row.has(attribute) ? row.number(attribute) : null;
    }

    /// This delivery as it stands at its endpoint: a pending one whose run began before the endpoint was active last
    /// has failed, even if the message of its next attempt has yet to come and end it. While an attempt is being made
    /// it stays pending.
    Delivery at(WebhookEndpoint endpoint, Instant now) {
        Instant busyUntil = busyUntil();
        boolean ended =
                status().equals(PENDING) && (busyUntil == null || busyUntil.isBefore(now)) && endpoint.hasEnded(run());
        return ended
                ? new Delivery(
                        row.with("status", FAILED).with("next_attempt_at", null).with("error", ENDPOINT_DISABLED))
                : this;
    }

    /// That a delivery has a status, as [#at] has it.
    static Condition stands(String status, WebhookEndpoint endpoint, Instant now) {
        return switch (status) {
            case PENDING -> isPending(endpoint, now);
            case FAILED -> isFailed(endpoint, now);
            default -> Condition.equal("status", status);
        };
    }

    /// As [#at] has it: an attempt is being made, or the run began since the endpoint was active last.
    private static Condition isPending(WebhookEndpoint endpoint, Instant now) {
        Condition pending = Condition.equal("status", PENDING);
        Condition busy = Condition.atLeast(Lease.UNTIL, now);
        return endpoint.isActive()
                ? Condition.all(pending, Condition.any(busy, Condition.atLeast("run", endpoint.activeSince())))
                : Condition.all(pending, busy);
    }

    /// That it has failed, as [#at] has it.
    static Condition isFailed(WebhookEndpoint endpoint, Instant now) {
        Condition ended = Condition.all(Condition.equal("status", PENDING), Lease.free(now));
        return Condition.any(
                Condition.equal("status", FAILED),
                endpoint.isActive() ? Condition.all(ended, Condition.below("run", endpoint.activeSince())) : ended);
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
}
