package streamerapi.tts;

import streamerapi.shared.events.Outcome;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;

import java.time.Instant;

/// A tip that an overlay claimed and left behind (contract "Overlays' own rights").
public final class AbandonedTip {

    private final Table table;

    public AbandonedTip(Table table) {
        this.table = table;
    }

    /// Lets go of the tip that an overlay claimed while it had a socket, if it holds one: the tip waits again, in its
    /// old place.
    ///
    /// @param from when the overlay's first socket came
    /// @param to when its last one went
    public Outcome<?> release(String tenantId, String overlayId, Instant from, Instant to) {
        Slot slot = Slot.of(table.get(Keys.ttsSlot(tenantId)));
        String orderId = slot.current();
        Instant claimedAt = slot.claimedAt();
        if (orderId == null
                || claimedAt == null
                || !overlayId.equals(slot.claimedBy())
                || claimedAt.isBefore(from)
                || claimedAt.isAfter(to)) {
            return Outcome.empty();
        }
        Row row = table.get(Keys.tip(tenantId, orderId));
        return Outcome.empty()
                .writing(slot.free(tenantId))
                .emitting(TipEvents.RELEASED, TipEvents.Released.of(orderId, row))
                .ofTest(slot.isTest());
    }
}
