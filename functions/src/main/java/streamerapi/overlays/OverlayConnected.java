package streamerapi.overlays;

import streamerapi.shared.events.EventSchema;
import streamerapi.shared.events.EventType;

import java.time.Instant;

/// An overlay's first socket came (`overlay.connected`).
public record OverlayConnected(String id, String name, Instant connectedAt) {

    public static final EventSchema<OverlayConnected> EVENT = EventSchema.of(EventType.OVERLAY_CONNECTED, s -> {
        s.object("overlay", it -> new OverlayReference(it.id, it.name), OverlayReference.SCHEMA);
        s.time("connected_at", OverlayConnected::connectedAt).sample(Instant.parse("2025-11-21T02:41:17.036Z"));
    });
}
