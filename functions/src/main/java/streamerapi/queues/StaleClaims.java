package streamerapi.queues;

import streamerapi.shared.events.Warnings;

import java.time.Instant;
import java.util.Map;

/// Warns of claims that have grown old: their holder has neither finished nor released the item.
public final class StaleClaims {

    private final Warnings warnings;
    private final String queue;
    private final String item;

    /// @param queue the queue as the warning names it: `tts`
    /// @param item what waits in it, for people
    public StaleClaims(Warnings warnings, String queue, String item) {
        this.warnings = warnings;
        this.queue = queue;
        this.item = item;
    }

    /// Warns of a claim, once, however often it is asked to.
    public void warn(String tenantId, String orderId, Instant claimedAt) {
        warnings.raiseHourly(
                tenantId,
                "claim_stale#" + queue + "#" + orderId + "#" + claimedAt.toEpochMilli(),
                Warnings.event(
                        "claim_stale",
                        item + " was claimed more than ten minutes ago, and neither finished nor released",
                        Map.of("order_id", orderId, "queue", queue, "claimed_at", claimedAt)));
    }
}
