package streamerapi.tts;

import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
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

    /// The place of a tip. One that was cleared and is not swept yet is removed. One that was put back is where its
    /// replay is.
    public static TipPlace of(TableReader table, String tenantId, Tip tip) {
        return switch (tip.standing()) {
            case PLAYED -> PLAYED;
            case REMOVED -> ofRemoved(table, tenantId, tip);
            case IN_REVIEW, NOWHERE -> NOWHERE;
            case WAITING -> inQueue(table, tenantId, tip);
        };
    }

    private static TipPlace ofRemoved(TableReader table, String tenantId, Tip removed) {
        String replay = removed.find(Tip.PUT_BACK_AS);
        Row row = replay == null ? null : Tip.INDEX.find(table, tenantId, replay);
        return row == null ? REMOVED : of(table, tenantId, new Tip(row));
    }

    private static TipPlace inQueue(TableReader table, String tenantId, Tip tip) {
        Slot slot = Slot.of(table.get(Keys.ttsSlot(tenantId)));
        if (tip.orderId().equals(slot.current())) {
            return PLAYING;
        }
        return Clearing.isCleared(table, tenantId, slot, tip.orderId()) ? REMOVED : QUEUED;
    }
}
