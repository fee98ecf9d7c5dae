package streamerapi.webhooks;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.labels.Labelled;
import streamerapi.shared.schema.Schema;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Lease;
import streamerapi.shared.storage.Row;

import java.time.Instant;
import java.util.List;
import java.util.Objects;

/// The record of one event's delivery to one endpoint (contract, GET …/deliveries).
record Delivery(Row row) {

    static final Attribute<String> EVENT_TYPE = Attribute.text("event_type");
    static final Attribute<Status> STATUS = Attribute.label("status", List.of(Status.values()));
    static final Attribute.Whole ATTEMPTS = Attribute.whole("attempts");
    static final Attribute<Instant> RUN = Attribute.time("run");
    static final Attribute<Instant> CREATED_AT = Attribute.time("created_at");
    static final Attribute<Instant> LAST_ATTEMPT_AT = Attribute.time("last_attempt_at");
    static final Attribute<Instant> NEXT_ATTEMPT_AT = Attribute.time("next_attempt_at");
    static final Attribute<Integer> RESPONSE_STATUS = Attribute.int32("response_status");
    static final Attribute.Whole DURATION_MS = Attribute.whole("duration_ms");
    static final Attribute<String> ERROR = Attribute.text("error");
    static final Attribute<String> SIGNATURE = Attribute.text("signature");

    /// The error of a delivery that its endpoint's end ended.
    static final String ENDPOINT_DISABLED = "The endpoint was deleted or disabled";
    static final String EVENT_GONE = "The event is no longer kept";

    static final int MAX_ATTEMPTS = 8;

    /// How far a delivery has come.
    enum Status implements Labelled {
        /// Its first attempt, or the next one, is to come.
        PENDING,
        SUCCEEDED,
        /// No attempt is left, or its endpoint has ended.
        FAILED
    }

