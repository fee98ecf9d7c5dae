package streamerapi.media;

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

import java.time.InstantSource;
import java.util.List;
import java.util.Map;

/// The reads of the media queue: the items that wait, the one that plays, and those that are over.
public final class MediaQueries {

    static final int MAX_PAGE = 1_000;

    private final Table table;
    private final InstantSource clock;

    public MediaQueries(Table table, InstantSource clock) {
        this.table = table;
        this.clock = clock;
    }

    /// The player, and items that wait, oldest first; those that are claimed are among them.
    private record Waiting(Player player, List<MediaItem> items) {}

    /// A page of the queue, as `GET /media/queue` answers it.
    record QueuePage(Player player, CursorPage<MediaItem> page) {

        static final Schema<QueuePage> SCHEMA =
                Schema.shown("MediaQueue", "The player's state, and the videos that wait.", s -> {
                    s.flag("is_paused", queue -> queue.player.isPaused()).example(false);
                    s.flag("visible", queue -> !queue.player.isHidden())
                            .doc("Whether the player is shown on the overlay.");
                    s.flag("playing", queue -> queue.player.current() != null);
                    s.text("current_order_id", queue -> queue.player.current())
                            .component("MediaOrderId")
                            .orNull()
                            .doc("The item that was started last, until it is over.")
                            .example(MediaItem.ORDER_ID_EXAMPLE);
                    s.list("items", queue -> queue.page.items(), MediaItem.QUEUED)
                            .max(MAX_PAGE)
                            .doc("Every waiting item, claimed ones too, oldest first.");
                    s.flag("has_more", queue -> queue.page.nextCursor() != null)
                            .doc("Whether there is another page.")
                            .example(false);
                    s.text("next_cursor", queue -> queue.page.nextCursor())
                            .component("MediaOrderId")
                            .orNull()
                            .doc("Send it as `after` to get the next page; null on the last page.");
                });
    }

    /// The item that plays, as `GET /media/now` answers it.
    record Now(
            Player player,
            @Nullable MediaItem item,
            @Nullable Long position) {

        static final Schema<Now> SCHEMA = Schema.shown("MediaNow", "The video that plays, if one does.", s -> {
            s.flag("playing", now -> now.item != null);
            s.flag("is_paused", now -> now.player.isPaused()).example(false);
            s.flag("visible", now -> !now.player.isHidden());
            s.object("media", Now::item, MediaItem.QUEUED).orNull().example(MediaItem.QUEUED.example(true));
            s.time("started_at", now -> now.item == null ? null : now.player.anchor())
                    .orNull()
                    .doc("Since when the item has been playing without a pause: the timing anchor. Null after a pause,"
                            + " until an item is started.")
                    .example("2026-09-12T18:21:04.456Z");
            s.integer("position_seconds", Now::position)
                    .between(0, Long.MAX_VALUE)
                    .orNull()
                    .doc("The start offset and what has passed since `started_at`, capped at the video's known"
                            + " duration; null while paused or without `started_at`.")
                    .example(12);
        });
    }

    /// A page of the queue.
    ///
    /// @param after the last page's `next_cursor`, or null for the head of the queue
    QueuePage queue(String tenantId, int limit, @Nullable String after) {
        Waiting waiting = after == null ? head(tenantId, limit + 1) : after(tenantId, after, limit + 1);
        return new QueuePage(waiting.player(), CursorPage.of(waiting.items(), limit, MediaItem::orderId));
    }

    /// The head of the queue, as a socket's first frame has it.
    public Snapshot snapshot(String tenantId, int limit) {
        return new Snapshot(queue(tenantId, limit, null));
    }

    /// The head of the queue, at one moment.
    public static final class Snapshot {
        private final QueuePage queue;

        private Snapshot(QueuePage queue) {
            this.queue = queue;
        }

        /// The queue as `GET /media/queue` answers it.
        public Map<String, @Nullable Object> json() {
            return QueuePage.SCHEMA.json(queue);
        }

        /// The id of the item that plays, if an overlay holds a claim on it; else null.
        public @Nullable String claimOf(String overlayId) {
            return queue.page.items().stream()
                    .filter(item -> item.orderId().equals(queue.player.current()) && item.isClaimedBy(overlayId))
                    .map(MediaItem::orderId)
                    .findFirst()
                    .orElse(null);
        }
    }

    /// The item that plays.
    Now now(String tenantId) {
        Player player = Player.of(table.get(Keys.mediaPlayer(tenantId)));
        if (player.current() == null) {
            return new Now(player, null, null);
        }
        MediaItem item = claimed(tenantId, player.current());
        return new Now(player, item, player.position(item, clock.instant()));
    }

    /// A page of the history, most recent first.
    ///
    /// @param before the last page's `next_cursor`, or null for the newest
    CursorPage<MediaItem> history(String tenantId, int limit, @Nullable String before) {
        return MediaItem.INDEX.page(Standing.PLAYED, table, tenantId, limit, before, MediaItem::new);
    }

    private Waiting head(String tenantId, int limit) {
        List<Row> index = table.query(Query.places(Keys.account(tenantId), "MQ").limit(limit + 1));
        Row player = index.stream().filter(Player::isAt).findFirst().orElse(null);
        List<MediaItem> items = index.stream()
                .filter(row -> !Player.isAt(row))
                .limit(limit)
                .map(MediaItem::new)
                .toList();
        return new Waiting(Player.of(player), items);
    }

    /// A page that begins after an item. One that has left the queue since still marks its place there; one that waits
    /// with its tip for a decision has none.
    ///
    /// @throws Problem `bad_request` if there never was such an item in the queue
    private Waiting after(String tenantId, String after, int limit) {
        Key playerKey = Keys.mediaPlayer(tenantId);
        Key itemKey = MediaItem.INDEX.key(tenantId, after);
        Map<Key, Row> rows = table.getAll(playerKey, itemKey);
        Row item = rows.get(itemKey);
        if (item == null || new MediaItem(item).isParked()) {
            throw QueueIndex.unknownCursor("after");
        }
        List<MediaItem> items = table
                .query(Query.places(Keys.account(tenantId), MediaItem.INDEX.prefix(Standing.WAITING))
                        .after(MediaItem.INDEX.prefix(Standing.WAITING) + new MediaItem(item).turn())
                        .limit(limit))
                .stream()
                .map(MediaItem::new)
                .toList();
        return new Waiting(Player.of(rows.get(playerKey)), items);
    }

    /// @throws WriteConflict if the item is over since the player was read
    private MediaItem claimed(String tenantId, String orderId) {
        Row row = table.get(MediaItem.INDEX.key(tenantId, orderId));
        if (row == null || new MediaItem(row).claimedAt() == null) {
            throw new WriteConflict("what played is over");
        }
        return new MediaItem(row);
    }
}
