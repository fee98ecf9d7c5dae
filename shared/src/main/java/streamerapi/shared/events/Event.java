package streamerapi.shared.events;

import org.jspecify.annotations.Nullable;

import java.util.Map;

/// An event that a change will announce: its type and its data. Committing it gives it a time and an actor.
///
/// @param id its id, if it must be known before the commit; null to get one by it
public record Event(
        EventType type,
        Map<String, @Nullable Object> data,
        @Nullable String id) {

    public Event(EventType type, Map<String, @Nullable Object> data) {
        this(type, data, null);
    }

    /// An event that has nothing to say beyond its type.
    public static Event of(EventType type) {
        return new Event(type, Map.of());
    }

    /// The same event, with an id.
    public Event withId(String known) {
        return new Event(type, data, known);
    }
}
