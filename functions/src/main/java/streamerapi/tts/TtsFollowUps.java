package streamerapi.tts;

import org.jspecify.annotations.Nullable;
import streamerapi.queues.StaleClaims;
import streamerapi.shared.events.EventType;
import streamerapi.shared.events.Warnings;
import streamerapi.shared.json.Json;

import java.time.Instant;
import java.util.Map;
import java.util.Objects;

/// What must follow an event of the TTS queue: a warning of a claim that has grown old, and taking cleared tips out of
/// the index.
public final class TtsFollowUps {

    private final TtsQueue queue;
    private final StaleClaims staleClaims;

    public TtsFollowUps(TtsQueue queue, Warnings warnings) {
        this.queue = queue;
        this.staleClaims = new StaleClaims(warnings, "tts", "A tip");
    }

    /// Does what follows an event. It may be done twice.
    ///
    /// @param event the envelope
    public void after(String tenantId, Map<String, @Nullable Object> event) {
        EventType type =
                EventType.of((String) Objects.requireNonNull(event.get("type"))).orElseThrow();
        switch (type) {
            case QUEUE_TTS_STARTED -> warnOfStaleClaim(tenantId, event);
            case QUEUE_TTS_CLEARED -> queue.sweep(tenantId);
            default -> throw new IllegalArgumentException("Nothing follows " + type.label());
        }
    }

    private void warnOfStaleClaim(String tenantId, Map<String, @Nullable Object> event) {
        Map<String, @Nullable Object> data = Json.asObject(event.get("data"));
        String orderId =
                (String) Objects.requireNonNull(Json.asObject(data.get("tip")).get("order_id"));
        Instant created = Instant.parse((String) Objects.requireNonNull(event.get("created")));
        Instant claimedAt = queue.claimStillHeld(tenantId, orderId, created);
        if (claimedAt != null) {
            staleClaims.warn(tenantId, orderId, claimedAt);
        }
    }
}
