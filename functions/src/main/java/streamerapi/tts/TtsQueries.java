package streamerapi.tts;

import org.jspecify.annotations.Nullable;
import streamerapi.queues.QueueIndex;
import streamerapi.queues.Standing;
import streamerapi.shared.schema.CursorPage;
import streamerapi.shared.schema.Schema;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.WriteConflict;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The reads of the TTS queue: the tips that wait, the one that plays, and those that were played.
public final class TtsQueries {

    static final int MAX_PAGE = 1_000;

    private static final Duration PLACE_IS_MADE_WITHIN = Duration.ofMinutes(1);

    private final Table table;
    private final InstantSource clock;

    public TtsQueries(Table table, InstantSource clock) {
        this.table = table;
        this.clock = clock;
    }

    /// The slot, and the tips that wait, in the order in which they play; the claimed one is among them.
    record Waiting(Slot slot, List<Tip> tips) {}

    /// A page of the queue, as `GET /tts/queue` answers it.
    record QueuePage(Slot slot, CursorPage<Tip> page) {

        static final Schema<QueuePage> SCHEMA =
                Schema.shown("TtsQueue", "The queue's state, and the tips that wait.", s -> {
                    s.flag("is_paused", queue -> queue.slot.isPaused())
                            .doc("While true nothing new starts; the queue keeps accumulating.")
                            .example(false);
                    s.flag("currently_playing", queue -> queue.slot.current() != null)
                            .doc("Whether a tip is claimed.");
                    s.text("current_order_id", queue -> queue.slot.current())
                            .component("OrderId")
                            .orNull()
                            .doc("The claimed tip, which is among the waiting ones until it is finished or skipped.")
                            .example(Tip.ORDER_ID_EXAMPLE);
                    s.list("items", queue -> queue.page.items(), Tip.QUEUED)
                            .max(MAX_PAGE)
                            .doc(
                                    "Every waiting tip, the claimed one too, oldest first, behind those that were put at the"
                                            + " head.");
                    s.flag("has_more", queue -> queue.page.nextCursor() != null)
                            .doc("Whether there is another page.")
                            .example(false);
                    s.text("next_cursor", queue -> queue.page.nextCursor())
                            .component("OrderId")
                            .orNull()
                            .doc("Send it as `after` to get the next page; null on the last page.");
                });
    }

    /// The tip that plays, as `GET /tts/now` answers it.
    record Now(Slot slot, @Nullable Tip tip) {

        static final Schema<Now> SCHEMA = Schema.shown("TtsNow", "The tip that plays, if one does.", s -> {
            s.flag("playing", now -> now.tip != null);
            s.flag("is_paused", now -> now.slot.isPaused()).example(false);
            s.object("tip", Now::tip, Tip.QUEUED).orNull().example(Tip.QUEUED.example(true));
            s.time("started_at", now -> now.tip == null ? null : now.slot.claimedAt())
                    .orNull()
                    .doc("When the tip was claimed. There is no live position: TTS audio has no known duration.")
                    .example("2026-09-12T18:21:04.456Z");
        });
    }

    /// The whole queue.
    static Waiting waiting(Table table, String tenantId) {
        return read(table, tenantId, Integer.MAX_VALUE);
    }

    /// The tip at the head of the queue, claimed or not.
    ///
    /// @throws WriteConflict if no tip waits any more
    static Tip head(Table table, String tenantId) {
        return read(table, tenantId, 1).tips().stream()
                .findFirst()
                .orElseThrow(() -> new WriteConflict("no tip waits any more"));
    }

    /// Up to `limit` tips of the queue from its head. One query reads slot, notes of clearings and tips; if notes
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

    /// A page of the queue.
    ///
    /// @param after the last page's `next_cursor`, or null for the head of the queue
    QueuePage queue(String tenantId, int limit, @Nullable String after) {
        Waiting waiting = after == null ? read(table, tenantId, limit + 1) : readAfter(tenantId, after, limit + 1);
        return new QueuePage(
                waiting.slot(),
                CursorPage.of(waiting.tips(), limit, Tip::orderId).map(tip -> tip.asOf(clock.instant())));
    }

    /// A page of the tips that wait, the claimed one too.
    ///
    /// @param after the last page's cursor, or null for the head of the queue
    /// @throws Problem `bad_request` if the tip of the cursor is no more
    public CursorPage<Tip> waiting(String tenantId, int limit, @Nullable String after) {
        return queue(tenantId, limit, after).page();
    }

