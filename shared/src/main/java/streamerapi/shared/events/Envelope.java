package streamerapi.shared.events;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.json.Json;
import streamerapi.shared.schema.Schema;

import java.time.Instant;
import java.util.Map;

/// An event as it is kept and sent: its data and what every event has.
///
/// @param type its label
/// @param actor its cause; null for the system
public record Envelope(
        String id, String type, Instant created, @Nullable Actor actor, Map<String, @Nullable Object> data) {

    private static final Schema<Envelope> SCHEMA = Schema.shown("Event", "An event.", s -> {
        s.text("id", Envelope::id);
        s.text("type", Envelope::type);
        s.time("created", Envelope::created);
        s.json("actor", envelope -> Actor.json(envelope.actor), "Actor");
        s.freeObject("data", Envelope::data);
    });

    /// The envelope of an event that happens now.
    public static Envelope of(String id, Event event, @Nullable Actor actor, Instant now) {
        return new Envelope(id, event.type().label(), now, actor, event.data());
    }

    /// Its very bytes, as a text.
    public String text() {
        return Json.writeText(SCHEMA.json(this));
    }
}
