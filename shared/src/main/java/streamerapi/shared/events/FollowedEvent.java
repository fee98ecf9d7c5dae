package streamerapi.shared.events;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.json.Json;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;

/// An event that work follows, at once or at a later time.
///
/// @param created when it happened
/// @param data its envelope's `data`
public record FollowedEvent(String tenantId, EventType type, Instant created, Map<String, @Nullable Object> data) {

    /// @param envelope the event as listeners are sent it
    public static FollowedEvent of(String tenantId, Map<String, @Nullable Object> envelope) {
        return new FollowedEvent(
                tenantId,
                EventType.of(Json.text(envelope, "type")).orElseThrow(),
                Instant.parse(Json.text(envelope, "created")),
                Json.asObject(envelope.get("data")));
    }

    /// @param type of the event
    public static FollowedEvent of(LoggedEvent event, EventType type) {
        Map<String, @Nullable Object> envelope = Json.asObject(Json.read(event.body()));
        return new FollowedEvent(
                event.tenantId(),
                type,
                Instant.parse(Json.text(envelope, "created")),
                Json.asObject(envelope.get("data")));
    }

    /// A text of its data.
    public String text(String name) {
        return Json.text(data, name);
    }

    /// A text of an object in its data.
    public String text(String object, String name) {
        return Json.text(Json.asObject(data.get(object)), name);
    }

    /// An integer of an object in its data.
    public long integer(String object, String name) {
        return ((BigDecimal)
                        Objects.requireNonNull(Json.asObject(data.get(object)).get(name), name))
                .longValueExact();
    }
}
