package streamerapi.overlays;

import streamerapi.shared.events.EventSchema;
import streamerapi.shared.events.EventType;

import java.time.Instant;
import java.util.List;

/// An overlay's last socket went, and none came back (`overlay.disconnected`).
///
/// @param reason the label of a [DisconnectReason]
public record OverlayDisconnected(String id, String name, String reason, Instant disconnectedAt) {

    private static final List<String> REASONS =
            List.of("closed", "socket_closed", "heartbeat_timeout", "key_rotated", "overlay_deleted", "tenant_reset");

    public static final EventSchema<OverlayDisconnected> EVENT = EventSchema.of(EventType.OVERLAY_DISCONNECTED, s -> {
        s.object("overlay", it -> new OverlayReference(it.id, it.name), OverlayReference.SCHEMA);
        s.oneOf("reason", OverlayDisconnected::reason, REASONS).sample("socket_closed");
        s.time("disconnected_at", OverlayDisconnected::disconnectedAt)
                .sample(Instant.parse("2025-11-21T06:12:55.902Z"));
    });
}
