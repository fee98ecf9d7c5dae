package streamerapi.tts;

import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.TableReader;

/// The place of a tip that was let in.
public enum TipPlace {
    /// It waits.
    QUEUED,
    /// It is claimed.
    PLAYING,
    PLAYED,
    /// It left the queue unplayed.
    REMOVED,
    /// It entered no queue: it was let in and not heard.
    NOWHERE;

    /// The place of a tip. One that was cleared and is not swept yet is removed.
    public static TipPlace of(TableReader table, String tenantId, Tip tip) {
        return switch (tip.standing()) {
            case PLAYED -> PLAYED;
            case REMOVED -> REMOVED;
            case IN_REVIEW, NOWHERE -> NOWHERE;
            case WAITING -> inQueue(table, tenantId, tip);
        };
    }

    private static TipPlace inQueue(TableReader table, String tenantId, Tip tip) {
        Slot slot = Slot.of(table.get(Keys.ttsSlot(tenantId)));
        if (tip.orderId().equals(slot.current())) {
            return PLAYING;
        }
        return Clearing.isCleared(table, tenantId, slot, tip.orderId()) ? REMOVED : QUEUED;
    }
}
