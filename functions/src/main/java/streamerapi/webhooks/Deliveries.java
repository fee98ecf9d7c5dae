package streamerapi.webhooks;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.schema.CursorPage;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Lease;
import streamerapi.shared.storage.Partitions;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;
import streamerapi.shared.tasks.Host;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ExecutorService;

/// The records of deliveries, kept for 30 days.
///
/// A record is also what keeps an attempt from being made twice: it is claimed before the attempt, for as long as one
/// can take, and a message whose attempt is claimed, or was made, ends there.
final class Deliveries {

    private static final Duration KEPT = Duration.ofDays(30);

    /// How late a message is at most that is not lost.
    private static final Duration MAX_LATENESS = Duration.ofHours(1);

    private static final int AT_A_TIME = 16;
    private static final Duration LONGEST_ATTEMPT = Receiver.TIMEOUT.plusSeconds(15);

    private final Table table;
    private final InstantSource clock;

    Deliveries(Table table, InstantSource clock) {
        this.table = table;
        this.clock = clock;
    }

    /// Whether an attempt is the caller's to make.
    enum Claim {
        /// It is.
        MINE,
        /// It was made already, or the delivery has ended.
        OVER,
        /// Another invocation is making it; whether it gets to the end is not known yet.
        BUSY
    }

    /// Claims an attempt.
    Claim claim(DeliveryMessage message) {
        Instant now = clock.instant();
        Write claim = Lease.hold(Write.update(key(message)), now, LONGEST_ATTEMPT)
                .set("run", message.begun())
                .set("attempts", message.attempt())
                .set("status", Delivery.PENDING)
                .set("event_type", message.eventType())
                .set("last_attempt_at", now)
                .set("expires_at", now.plus(KEPT).getEpochSecond())
                .remove("next_attempt_at")
                .when(isNext(message, now));
        boolean first = message.attempt() == 1;
        Table.Updated updated = table.update(first ? claim.setIfAbsent("created_at", now) : claim);
        if (updated.done()) {
            return Claim.MINE;
        }
        Row row = updated.row();
        if (row == null) {
            return Claim.OVER;
        }
        Instant busyUntil = new Delivery(row).busyUntil();
        boolean busy = isOf(message, row)
                && row.number("attempts") == message.attempt()
                && busyUntil != null
                && busyUntil.isAfter(now);
        return busy ? Claim.BUSY : Claim.OVER;
    }

    /// Writes down a delivery whose first attempt is not made now, and has no message.
    ///
    /// @return false if it has an attempt already
    boolean park(DeliveryMessage message, Instant next) {
        Instant now = clock.instant();
        return table.update(Write.update(key(message))
                        .set("run", message.begun())
                        .set("attempts", 0)
                        .set("status", Delivery.PENDING)
                        .set("event_type", message.eventType())
                        .set("next_attempt_at", next)
                        .set("expires_at", now.plus(KEPT).getEpochSecond())
                        .setIfAbsent("created_at", now)
                        .when(isNext(message, now)))
                .done();
    }

    /// Writes down that the attempt succeeded.
    void succeeded(DeliveryMessage message, Receiver.Answer answer) {
        table.update(settled(message, answer, Delivery.SUCCEEDED, null));
    }

    /// Writes down that the attempt failed, and when the next one is due.
    void failed(DeliveryMessage message, Receiver.Answer answer, Instant next) {
        table.update(settled(message, answer, Delivery.PENDING, next));
    }

    /// The write that says that the last attempt failed: for the change that says what this means for the endpoint.
    static Write exhausted(DeliveryMessage message, Receiver.Answer answer) {
        return settled(message, answer, Delivery.FAILED, null);
    }

    /// Writes down that nothing more will be tried, because the endpoint is gone or was disabled.
    void ended(DeliveryMessage message, String why) {
        table.update(Write.update(key(message))
                .set("status", Delivery.FAILED)
                .set("error", why)
                .remove("next_attempt_at")
                .when(Condition.all(
                        Condition.equal("run", message.begun()), Condition.equal("status", Delivery.PENDING))));
    }

    /// The delivery with this id.
    ///
    /// @throws Problem `not_found`
    Delivery get(String tenantId, String deliveryId) {
        Key key = Delivery.key(tenantId, deliveryId);
        Row row = key == null ? null : table.get(key);
        if (row == null) {
            throw Problem.of(ErrorCode.NOT_FOUND);
        }
        return new Delivery(row);
    }

