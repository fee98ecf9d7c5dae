package streamerapi.shared.events;

import org.jspecify.annotations.Nullable;

import java.util.Map;

/// An event that a change will announce: its type and its data. Committing it gives it an id, a time and an actor.
public record Event(EventType type, Map<String, @Nullable Object> data) {

    /// An event that has nothing to say beyond its type.
    public static Event of(EventType type) {
        return new Event(type, Map.of());
    }
}
