package streamerapi.events;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.events.EventType;
import streamerapi.shared.json.Json;
import streamerapi.shared.storage.Keys;

import java.util.Map;
import java.util.Objects;

/// An event that has been committed, as the table's stream tells of it.
///
/// @param body the envelope, the very bytes that everybody is sent
record Committed(String tenantId, String id, EventType type, String body) {

    /// The event of a stream record.
    static Committed of(Map<String, @Nullable Object> record) {
        Map<String, @Nullable Object> row =
                Json.asObject(Json.asObject(record.get("dynamodb")).get("NewImage"));
        return new Committed(
                Keys.tenantOfEvents(text(row, "pk")),
                text(row, "sk"),
                EventType.of(text(row, "type")).orElseThrow(),
                text(row, "body"));
    }

    private static String text(Map<String, @Nullable Object> row, String attribute) {
        return (String) Objects.requireNonNull(Json.asObject(row.get(attribute)).get("S"), attribute);
    }
}
