package streamerapi.webhooks;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.json.Json;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/// A message of the work queue: one attempt of a delivery to be made, when it is due, and the exact bytes to send.
///
/// @param begun when this run of attempts began: at the event, or when the delivery was asked for again
/// @param attempt 1 to 8
/// @param instead the run that this one takes the place of: of two requests for it at once, one has it made. Null if it
/// takes the place of any that began before
/// @param due when the attempt is to be made: a message can come before that, if its delay is longer than the
/// queue's
/// @param body the event's envelope, the same bytes at every attempt
public record DeliveryMessage(
        String tenantId,
        String endpointId,
        String eventId,
        String eventType,
        Instant begun,
        @Nullable Instant instead,
        int attempt,
        Instant due,
        String body) {

    /// The only field of the messages.
    public static final String TASK = "delivery";

    /// A run is known by the millisecond in which it began: the table and the queue keep no more of it.
    public DeliveryMessage {
        begun = begun.truncatedTo(ChronoUnit.MILLIS);
    }

    /// An attempt of a run that takes the place of any that began before.
    public DeliveryMessage(
            String tenantId,
            String endpointId,
            String eventId,
            String eventType,
            Instant begun,
            int attempt,
            Instant due,
            String body) {
        this(tenantId, endpointId, eventId, eventType, begun, null, attempt, due, body);
    }

    /// The first attempt of a run, due at once.
    public static DeliveryMessage first(
            String tenantId, String endpointId, String eventId, String eventType, Instant now, String body) {
        return new DeliveryMessage(tenantId, endpointId, eventId, eventType, now, 1, now, body);
    }

    /// This first attempt, of a run that takes the place of another.
    DeliveryMessage insteadOf(@Nullable Instant run) {
        return new DeliveryMessage(tenantId, endpointId, eventId, eventType, begun, run, attempt, due, body);
    }

    /// The attempt after this one.
    DeliveryMessage next(Instant due) {
        return new DeliveryMessage(tenantId, endpointId, eventId, eventType, begun, attempt + 1, due, body);
    }

    /// The message as text.
    public String toText() {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("tenant_id", tenantId);
        json.put("endpoint_id", endpointId);
        json.put("event_id", eventId);
        json.put("event_type", eventType);
        json.put("begun", begun.toEpochMilli());
        if (instead != null) {
            json.put("instead", instead.toEpochMilli());
        }
        json.put("attempt", attempt);
        json.put("due", due.toEpochMilli());
        json.put("body", body);
        return Json.writeText(Map.of(TASK, json));
    }

    /// The message with these fields, which stand under [#TASK].
    static DeliveryMessage of(Map<String, @Nullable Object> json) {
        return new DeliveryMessage(
                Json.text(json, "tenant_id"),
                Json.text(json, "endpoint_id"),
                Json.text(json, "event_id"),
                Json.text(json, "event_type"),
                Instant.ofEpochMilli(number(json, "begun").longValueExact()),
                json.get("instead") instanceof BigDecimal run ? Instant.ofEpochMilli(run.longValueExact()) : null,
                number(json, "attempt").intValueExact(),
                Instant.ofEpochMilli(number(json, "due").longValueExact()),
                Json.text(json, "body"));
    }

    private static BigDecimal number(Map<String, @Nullable Object> json, String name) {
        return (BigDecimal) Objects.requireNonNull(json.get(name), name);
    }
}
