package streamerapi.shared.events;

import streamerapi.shared.json.Json;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/// An event that has been committed, at its place in the account's log.
///
/// @param place where it stands among the account's events: places sort in the order of the commits
/// @param type the label of its type, which a newer version can have written: the log is older than a rollback
/// @param body the envelope, the very bytes that each listener is sent
/// @param isOfRow whether it was kept in the row that it tells of, and gets a row of its own with its place
public record LoggedEvent(String tenantId, String place, String id, String type, String body, boolean isOfRow) {

    /// An event that has a row of its own.
    public LoggedEvent(String tenantId, String place, String id, String type, String body) {
        this(tenantId, place, id, type, body, false);
    }

    /// The event of a row that has its place.
    static LoggedEvent of(Row row) {
        return new LoggedEvent(
                Keys.tenantOf(row.key().partition()),
                row.text(Table.PLACE_INDEX),
                row.key().sort(),
                row.text("type"),
                row.text("body"));
    }

    /// Its type, if this version knows it.
    public Optional<EventType> knownType() {
        return EventType.of(type);
    }

    /// Whether it is of this type.
    public boolean is(EventType other) {
        return type.equals(other.label());
    }

    /// When it happened, as its envelope says.
    public Instant created() {
        return Instant.parse(
                (String) Objects.requireNonNull(Json.asObject(Json.read(body)).get("created")));
    }

    /// The envelope's bytes.
    public byte[] bytes() {
        return body.getBytes(StandardCharsets.UTF_8);
    }
}