    /// The first deliveries of an endpoint that failed, that ended because it was disabled, or whose messages were
    /// lost, of events since then, oldest first.
    List<Delivery> failedSince(String tenantId, WebhookEndpoint endpoint, Instant since, int most) {
        return find(
                tenantId,
                endpoint.id(),
                Ids.earliest("evt", since),
                Condition.any(Delivery.isFailed(endpoint, clock.instant()), isLost()),
                most);
    }

    /// The first deliveries of an endpoint that a condition holds for, of events after this id, oldest first.
    List<Delivery> find(String tenantId, String endpointId, String after, Condition which, int most) {
        return table
                .query(Query.of(Partitions.deliveries(tenantId, endpointId), endpointId + "#")
                        .after(endpointId + "#" + after)
                        .where(which)
                        .limit(most))
                .stream()
                .map(Delivery::new)
                .toList();
    }

    /// Writes down that runs were asked for whose messages have been sent; nothing if they have begun already.
    void asked(List<DeliveryMessage> messages) {
        try (ExecutorService threads = Host.threads(AT_A_TIME)) {
            messages.forEach(message -> threads.execute(() -> table.update(Write.update(key(message))
                    .set("run", message.begun())
                    .set("attempts", 0)
                    .set("status", Delivery.PENDING)
                    .set("next_attempt_at", message.due())
                    .remove("response_status")
                    .remove("duration_ms")
                    .remove("error")
                    .when(Condition.below("run", message.begun())))));
        }
    }

    /// A page of an endpoint's deliveries, newest first, as they stand at the endpoint.
    CursorPage<Delivery> page(
            String tenantId, WebhookEndpoint endpoint, int limit, @Nullable String before, @Nullable String status) {
        String bound = before == null ? null : bound(tenantId, endpoint.id(), before);
        Query query = Query.of(Partitions.deliveries(tenantId, endpoint.id()), endpoint.id() + "#")
                .newestFirst()
                .after(bound)
                .limit(limit + 1);
        Instant now = clock.instant();
        Query wanted = status == null ? query : query.where(Delivery.stands(status, endpoint, now));
        return CursorPage.of(table.query(wanted), limit, row -> new Delivery(row).id())
                .map(row -> new Delivery(row).at(endpoint, now));
    }

    private String bound(String tenantId, String endpointId, String deliveryId) {
        Key key = Delivery.key(tenantId, deliveryId);
        if (key != null && key.sort().startsWith(endpointId + "#") && table.get(key) != null) {
            return key.sort();
        }
        throw Problem.badField("before", "before is not a cursor of this list");
    }

    /// A pending delivery's next attempt is long past its time, or the attempt that was begun is, and has not ended.
    Condition isLost() {
        Instant latest = clock.instant().minus(MAX_LATENESS);
        return Condition.all(
                Condition.equal("status", Delivery.PENDING),
                Condition.any(
                        Condition.below("next_attempt_at", latest),
                        Condition.all(Condition.absent("next_attempt_at"), Lease.ended(latest))));
    }

    /// An attempt is next after the one before it in the same run; the first one of a run comes after any older run, or
    /// after the run was asked for.
    /// One that was begun and never ended is next again, when the time that it could take is over.
    private static Condition isNext(DeliveryMessage message, Instant now) {
        Condition sameRun =
                Condition.all(Condition.equal("run", message.begun()), Condition.equal("status", Delivery.PENDING));
        Condition unfinished = Condition.all(sameRun, Condition.equal("attempts", message.attempt()), Lease.ended(now));
        Condition afterTheLast = Condition.all(sameRun, Condition.equal("attempts", message.attempt() - 1));
        return message.attempt() == 1
                ? Condition.any(Condition.noRow(), Condition.below("run", message.begun()), afterTheLast, unfinished)
                : Condition.any(afterTheLast, unfinished);
    }

    private static boolean isOf(DeliveryMessage message, Row row) {
        return message.begun().equals(row.instantOrNull("run"));
    }

    private static Write settled(
            DeliveryMessage message, Receiver.Answer answer, String status, @Nullable Instant next) {
        return Write.update(key(message))
                .set("status", status)
                .set("response_status", answer.status())
                .set("duration_ms", answer.duration().toMillis())
                .set("error", answer.error())
                .set("next_attempt_at", next)
                .remove(Lease.UNTIL)
                .when(Condition.all(
                        Condition.equal("run", message.begun()), Condition.equal("attempts", message.attempt())));
    }

    private static Key key(DeliveryMessage message) {
        return Keys.delivery(message.tenantId(), message.endpointId(), message.eventId());
    }
}
