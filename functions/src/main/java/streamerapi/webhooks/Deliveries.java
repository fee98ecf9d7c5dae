package streamerapi.webhooks;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.schema.CursorPage;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Lease;
import streamerapi.shared.storage.Partitions;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.TableReader;
import streamerapi.shared.storage.Write;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/// The records of deliveries, kept for 30 days.
///
/// A record is also what keeps an attempt from being made twice: it is claimed before the attempt, for as long as one
/// can take, and a message whose attempt is claimed, or was made, ends there.
final class Deliveries {

    private static final Duration KEPT = Duration.ofDays(30);

    /// How late a message is at most that is not lost.
    private static final Duration MAX_LATENESS = Duration.ofHours(1);

    /// How many deliveries are read for a page.
    private static final int MAX_READ = 5_000;

    /// How many are read for those that need a message: 5 MB or so.
    private static final int MAX_LOOKED_THROUGH = 10_000;

    private static final Duration MAX_ATTEMPT = WebhookClient.TIMEOUT.plusSeconds(15);

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
        Write claim = Lease.hold(Write.update(key(message)), now, MAX_ATTEMPT)
                .set(Delivery.RUN, message.begun())
                .set(Delivery.ATTEMPTS, message.attempt())
                .set(Delivery.STATUS, Delivery.Status.PENDING)
                .set(Delivery.EVENT_TYPE, message.eventType())
                .set(Delivery.LAST_ATTEMPT_AT, now)
                .set(Table.EXPIRES_AT, now.plus(KEPT).getEpochSecond())
                .remove(Delivery.NEXT_ATTEMPT_AT)
                .remove(Delivery.SIGNATURE)
                .when(isNext(message, now));
        boolean first = message.attempt() == 1;
        Table.Updated updated = table.update(first ? claim.setIfAbsent(Delivery.CREATED_AT, now) : claim);
        if (updated.done()) {
            return Claim.MINE;
        }
        Row row = updated.row();
        if (row == null) {
            return Claim.OVER;
        }
        Instant busyUntil = row.find(Lease.UNTIL);
        boolean busy = isOf(message, row)
                && row.get(Delivery.ATTEMPTS) == message.attempt()
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
                        .set(Delivery.RUN, message.begun())
                        .set(Delivery.ATTEMPTS, 0)
                        .set(Delivery.STATUS, Delivery.Status.PENDING)
                        .set(Delivery.EVENT_TYPE, message.eventType())
                        .set(Delivery.NEXT_ATTEMPT_AT, next)
                        .set(Table.EXPIRES_AT, now.plus(KEPT).getEpochSecond())
                        .setIfAbsent(Delivery.CREATED_AT, now)
                        .remove(Delivery.SIGNATURE)
                        .when(isNext(message, now)))
                .done();
    }

    /// Writes down that the attempt succeeded.
    void succeeded(DeliveryMessage message, Sender.SignedAttempt sent) {
        table.update(settled(message, sent, Delivery.Status.SUCCEEDED, null));
    }

    /// Writes down that the attempt failed, and when the next one is due.
    void failed(DeliveryMessage message, Sender.SignedAttempt sent, Instant next) {
        table.update(settled(message, sent, Delivery.Status.PENDING, next));
    }

    /// The write that marks a delivery as failed after its last attempt. The caller commits it with the endpoint's
    /// health.
    static Write exhausted(DeliveryMessage message, Sender.SignedAttempt sent) {
        return settled(message, sent, Delivery.Status.FAILED, null);
    }

    /// Writes down that nothing more will be tried, because the endpoint is gone or may not be sent this.
    void ended(DeliveryMessage message, String why) {
        table.update(ended(message, why, isPending(message)));
    }

    /// Writes down that nothing more will be tried because the endpoint was disabled, and for a first attempt that came
    /// too late, too, so that the delivery is recovered with the others.
    void disabled(DeliveryMessage message) {
        if (message.attempt() > 1) {
            ended(message, Delivery.ENDPOINT_DISABLED);
            return;
        }
        Instant now = clock.instant();
        table.update(ended(message, Delivery.ENDPOINT_DISABLED, Condition.any(Condition.noRow(), isPending(message)))
                .set(Delivery.RUN, message.begun())
                .set(Delivery.EVENT_TYPE, message.eventType())
                .set(Table.EXPIRES_AT, now.plus(KEPT).getEpochSecond())
                .setIfAbsent(Delivery.ATTEMPTS, 0L)
                .setIfAbsent(Delivery.CREATED_AT, now));
    }

    private static Write ended(DeliveryMessage message, String why, Condition condition) {
        return Write.update(key(message))
                .set(Delivery.STATUS, Delivery.Status.FAILED)
                .set(Delivery.ERROR, why)
                .remove(Delivery.NEXT_ATTEMPT_AT)
                .when(condition);
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

    /// Deliveries that were looked for.
    ///
    /// @param next the id of the event after which more can be found; null at the end
    record Found(List<Delivery> deliveries, @Nullable String next) {}

    /// The first deliveries of an endpoint that a condition holds for, of events after this id, oldest first. How many
    /// are read for them is bounded.
    Found find(String tenantId, String endpointId, String after, Condition which, int most) {
        TableReader.Part part = table.part(
                Query.of(Partitions.deliveries(tenantId, endpointId), endpointId + "#")
                        .after(endpointId + "#" + after)
                        .where(which)
                        .limit(most),
                MAX_LOOKED_THROUGH);
        return new Found(
                part.rows().stream().map(Delivery::new).toList(), part.next() == null ? null : eventId(part.next()));
    }

    /// A page of an endpoint's deliveries, newest first, as they stand at the endpoint. One of a rare status can be
    /// short, and have a next one: how many are read for it is bounded.
    CursorPage<Delivery> page(
            String tenantId,
            WebhookEndpoint endpoint,
            int limit,
            @Nullable String before,
            Delivery.@Nullable Status status) {
        String bound = before == null ? null : bound(tenantId, endpoint.id(), before);
        Query query = Query.of(Partitions.deliveries(tenantId, endpoint.id()), endpoint.id() + "#")
                .newestFirst()
                .after(bound)
                .limit(limit + 1);
        Instant now = clock.instant();
        Query wanted = status == null ? query : query.where(Delivery.stands(status, endpoint, now));
        TableReader.Part part = table.part(wanted, MAX_READ);
        CursorPage<Row> page = part.rows().size() <= limit && part.next() != null
                ? new CursorPage<>(part.rows(), Delivery.id(endpoint.id(), eventId(part.next())))
                : CursorPage.of(part.rows(), limit, row -> new Delivery(row).id());
        return page.map(row -> new Delivery(row).at(endpoint, now));
    }

    /// The event's id in a sort key.
    private static String eventId(String sort) {
        return sort.substring(sort.indexOf('#') + 1);
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
                Condition.equal(Delivery.STATUS, Delivery.Status.PENDING),
                Condition.any(
                        Condition.below(Delivery.NEXT_ATTEMPT_AT, latest),
                        Condition.all(Condition.absent(Delivery.NEXT_ATTEMPT_AT), Lease.ended(latest))));
    }

    /// An attempt is next after the one before it in the same run; the first one of a run comes after any older run, or
    /// after the run was asked for. An attempt that began and never ended is due again once its longest time is over.
    private static Condition isNext(DeliveryMessage message, Instant now) {
        Condition sameRun = isPending(message);
        Condition unfinished =
                Condition.all(sameRun, Condition.equal(Delivery.ATTEMPTS, message.attempt()), Lease.ended(now));
        Condition afterTheLast = Condition.all(sameRun, Condition.equal(Delivery.ATTEMPTS, message.attempt() - 1));
        return message.attempt() == 1
                ? Condition.any(Condition.noRow(), isReplaced(message), afterTheLast, unfinished)
                : Condition.any(afterTheLast, unfinished);
    }

    /// The run that is there is the one whose place the message's run takes.
    static Condition isReplaced(DeliveryMessage message) {
        return message.instead() == null
                ? Condition.below(Delivery.RUN, message.begun())
                : Condition.equal(Delivery.RUN, message.instead());
    }

    /// The message's own run is pending.
    private static Condition isPending(DeliveryMessage message) {
        return Condition.all(
                Condition.equal(Delivery.RUN, message.begun()),
                Condition.equal(Delivery.STATUS, Delivery.Status.PENDING));
    }

    static boolean isOf(DeliveryMessage message, Row row) {
        return message.begun().equals(row.find(Delivery.RUN));
    }

    private static Write settled(
            DeliveryMessage message, Sender.SignedAttempt sent, Delivery.Status status, @Nullable Instant next) {
        return Write.update(key(message))
                .set(Delivery.STATUS, status)
                .set(Delivery.RESPONSE_STATUS, sent.answer().status())
                .set(Delivery.DURATION_MS, sent.answer().duration().toMillis())
                .set(Delivery.ERROR, sent.answer().error())
                .set(Delivery.SIGNATURE, sent.signature())
                .set(Delivery.NEXT_ATTEMPT_AT, next)
                .remove(Lease.UNTIL)
                .when(Condition.all(
                        Condition.equal(Delivery.RUN, message.begun()),
                        Condition.equal(Delivery.ATTEMPTS, message.attempt())));
    }

    static Key key(DeliveryMessage message) {
        return Keys.delivery(message.tenantId(), message.endpointId(), message.eventId());
    }
}
