package streamerapi.webhooks;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.schema.Schema;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Partitions;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/// An attempt of a delivery that failed, with the beginning of what the endpoint answered. It is kept for three days:
/// its reader is the developer who looks for the fault.
record FailedAttempt(
        int attempt,
        Instant at,
        @Nullable Integer responseStatus,
        long durationMs,
        String error,
        @Nullable String answer,
        @Nullable Map<String, @Nullable Object> headers) {

    private static final Attribute<String> ANSWER = Attribute.text("answer");
    private static final Attribute<Instant> AT = Attribute.time("at");
    private static final Attribute.Whole ATTEMPT = Attribute.whole("attempt");
    private static final Attribute.Whole DURATION_MS = Attribute.whole("duration_ms");
    private static final Attribute<String> ERROR = Attribute.text("error");
    private static final Attribute<Integer> RESPONSE_STATUS = Attribute.int32("response_status");

    private static final Duration RETENTION = Duration.ofDays(3);

    static final Schema<FailedAttempt> SCHEMA =
            Schema.shown("FailedAttempt", "An attempt of a delivery that failed.", s -> {
                s.int32("attempt", FailedAttempt::attempt)
                        .between(1, Delivery.MAX_ATTEMPTS)
                        .example(1);
                s.time("at", FailedAttempt::at).example("2026-09-12T18:20:00.412Z");
                s.int32("response_status", FailedAttempt::responseStatus)
                        .between(0, 999)
                        .orNull()
                        .doc("The endpoint's status; null if no answer came.")
                        .example(502);
                s.integer("duration_ms", FailedAttempt::durationMs)
                        .between(0, Long.MAX_VALUE)
                        .example(138);
                s.text("error", FailedAttempt::error).doc("Why it failed.").example("The endpoint answered 502");
                s.text("answer", FailedAttempt::answer)
                        .orNull()
                        .doc("The first 1,024 bytes of the answer's body, as UTF-8; null if it had none.")
                        .example("upstream connect error");
                s.freeObject("headers", FailedAttempt::headers).orNull().doc(SentHeaders.DOC);
            });

    private static FailedAttempt of(Row row, SentHeaders headers) {
        int attempt = (int) row.get(ATTEMPT);
        return new FailedAttempt(
                attempt,
                row.get(AT),
                row.find(RESPONSE_STATUS),
                row.get(DURATION_MS),
                row.get(ERROR),
                row.find(ANSWER),
                headers.of(attempt, row.find(Delivery.SIGNATURE)));
    }

    private static String prefix(String deliveryId) {
        return "FAILED#" + deliveryId + "#";
    }

    /// Writes down that an attempt failed.
    static void write(Table table, DeliveryMessage message, Sender.SignedAttempt sent, Instant now) {
        WebhookClient.Answer answer = sent.answer();
        String delivery = Delivery.id(message.endpointId(), message.eventId());
        table.update(Write.update(new Key(
                        Partitions.deliveries(message.tenantId(), message.endpointId()), prefix(delivery) + now))
                .set(ATTEMPT, message.attempt())
                .set(AT, now)
                .set(RESPONSE_STATUS, answer.status())
                .set(DURATION_MS, answer.duration().toMillis())
                .set(ERROR, answer.error())
                .set(ANSWER, answer.body())
                .set(Delivery.SIGNATURE, sent.signature())
                .set(Table.EXPIRES_AT, now.plus(RETENTION).getEpochSecond()));
    }

    /// The rows of a delivery's failed attempts of the last three days, oldest first.
    static List<Row> rows(Table table, String tenantId, Delivery delivery, Instant now) {
        return table.query(Query.of(Partitions.deliveries(tenantId, delivery.endpointId()), prefix(delivery.id()))
                .after(prefix(delivery.id()) + now.minus(RETENTION)));
    }

    /// The attempts that rows hold.
    static List<FailedAttempt> of(List<Row> rows, SentHeaders headers) {
        return rows.stream().map(row -> of(row, headers)).toList();
    }
}
