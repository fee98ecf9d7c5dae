package streamerapi.queues;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.events.FollowedEvent;
import streamerapi.shared.events.Warnings;

import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;

/// Warns of claims that have grown old: their holder has neither finished nor released the item. It follows the event
/// of the start, and warns of a claim once, however often it is done.
public final class StaleClaims implements Consumer<FollowedEvent> {

    /// How long an item is claimed before the claim is old, beside the time for which it plays.
    public static final Duration MIN_AGE = Duration.ofMinutes(10);

    /// The claims of a queue.
    @FunctionalInterface
    public interface Claims {

        /// When an item was claimed, if that claim is still held and an event of this time can be its start; else null.
        @Nullable
        Instant stillHeld(String tenantId, String orderId, Instant eventCreated);
    }

    private final Warnings warnings;
    private final String queue;
    private final String item;
    private final String field;
    private final Claims claims;

    /// @param queue the queue as the warning names it: `tts`
    /// @param item what waits in it, for people
    /// @param field the item in the data of the event
    public StaleClaims(Warnings warnings, String queue, String item, String field, Claims claims) {
        this.warnings = warnings;
        this.queue = queue;
        this.item = item;
        this.field = field;
        this.claims = claims;
    }

    @Override
    public void accept(FollowedEvent event) {
        String orderId = event.text(field, "order_id");
        Instant claimedAt = claims.stillHeld(event.tenantId(), orderId, event.created());
        if (claimedAt != null) {
            warn(event.tenantId(), orderId, claimedAt);
        }
    }

    private void warn(String tenantId, String orderId, Instant claimedAt) {
        warnings.raiseHourly(
                tenantId,
                "claim_stale#" + queue + "#" + orderId + "#" + claimedAt.toEpochMilli(),
                StaleClaimWarning.EVENT.event(new StaleClaimWarning(item, orderId, queue, claimedAt)));
    }
}