    static final Schema<Delivery> SCHEMA = Schema.shown("Delivery", "An event's delivery to an endpoint.", s -> {
        s.text("id", Delivery::id)
                .component("DeliveryId")
                .example("wd_01k4zf2m7xf416k6z45j58whqv01k4zf2m7x9z42p9nesd3x51mc");
        s.text("event_id", Delivery::eventId).component("EventId").example("evt_01k4zf2m7xf416k6z45j58whqv");
        s.text("event_type", Delivery::eventType).component("EventType").example("tip.created");
        s.text("status", delivery -> delivery.status().label())
                .component("DeliveryStatus")
                .example(Status.PENDING.label());
        s.int32("attempts", Delivery::attempts)
                .between(0, MAX_ATTEMPTS)
                .doc("Attempts made so far.")
                .example(1);
        s.time("created_at", Delivery::createdAt).example("2026-09-12T18:20:00.123Z");
        s.time("last_attempt_at", Delivery::lastAttemptAt).orNull().example("2026-09-12T18:20:00.412Z");
        s.time("next_attempt_at", Delivery::nextAttemptAt)
                .orNull()
                .doc("Null when no attempt is left or needed.")
                .example("2026-09-12T18:21:02.000Z");
        s.int32("response_status", Delivery::responseStatus)
                .between(0, 999)
                .orNull()
                .doc("The receiver's last status; null when no answer came.")
                .example(502);
        s.integer("duration_ms", Delivery::durationMs)
                .between(0, Long.MAX_VALUE)
                .orNull()
                .doc("How long the last attempt took.")
                .example(138);
        s.text("error", Delivery::error)
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

    /// A delivery that no attempt was made of.
    ///
    /// @param key of its row
    static Delivery begun(Key key, String eventType, Instant now) {
        return new Delivery(Row.of(key)
                .with(EVENT_TYPE, eventType)
                .with(STATUS, Status.PENDING)
                .with(CREATED_AT, now)
                .with(NEXT_ATTEMPT_AT, now));
    }

    String id() {
        return id(endpointId(), eventId());
    }

    String endpointId() {
        String sort = row.key().sort();
        return sort.substring(0, sort.indexOf('#'));
    }

    String eventId() {
        String sort = row.key().sort();
        return sort.substring(sort.indexOf('#') + 1);
    }

    String eventType() {
        return row.get(EVENT_TYPE);
    }

    Status status() {
        return row.get(STATUS);
    }

    /// How many attempts have been begun.
    int attempts() {
        return (int) row.get(ATTEMPTS);
    }

    /// When the run of attempts began; null of one whose row is not written yet.
    @Nullable
    Instant run() {
        return row.find(RUN);
    }

    Instant createdAt() {
        return row.get(CREATED_AT);
    }

    @Nullable
    Instant lastAttemptAt() {
        return row.find(LAST_ATTEMPT_AT);
    }

    /// Null if no attempt is left or needed, or while one is made.
    @Nullable
    Instant nextAttemptAt() {
        return row.find(NEXT_ATTEMPT_AT);
    }

    @Nullable
    Integer responseStatus() {
        return row.find(RESPONSE_STATUS);
    }

    @Nullable
    Long durationMs() {
        return row.find(DURATION_MS);
    }

    @Nullable
    String error() {
        return row.find(ERROR);
    }

    /// The last attempt's, as it was sent; null while one is made.
    @Nullable
    String signature() {
        return row.find(SIGNATURE);
    }

    /// The attempt that a pending delivery waits for: the one after the last, or the last one if it has not ended.
    int dueAttempt() {
        return nextAttemptAt() == null ? attempts() : attempts() + 1;
    }

    /// This delivery as it stands at its endpoint: a pending one whose run began before the endpoint was active last
    /// has failed, even if the message of its next attempt has yet to come and end it. While an attempt is being made
    /// it stays pending.
    Delivery at(WebhookEndpoint endpoint, Instant now) {
        Instant busyUntil = row.find(Lease.UNTIL);
        boolean ended = status() == Status.PENDING
                && (busyUntil == null || busyUntil.isBefore(now))
                && endpoint.hasEnded(Objects.requireNonNull(run()));
        return ended
                ? new Delivery(row.with(STATUS, Status.FAILED)
                        .with(NEXT_ATTEMPT_AT, null)
                        .with(ERROR, ENDPOINT_DISABLED))
                : this;
    }

    /// The condition that a delivery has a status, as [#at] has it.
    static Condition stands(Status status, WebhookEndpoint endpoint, Instant now) {
        return switch (status) {
            case PENDING -> isPending(endpoint, now);
            case FAILED -> isFailed(endpoint, now);
            case SUCCEEDED -> Condition.equal(STATUS, status);
        };
    }

    /// The condition that it is pending, as [#at] has it: an attempt is being made, or the run began since the endpoint
    /// was active last.
    private static Condition isPending(WebhookEndpoint endpoint, Instant now) {
        Condition pending = Condition.equal(STATUS, Status.PENDING);
        Condition busy = Condition.atLeast(Lease.UNTIL, now);
        return endpoint.isActive()
                ? Condition.all(pending, Condition.any(busy, Condition.atLeast(RUN, endpoint.activeSince())))
                : Condition.all(pending, busy);
    }

    /// The condition that it has failed, as [#at] has it.
    static Condition isFailed(WebhookEndpoint endpoint, Instant now) {
        Condition ended = Condition.all(Condition.equal(STATUS, Status.PENDING), Lease.free(now));
        return Condition.any(
                Condition.equal(STATUS, Status.FAILED),
                endpoint.isActive() ? Condition.all(ended, Condition.below(RUN, endpoint.activeSince())) : ended);
    }

    /// This delivery as it stands when a new run of attempts has begun.
    Delivery begunAfresh(Instant now) {
        return new Delivery(row.with(STATUS, Status.PENDING)
                .with(ATTEMPTS, 0L)
                .with(NEXT_ATTEMPT_AT, now)
                .with(RESPONSE_STATUS, null)
                .with(DURATION_MS, null)
                .with(ERROR, null)
                .with(SIGNATURE, null));
    }
}
