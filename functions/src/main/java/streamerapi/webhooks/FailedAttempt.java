package streamerapi.webhooks;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.schema.Schema;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Partitions;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// An attempt of a delivery that failed, with the beginning of what the endpoint answered. It is kept for three days:
/// its reader is the developer who looks for the fault.
record FailedAttempt(Row row) {

    private static final Duration RETENTION = Duration.ofDays(3);

    static final Schema<FailedAttempt> SCHEMA =
            Schema.shown("FailedAttempt", "An attempt of a delivery that failed.", s -> {
                s.int32("attempt", attempt -> (int) attempt.row.number("attempt"))
                        .between(1, Delivery.MAX_ATTEMPTS)
                        .example(1);
                s.time("at", attempt -> attempt.row.instant("at")).example("2026-09-12T18:20:00.412Z");
                s.int32("response_status", FailedAttempt::status)
                        .between(100, 599)
                        .orNull()
                        .doc("What the endpoint answered; null if no answer came.")
                        .example(502);
                s.integer("duration_ms", attempt -> attempt.row.number("duration_ms"))
                        .between(0, Long.MAX_VALUE)
                        .example(138);
                s.text("error", attempt -> attempt.row.text("error"))
                        .doc("Why it failed.")
                        .example("The endpoint answered 502");
                s.text("answer", attempt -> attempt.row.textOrNull("answer"))
                        .orNull()
                        .doc("The first 1,024 bytes of the answer's body, as UTF-8; null if it had none.")
                        .example("upstream connect error");
            });

    private @Nullable Integer status() {
        return row.has("response_status") ? (int) row.number("response_status") : null;
    }

    private static String prefix(String deliveryId) {
        return "FAILED#" + deliveryId + "#";
    }

    /// Writes down that an attempt failed.
    static void write(Table table, DeliveryMessage message, Receiver.Answer answer, Instant now) {
        String delivery = Delivery.id(message.endpointId(), message.eventId());
        table.update(Write.update(new Key(
                        Partitions.deliveries(message.tenantId(), message.endpointId()), prefix(delivery) + now))
                .set("attempt", message.attempt())
                .set("at", now)
                .set("response_status", answer.status())
                .set("duration_ms", answer.duration().toMillis())
                .set("error", answer.error())
                .set("answer", answer.body())
                .set("expires_at", now.plus(RETENTION).getEpochSecond()));
    }

    /// A delivery's failed attempts of the last three days, oldest first.
    static List<FailedAttempt> of(Table table, String tenantId, Delivery delivery, Instant now) {
        return table
                .query(Query.of(Partitions.deliveries(tenantId, delivery.endpointId()), prefix(delivery.id()))
                        .after(prefix(delivery.id()) + now.minus(RETENTION)))
                .stream()
                .map(FailedAttempt::new)
                .toList();
    }
}
