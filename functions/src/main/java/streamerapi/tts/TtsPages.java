package streamerapi.tts;

import org.jspecify.annotations.Nullable;
import streamerapi.queues.Lane;
import streamerapi.queues.Page;
import streamerapi.shared.storage.Contention;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What can be read of the TTS queue: the tips that wait, the one that plays, and those that were played.
public final class TtsPages {

    private final Table table;
    private final InstantSource clock;

    public TtsPages(Table table, InstantSource clock) {
        this.table = table;
        this.clock = clock;
    }

    /// The slot, and the tips that wait, oldest first; the claimed one is among them.
    record Waiting(Slot slot, List<Tip> tips) {}

    /// The whole queue.
    static Waiting waiting(Table table, String tenantId) {
        return read(table, tenantId, Integer.MAX_VALUE);
    }

    /// Up to `limit` tips of the queue from its head. One query reads slot, notes of clearings and tips; where notes
    /// take tips away there may be fewer than there could be, so it then reads all.
    private static Waiting read(Table table, String tenantId, int limit) {
        int rows = limit == Integer.MAX_VALUE ? limit : limit + 1;
        List<Row> index = table.query(Query.places(Keys.account(tenantId), "TQ").limit(rows));
        Slot slot = Slot.of(index.stream().filter(Slot::isAt).findFirst().orElse(null));
        if (!slot.clearings().isEmpty() && rows < Integer.MAX_VALUE) {
            return read(table, tenantId, Integer.MAX_VALUE);
        }
        return new Waiting(slot, tips(index, Clearing.noted(index)));
    }

    /// The queue as `GET /tts/queue` answers it: slot, and a page of tips.
    ///
    /// @param after the last page's `next_cursor`, or null for the head of the queue
    public Map<String, @Nullable Object> queue(String tenantId, int limit, @Nullable String after) {
        Waiting waiting = after == null ? read(table, tenantId, limit + 1) : readAfter(tenantId, after, limit + 1);
        Slot slot = waiting.slot();
        Map<String, @Nullable Object> body = new LinkedHashMap<>();
        body.put("is_paused", slot.isPaused());
        body.put("currently_playing", slot.current() != null);
        body.put("current_order_id", slot.current());
        body.putAll(Page.of(waiting.tips(), limit).json("items", Tip::json, Tip::orderId));
        return body;
    }

    /// The tip that plays, as `GET /tts/now` answers it.
    public Map<String, @Nullable Object> now(String tenantId) {
        Slot slot = Slot.of(table.get(Keys.ttsSlot(tenantId)));
        Tip tip = slot.current() == null ? null : claimed(tenantId, slot.current());
        Map<String, @Nullable Object> body = new LinkedHashMap<>();
        body.put("playing", tip != null);
        body.put("is_paused", slot.isPaused());
        body.put("tip", tip == null ? null : tip.json());
        body.put("started_at", tip == null ? null : slot.claimedAt());
        return body;
    }

    /// The id of the tip that an overlay holds a claim on, or null.
    public @Nullable String claimOf(String tenantId, String overlayId) {
        Slot slot = Slot.of(table.get(Keys.ttsSlot(tenantId)));
        return overlayId.equals(slot.claimedBy()) ? slot.current() : null;
    }

    /// @throws Contention where the tip is over since the slot was read
    private Tip claimed(String tenantId, String orderId) {
        Row row = table.get(Keys.tip(tenantId, orderId));
        if (row == null || !new Tip(row).isWaiting()) {
            throw new Contention("what played is over");
        }
        return new Tip(row);
    }

    /// A page of the history, most recent first, as `GET /tts/history` answers it.
    ///
    /// @param before the last page's `next_cursor`, or null for the newest
    public Map<String, @Nullable Object> history(String tenantId, int limit, @Nullable String before) {
        return Tip.LANE
                .history(table, tenantId, limit, before)
                .map(row -> new Tip(row).asOf(clock.instant()))
                .json("tips", Tip::historyJson, Tip::orderId);
    }

    /// A page of the tips that left the queue unplayed, most recently removed first.
    ///
    /// @param before the last page's `next_cursor`, or null for the newest
    public Map<String, @Nullable Object> removed(String tenantId, int limit, @Nullable String before) {
        return Tip.REMOVED
                .history(table, tenantId, limit, before)
                .map(Tip::new)
                .json("tips", Tip::removedJson, Tip::orderId);
    }

    /// A page that begins after a tip. A tip that has left the queue since still marks its place there.
    private Waiting readAfter(String tenantId, String after, int limit) {
        Key slotKey = Keys.ttsSlot(tenantId);
        Key tipKey = Keys.tip(tenantId, after);
        Map<Key, Row> rows = table.getAll(slotKey, tipKey);
        Row tip = rows.get(tipKey);
        if (tip == null) {
            throw Lane.unknownCursor("after");
        }
        Slot slot = Slot.of(rows.get(slotKey));
        List<Row> index = new ArrayList<>();
        if (!slot.clearings().isEmpty()) {
            slot.clearings().forEach(id -> addIfThere(index, table.get(Keys.ttsCleared(tenantId, id))));
        }
        Set<String> cleared = Clearing.noted(index);
        int rowsWanted = cleared.isEmpty() ? limit : Integer.MAX_VALUE;
        List<Row> found = table.query(Query.places(Keys.account(tenantId), Tip.LANE.queue())
                .after(Tip.LANE.queue() + new Tip(tip).turn())
                .limit(rowsWanted));
        return new Waiting(slot, tips(found, cleared));
    }

    private static void addIfThere(List<Row> rows, @Nullable Row row) {
        if (row != null) {
            rows.add(row);
        }
    }

    private static List<Tip> tips(List<Row> index, Set<String> cleared) {
        return index.stream()
                .filter(row -> row.text(Table.PLACE_INDEX).startsWith(Tip.LANE.queue()))
                .map(Tip::new)
                .filter(tip -> !cleared.contains(tip.orderId()))
                .toList();
    }
}
