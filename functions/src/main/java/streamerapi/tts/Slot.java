package streamerapi.tts;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;

import java.time.Instant;
import java.util.List;

/// The queue's one slot: whether it is paused, which tip is claimed and since when, and which clearings are not swept
/// yet. It counts the changes to itself, and the tips that are removed.
///
/// Of who holds the claim it knows the overlay, if it is one: an overlay that is gone loses it. Of the claimed tip it
/// knows whether it is a test, so that a skip says so without reading the tip.
///
/// Its row stands before every tip in the index, so that one query reads slot and queue.
record Slot(
        boolean isPaused,
        @Nullable String current,
        @Nullable Instant claimedAt,
        @Nullable String claimedBy,
        boolean isTest,
        List<String> clearings,
        long changes) {

    static final Attribute.Flag PAUSED = Attribute.flag("paused");
    static final Attribute<List<String>> CLEARINGS = Attribute.texts("clearings");

    private static final Attribute<String> CURRENT = Attribute.text("current_order_id");
    private static final Attribute<Instant> CLAIMED_AT = Attribute.time("claimed_at");
    private static final Attribute<String> CLAIMED_BY = Attribute.text("claimed_by");
    private static final Attribute.Flag IS_TEST = Attribute.flag("is_test");
    private static final Attribute.Whole CHANGES = Attribute.whole("changes");
    private static final String PLACE = "TQ!";

    static Slot of(@Nullable Row row) {
        return row == null
                ? new Slot(false, null, null, null, false, List.of(), 0)
                : new Slot(
                        row.get(PAUSED),
                        row.find(CURRENT),
                        row.find(CLAIMED_AT),
                        row.find(CLAIMED_BY),
                        row.get(IS_TEST),
                        row.get(CLEARINGS),
                        row.get(CHANGES));
    }

    static boolean isAt(Row row) {
        return PLACE.equals(row.find(Table.PLACE));
    }

    /// A write to the slot, on the condition that it still is as it was seen here.
    Write ifUnchanged(String tenantId) {
        return Write.update(Keys.ttsSlot(tenantId))
                .set(Table.PLACE, PLACE)
                .add(CHANGES, 1)
                .when(unchanged());
    }

    /// A write to the slot, on the condition that no tip has left the queue, and nothing else has changed, since it was
    /// seen here: not even there and back again.
    Write ifUntouched(String tenantId) {
        return ifUnchanged(tenantId)
                .alsoWhen(changes == 0 ? Condition.absent(CHANGES) : Condition.equal(CHANGES, changes));
    }

    /// A write that claims the slot for a tip, if it still is as it was seen here.
    ///
    /// @param overlayId the overlay that claims it; null for any other consumer
    Write claim(String tenantId, Tip tip, Instant now, @Nullable String overlayId) {
        return ifUnchanged(tenantId)
                .set(CURRENT, tip.orderId())
                .set(CLAIMED_AT, now)
                .set(CLAIMED_BY, overlayId)
                .set(IS_TEST, tip.isTest() ? true : null);
    }

    /// A write that lets the slot go, if it still is as it was seen here.
    Write free(String tenantId) {
        return withoutClaim(ifUnchanged(tenantId));
    }

    /// A write that lets the slot go, as of [#ifUntouched].
    Write freeIfUntouched(String tenantId) {
        return withoutClaim(ifUntouched(tenantId));
    }

    private static Write withoutClaim(Write change) {
        return change.remove(CURRENT).remove(CLAIMED_AT).remove(CLAIMED_BY).remove(IS_TEST);
    }

    private Condition unchanged() {
        return Condition.all(
                isPaused ? Condition.equal(PAUSED, true) : Condition.absent(PAUSED),
                current == null ? Condition.absent(CURRENT) : Condition.equal(CURRENT, current),
                clearings.isEmpty() ? Condition.absent(CLEARINGS) : Condition.equal(CLEARINGS, clearings));
    }
}
