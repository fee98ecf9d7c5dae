package streamerapi.shared.events;

import streamerapi.shared.json.Json;
import streamerapi.shared.storage.Attribute;
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
/// @param commit the commit that it is of, and its number there, as [#COMMIT] has it; empty if it is its only event
public record LoggedEvent(
        String tenantId, String place, String id, String type, String body, Origin origin, String commit) {

    public static final Attribute<String> BODY = Attribute.text("body");
    public static final Attribute<String> TYPE = Attribute.text("type");

    /// The attribute of a row whose event was triggered.
    public static final Attribute.Flag TRIGGERED = Attribute.flag("triggered");

    /// The attribute of a row whose event is one of several of a commit: `<id of the first>#<number in the commit>`.
    /// Texts of one commit sort in the order of its events.
    public static final Attribute<String> COMMIT = Attribute.text("commit");

    /// The origin of an event.
    public enum Origin {
        /// It was written with the change that it tells of.
        CHANGE,
        /// An app asked for it, to try its own code: it goes to sockets and endpoints, and nothing else follows.
        TRIGGER
    }

    /// The event of a row that has its place.
    static LoggedEvent of(Row row) {
        return of(row, row.get(Table.PLACE));
    }

    /// The event of a row at a place that the row need not have yet.
    public static LoggedEvent of(Row row, String place) {
        return new LoggedEvent(
                Keys.tenantOf(row.key().partition()),
                place,
                row.key().sort(),
                row.get(TYPE),
                row.get(BODY),
                row.has(TRIGGERED) ? Origin.TRIGGER : Origin.CHANGE,
                Objects.requireNonNullElse(row.find(COMMIT), ""));
    }

    /// This event at another place.
    public LoggedEvent at(String other) {
        return new LoggedEvent(tenantId, other, id, type, body, origin, commit);
    }

    /// Whether it tells of a change.
    public boolean hasHappened() {
        return origin != Origin.TRIGGER;
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
        return Instant.parse(Json.text(Json.asObject(Json.read(body)), "created"));
    }

    /// The envelope's bytes.
    public byte[] bytes() {
        return body.getBytes(StandardCharsets.UTF_8);
    }
}
