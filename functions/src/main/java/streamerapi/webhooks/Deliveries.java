package streamerapi.webhooks;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Contention;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The records of deliveries, kept for 30 days.
///
/// A record is also what keeps an attempt from being made twice: it is claimed before the attempt, for as long as one
/// can take, and a message whose attempt is claimed, or was made, ends there.
final class Deliveries {

    private static final Duration KEPT = Duration.ofDays(30);
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
        /// Somebody is making it; whether they get to the end is not known yet.
        BUSY
    }

    /// Claims an attempt.
    Claim claim(DeliveryMessage message) {
        Instant now = clock.instant();
        Write claim = Write.update(key(message))
                .set("attempts", message.attempt())
                .set("status", Delivery.PENDING)
                .set("event_type", message.eventType())
                .set("last_attempt_at", now)
                .set("busy_until", now.plus(LONGEST_ATTEMPT))
                .set("expires_at", now.plus(KEPT).getEpochSecond())
                .remove("next_attempt_at")
                .when(isNext(message.attempt(), now));
        Table.Updated updated = table.update(message.attempt() == 1 ? claim.set("created_at", now) : claim);
        if (updated.done()) {
            return Claim.MINE;
        }
        Row row = updated.row();
        if (row == null) {
            return Claim.OVER;
        }
        Instant busyUntil = new Delivery(row).busyUntil();
        boolean busy = row.number("attempts") == message.attempt() && busyUntil != null && busyUntil.isAfter(now);
        return busy ? Claim.BUSY : Claim.OVER;
    }

    /// Writes down that the attempt succeeded.
    void succeeded(DeliveryMessage message, Receiver.Answer answer) {
        table.update(settlement(message, answer, Delivery.SUCCEEDED, null));
    }

    /// Writes down that the attempt failed, and when the next one is due.
    void failed(DeliveryMessage message, Receiver.Answer answer, Instant next) {
        table.update(settlement(message, answer, Delivery.PENDING, next));
    }

    /// Writes down that the last attempt failed, and what that means for the endpoint: both or neither, so that every
    /// failed delivery counts once.
    void exhausted(DeliveryMessage message, Receiver.Answer answer, Write endpoint) {
        Contention.retrying(() -> {
            table.write(List.of(settlement(message, answer, Delivery.FAILED, null), endpoint));
            return Delivery.FAILED;
        });
    }

    /// A page of an endpoint's deliveries, newest first.
    Map<String, @Nullable Object> page(
            String tenantId, String endpointId, int limit, @Nullable String before, @Nullable String status) {
        String bound = before == null ? null : bound(tenantId, endpointId, before);
        List<Delivery> found = new ArrayList<>();
        int asked = limit + 1;
        while (found.size() < asked) {
            List<Row> rows = table.query(Query.of(Keys.deliveries(tenantId), endpointId + "#")
                    .newestFirst()
                    .after(bound)
                    .limit(asked));
            rows.stream()
                    .map(Delivery::new)
                    .filter(delivery -> status == null || status.equals(delivery.status()))
                    .forEach(found::add);
            if (rows.size() < asked) {
                break;
            }
            bound = rows.getLast().key().sort();
        }
        boolean more = found.size() > limit;
        List<Delivery> page = found.subList(0, Math.min(limit, found.size()));
        Map<String, @Nullable Object> body = new LinkedHashMap<>();
        body.put("deliveries", page.stream().map(Delivery::json).toList());
        body.put("has_more", more);
        body.put("next_cursor", more ? page.getLast().id() : null);
        return body;
    }

    private String bound(String tenantId, String endpointId, String deliveryId) {
        String ulid = endpointId.substring(endpointId.indexOf('_') + 1);
        if (deliveryId.startsWith("wd_") && deliveryId.endsWith(ulid) && deliveryId.length() == 3 + 2 * ulid.length()) {
            String eventId = "evt_" + deliveryId.substring(3, 3 + ulid.length());
            Key key = Keys.delivery(tenantId, endpointId, eventId);
            if (table.get(key) != null) {
                return key.sort();
            }
        }
        throw Problem.badField("before", "before is not a cursor of this list");
    }

    private static Condition isNext(int attempt, Instant now) {
        Condition unfinishedBefore = Condition.all(
                Condition.equal("attempts", attempt),
                Condition.equal("status", Delivery.PENDING),
                Condition.below("busy_until", now));
        Condition afterTheLast = attempt == 1
                ? Condition.noRow()
                : Condition.all(Condition.equal("attempts", attempt - 1), Condition.equal("status", Delivery.PENDING));
        return Condition.any(afterTheLast, unfinishedBefore);
    }

    private static Write settlement(
            DeliveryMessage message, Receiver.Answer answer, String status, @Nullable Instant next) {
        return Write.update(key(message))
                .set("status", status)
                .set("response_status", answer.status())
                .set("duration_ms", answer.duration().toMillis())
                .set("error", answer.error())
                .set("next_attempt_at", next)
                .remove("busy_until")
                .when(Condition.equal("attempts", message.attempt()));
    }

    private static Key key(DeliveryMessage message) {
        return Keys.delivery(message.tenantId(), message.endpointId(), message.eventId());
    }
}
