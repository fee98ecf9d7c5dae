package streamerapi.shared.events;

import org.jspecify.annotations.Nullable;

import java.util.LinkedHashMap;
import java.util.Map;

/// An event that a change will announce: its type and its data. Committing it gives it a time and an actor.
///
/// @param id its id, if it must be known before the commit; null to get one by it
/// @param isTriggered whether nothing happened: an app asked for the event, to try its own code
public record Event(
        EventType type,
        Map<String, @Nullable Object> data,
        @Nullable String id,
        boolean isTriggered) {

    public Event(EventType type, Map<String, @Nullable Object> data) {
        this(type, data, null, false);
    }

    /// An event that has nothing to say beyond its type.
    public static Event of(EventType type) {
        return new Event(type, Map.of());
    }

    /// This event, marked as one of a test: `test` in its data is true.
    public Event ofTest() {
        Map<String, @Nullable Object> marked = new LinkedHashMap<>(data);
        marked.put("test", true);
        return new Event(type, marked, id, isTriggered);
    }

    /// This event, with an id.
    public Event withId(String known) {
        return new Event(type, data, known, isTriggered);
    }

    /// This event, marked as triggered: nothing has happened.
    public Event triggered() {
        return new Event(type, data, id, true);
    }
}
