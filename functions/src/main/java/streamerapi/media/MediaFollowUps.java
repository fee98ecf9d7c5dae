package streamerapi.media;

import org.jspecify.annotations.Nullable;
import streamerapi.queues.StaleClaims;
import streamerapi.shared.events.Warnings;
import streamerapi.shared.json.Json;

import java.time.Instant;
import java.util.Map;
import java.util.Objects;

/// What must follow an event of the media queue: a warning of a claim that has grown old.
public final class MediaFollowUps {

    private final MediaQueue queue;
    private final StaleClaims staleClaims;

    public MediaFollowUps(MediaQueue queue, Warnings warnings) {
        this.queue = queue;
        this.staleClaims = new StaleClaims(warnings, "media", "A media item");
    }

    /// Does what follows the start of an item. It may be done twice.
    ///
    /// @param event the envelope
    public void afterStart(String tenantId, Map<String, @Nullable Object> event) {
        Map<String, @Nullable Object> data = Json.asObject(event.get("data"));
        String orderId =
                (String) Objects.requireNonNull(Json.asObject(data.get("media")).get("order_id"));
        Instant created = Instant.parse((String) Objects.requireNonNull(event.get("created")));
        Instant claimedAt = queue.claimStillHeld(tenantId, orderId, created);
        if (claimedAt != null) {
            staleClaims.warn(tenantId, orderId, claimedAt);
        }
    }
}