    /// The head of the queue, as a socket's first frame has it.
    public Map<String, @Nullable Object> snapshot(String tenantId, int limit) {
        return QueuePage.SCHEMA.json(queue(tenantId, limit, null));
    }

    /// The tip that plays.
    Now now(String tenantId) {
        Slot slot = Slot.of(table.get(Keys.ttsSlot(tenantId)));
        return new Now(slot, slot.current() == null ? null : claimed(tenantId, slot.current()));
    }

    /// The id of the tip that an overlay holds a claim on, or null.
    public @Nullable String claimOf(String tenantId, String overlayId) {
        Slot slot = Slot.of(table.get(Keys.ttsSlot(tenantId)));
        return overlayId.equals(slot.claimedBy()) ? slot.current() : null;
    }

    /// @throws WriteConflict if the tip is over since the slot was read
    private Tip claimed(String tenantId, String orderId) {
        Row row = table.get(Keys.tip(tenantId, orderId));
        if (row == null || new Tip(row).standing() != Standing.WAITING) {
            throw new WriteConflict("what played is over");
        }
        return new Tip(row).asOf(clock.instant());
    }

    /// A page of the history, most recent first.
    ///
    /// @param before the last page's `next_cursor`, or null for the newest
    public CursorPage<Tip> history(String tenantId, int limit, @Nullable String before) {
        return page(Standing.PLAYED, tenantId, limit, before);
    }

    /// The newest page of the tips that were played before a time. It can begin a moment later: a tip's place in the
    /// history is not made at the very instant that its `played_at` tells.
    public CursorPage<Tip> historyBefore(String tenantId, int limit, Instant time) {
        Instant now = clock.instant();
        if (!time.isBefore(now)) {
            return history(tenantId, limit, null);
        }
        Instant bound = time.isBefore(Instant.EPOCH) ? Instant.EPOCH : time.plus(PLACE_IS_MADE_WITHIN);
        return Tip.INDEX.pageOfEarlier(Standing.PLAYED, table, tenantId, limit, bound, row -> new Tip(row).asOf(now));
    }

    /// A page of the tips that left the queue unplayed, most recently removed first.
    ///
    /// @param before the last page's `next_cursor`, or null for the newest
    CursorPage<Tip> removed(String tenantId, int limit, @Nullable String before) {
        return page(Standing.REMOVED, tenantId, limit, before);
    }

    private CursorPage<Tip> page(Standing list, String tenantId, int limit, @Nullable String before) {
        return Tip.INDEX.page(list, table, tenantId, limit, before, row -> new Tip(row).asOf(clock.instant()));
    }

    /// A page that begins after a tip. A tip that has left the queue since still marks its place there; one that waits
    /// for a decision has none.
    ///
    /// @throws Problem `bad_request` if no such tip was ever in the queue
    private Waiting readAfter(String tenantId, String after, int limit) {
        Key slotKey = Keys.ttsSlot(tenantId);
        Key tipKey = Keys.tip(tenantId, after);
        Map<Key, Row> rows = table.getAll(slotKey, tipKey);
        Row row = rows.get(tipKey);
        Tip tip = row == null ? null : new Tip(row);
        if (tip == null || tip.queuedAt() == null) {
            throw QueueIndex.unknownCursor("after");
        }
        Slot slot = Slot.of(rows.get(slotKey));
        List<Row> index = new ArrayList<>();
        if (!slot.clearings().isEmpty()) {
            slot.clearings().forEach(id -> addIfThere(index, table.get(Keys.ttsCleared(tenantId, id))));
        }
        Set<String> cleared = Clearing.noted(index);
        int rowsWanted = cleared.isEmpty() ? limit : Integer.MAX_VALUE;
        List<Row> found = table.query(Query.places(Keys.account(tenantId), Tip.INDEX.prefix(Standing.WAITING))
                .after(Tip.INDEX.prefix(Standing.WAITING) + tip.turn())
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
                .filter(row -> row.get(Table.PLACE).startsWith(Tip.INDEX.prefix(Standing.WAITING)))
                .map(Tip::new)
                .filter(tip -> !cleared.contains(tip.orderId()))
                .toList();
    }
}
