package streamerapi.queues;

import streamerapi.shared.events.EventSchema;

import java.time.Instant;
import java.util.List;

/// A claim is held too long (the warning `claim_stale`).
///
/// @param item what is claimed, for people
/// @param queue `tts` or `media`
public record StaleClaimWarning(String item, String orderId, String queue, Instant claimedAt) {

    public static final EventSchema<StaleClaimWarning> EVENT = EventSchema.warning("claim_stale", s -> {
        EventSchema.message(
                s, it -> it.item + " was claimed more than ten minutes ago, and neither finished nor released");
        s.text("order_id", StaleClaimWarning::orderId).component("MediaOrderId");
        s.oneOf("queue", StaleClaimWarning::queue, List.of("tts", "media"));
        s.time("claimed_at", StaleClaimWarning::claimedAt);
    });
}
