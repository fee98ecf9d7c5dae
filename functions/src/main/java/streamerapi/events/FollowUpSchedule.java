package streamerapi.events;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.events.FollowedEvent;
import streamerapi.shared.events.LoggedEvent;
import streamerapi.shared.json.Json;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The times at which the follow-ups of events are due, and the messages that ask for them.
final class FollowUpSchedule {

    /// The only field of the messages.
    static final String TASK = "follow_up";

    private FollowUpSchedule() {}

    /// The time at which the event's follow-up is due, or null if nothing follows. A stream record that comes twice
    /// gives the same time.
    static @Nullable Instant due(LoggedEvent event) {
        return followUp(event)
                .map(followUp -> followUp.due(FollowedEvent.of(event, followUp.type())))
                .orElse(null);
    }

    private static Optional<FollowUp> followUp(LoggedEvent event) {
        return event.hasHappened() ? event.knownType().flatMap(FollowUp::of) : Optional.empty();
    }

    /// The message that asks for a follow-up. It names when the follow-up is due, because SQS can hand it out earlier.
    static String message(LoggedEvent event, Instant due) {
        Map<String, @Nullable Object> message = new LinkedHashMap<>();
        message.put("tenant_id", event.tenantId());
        message.put("due", due.toEpochMilli());
        message.put(
                "event",
                withoutTexts(
                        Json.asObject(Json.read(event.body())),
                        followUp(event).orElseThrow().fields()));
        return message(message);
    }

    /// The message with these fields.
    static String message(Map<String, @Nullable Object> fields) {
        return Json.writeText(Map.of(TASK, fields));
    }

    /// An event with the fields of its data that the follow-up reads. The message can wait for days, so it has no text
    /// of a person.
    private static Map<String, @Nullable Object> withoutTexts(Map<String, @Nullable Object> event, Set<String> fields) {
        Map<String, @Nullable Object> kept = new LinkedHashMap<>(event);
        kept.put("data", only(fields, Json.asObject(event.get("data"))));
        kept.remove("actor");
        return kept;
    }

    private static Map<String, @Nullable Object> only(Set<String> fields, Map<String, @Nullable Object> data) {
        Map<String, @Nullable Object> kept = new LinkedHashMap<>();
        data.forEach((name, value) -> {
            if (value instanceof Map<?, ?>) {
                kept.put(name, only(fields, Json.asObject(value)));
            } else if (fields.contains(name)) {
                kept.put(name, value);
            }
        });
        return kept;
    }
}
