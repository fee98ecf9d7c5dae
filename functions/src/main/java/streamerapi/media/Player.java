package streamerapi.media;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// The player on the overlay: whether it is paused, whether it is hidden, and which item is now: the one that was
/// started last, until it is over. A new player runs and is visible.
///
/// Its row stands before every item in the index, so that one query reads player and queue.
///
/// @param anchor since when the item has been playing without a pause, or null
/// @param isTest whether the item came with a test tip
record Player(
        boolean isPaused,
        boolean isHidden,
        @Nullable String current,
        @Nullable Instant anchor,
        boolean isTest) {

    static final Attribute.Flag PAUSED = Attribute.flag("paused");
    static final Attribute.Flag HIDDEN = Attribute.flag("hidden");

    private static final Attribute<String> CURRENT = Attribute.text("current_order_id");
    private static final Attribute<Instant> ANCHOR = Attribute.time("anchor");
    private static final Attribute.Flag IS_TEST = Attribute.flag("is_test");
    private static final String PLACE = "MQ!";

    static Player of(@Nullable Row row) {
        return row == null
                ? new Player(false, false, null, null, false)
                : new Player(row.get(PAUSED), row.get(HIDDEN), row.find(CURRENT), row.find(ANCHOR), row.get(IS_TEST));
    }

    static boolean isAt(Row row) {
        return PLACE.equals(row.find(Table.PLACE));
    }

    /// The write that makes an item the current one, in the place of any other.
    static Write begin(String tenantId, MediaItem item, Instant now) {
        return change(tenantId).set(CURRENT, item.orderId()).set(ANCHOR, now).set(IS_TEST, item.isTest() ? true : null);
    }

    /// A write that sets or clears a flag, on the condition that it has not been already.
    static Write flip(String tenantId, Attribute.Flag flag, boolean value) {
        return change(tenantId)
                .set(flag, value ? true : null)
                .when(value ? Condition.absent(flag) : Condition.exists(flag));
    }

    /// The player's write for the end of an item: the player has no current item any more if this was the one.
    /// Otherwise it checks that the current item is still the one that was read.
    Write ended(String tenantId, String orderId) {
        return orderId.equals(current)
                ? change(tenantId)
                        .remove(CURRENT)
                        .remove(ANCHOR)
                        .remove(IS_TEST)
                        .when(Condition.equal(CURRENT, orderId))
                : Write.check(Keys.mediaPlayer(tenantId))
                        .when(current == null ? Condition.absent(CURRENT) : Condition.equal(CURRENT, current));
    }

    /// The player's write for the end of several items, as for one.
    Write ended(String tenantId, List<MediaItem> items) {
        return items.stream()
                .map(MediaItem::orderId)
                .filter(orderId -> orderId.equals(current))
                .findFirst()
                .map(orderId -> ended(tenantId, orderId))
                .orElseGet(() -> ended(tenantId, ""));
    }

    /// A write that pauses it: the video's position is then unknown.
    static Write pause(String tenantId) {
        return flip(tenantId, PAUSED, true).remove(ANCHOR);
    }

    /// The position in the current video, in whole seconds; null while paused, or since a pause.
    @Nullable
    Long position(MediaItem item, Instant now) {
        if (isPaused || anchor == null) {
            return null;
        }
        long elapsed = Math.max(0, Duration.between(anchor, now).toSeconds());
        long position = item.startTime() + elapsed;
        return item.duration() == 0 ? position : Math.min(position, item.duration());
    }

    private static Write change(String tenantId) {
        return Write.update(Keys.mediaPlayer(tenantId)).set(Table.PLACE, PLACE);
    }
}
