package streamerapi.shared.events;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.storage.Key;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// An event that a change will announce: its type and its data. Committing it gives it a time and an actor.
///
/// @param id its id, if it must be known before the commit; null to get one by it
/// @param isTriggered whether nothing happened: an app asked for the event, to try its own code
/// @param kept where it is kept until the fan-out gives it a row of its own; null if it has one from the commit on
public record Event(
        EventType type,
        Map<String, @Nullable Object> data,
        @Nullable String id,
        boolean isTriggered,
        @Nullable Kept kept) {

    /// The changed row, which holds the event that tells of it ([RowEvent]).
    ///
    /// @param row one of the rows that the change writes
    /// @param values the fields of the event's data that are the row's attributes of the same names, as they are after
    /// the change; in the data they stand as null
    public record Kept(Key row, List<String> values) {}

    public Event(EventType type, Map<String, @Nullable Object> data) {
        this(type, data, null, false, null);
    }

    /// An event that has nothing to say beyond its type.
    public static Event of(EventType type) {
        return new Event(type, Map.of());
    }

    /// The same event, which says that it is of a test: `test` in its data is true.
    Event ofTest() {
        Map<String, @Nullable Object> marked = new LinkedHashMap<>(data);
        marked.put("test", true);
        return new Event(type, marked, id, isTriggered, kept);
    }

    /// The same event, with an id.
    public Event withId(String known) {
        return new Event(type, data, known, isTriggered, kept);
    }

    /// The same event, of which nothing happened.
    public Event triggered() {
        return new Event(type, data, id, true, kept);
    }

    /// The same event, kept in the row that it tells of.
    public Event keptIn(Key row, String... values) {
        return new Event(type, data, id, isTriggered, new Kept(row, List.of(values)));
    }
}
