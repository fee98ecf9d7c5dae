package streamerapi.tts;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;

import java.time.Instant;
import java.util.List;

/// The queue's one slot: whether it is paused, which tip is claimed and since when, and which clearings are not swept
/// yet.
///
/// Its row stands before every tip in the index, so that one query reads slot and queue.
record Slot(
        boolean isPaused,
        @Nullable String current,
        @Nullable Instant claimedAt,
        List<String> clearings) {

    static final String PAUSED = "paused";
    static final String CURRENT = "current_order_id";
    static final String CLAIMED_AT = "claimed_at";
    static final String CLEARINGS = "clearings";

    private static final String PLACE = "TQ!";

    static Slot of(@Nullable Row row) {
        return row == null
                ? new Slot(false, null, null, List.of())
                : new Slot(
                        row.flag(PAUSED), row.textOrNull(CURRENT), row.instantOrNull(CLAIMED_AT), row.texts(CLEARINGS));
    }

    static boolean isAt(Row row) {
        return PLACE.equals(row.textOrNull(Table.PLACE_INDEX));
    }

    /// A write to the slot, on the condition that it still is as it was seen here.
    Write ifUnchanged(String tenantId) {
        return Write.update(Keys.ttsSlot(tenantId))
                .set(Table.PLACE_INDEX, PLACE)
                .when(unchanged());
    }

    /// Whether the slot still is as it was seen here.
    Condition unchanged() {
        return Condition.all(
                isPaused ? Condition.equal(PAUSED, true) : Condition.absent(PAUSED),
                current == null ? Condition.absent(CURRENT) : Condition.equal(CURRENT, current),
                clearings.isEmpty() ? Condition.absent(CLEARINGS) : Condition.equal(CLEARINGS, clearings));
    }
}
