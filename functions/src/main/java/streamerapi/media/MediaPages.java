package streamerapi.media;

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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What can be read of the media queue: the items that wait, the one that plays, and those that are over.
public final class MediaPages {

    private final Table table;
    private final InstantSource clock;

    public MediaPages(Table table, InstantSource clock) {
        this.table = table;
        this.clock = clock;
    }

    /// The player, and items that wait, oldest first; those that are claimed are among them.
    private record Waiting(Player player, List<MediaItem> items) {}

    /// The queue as `GET /media/queue` answers it: player, and a page of items.
    ///
    /// @param after the last page's `next_cursor`, or null for the head of the queue
    public Map<String, @Nullable Object> queue(String tenantId, int limit, @Nullable String after) {
        Waiting waiting = after == null ? head(tenantId, limit + 1) : after(tenantId, after, limit + 1);
        Player player = waiting.player();
        Map<String, @Nullable Object> body = new LinkedHashMap<>();
        body.put("is_paused", player.isPaused());
        body.put("visible", !player.isHidden());
        body.put("playing", player.current() != null);
        body.put("current_order_id", player.current());
        body.putAll(Page.of(waiting.items(), limit).json("items", MediaItem::json, MediaItem::orderId));
        return body;
    }

    /// The item that plays, as `GET /media/now` answers it.
    public Map<String, @Nullable Object> now(String tenantId) {
        Player player = Player.of(table.get(Keys.mediaPlayer(tenantId)));
        MediaItem item = player.current() == null ? null : claimed(tenantId, player.current());
        Map<String, @Nullable Object> body = new LinkedHashMap<>();
        body.put("playing", item != null);
        body.put("is_paused", player.isPaused());
        body.put("visible", !player.isHidden());
        body.put("media", item == null ? null : item.json());
        body.put("started_at", item == null ? null : player.anchor());
        body.put("position_seconds", item == null ? null : player.position(item, clock.instant()));
        return body;
    }

    /// A page of the history, most recent first, as `GET /media/history` answers it.
    ///
    /// @param before the last page's `next_cursor`, or null for the newest
    public Map<String, @Nullable Object> history(String tenantId, int limit, @Nullable String before) {
        return MediaItem.LANE
                .history(table, tenantId, limit, before)
                .map(MediaItem::new)
                .json("media", MediaItem::historyJson, MediaItem::orderId);
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

    /// A page that begins after an item. One that has left the queue since still marks its place there.
    ///
    /// @throws Problem `bad_request` where there never was such an item
    private Waiting after(String tenantId, String after, int limit) {
        Key playerKey = Keys.mediaPlayer(tenantId);
        Key itemKey = MediaItem.LANE.key(tenantId, after);
        Map<Key, Row> rows = table.getAll(playerKey, itemKey);
        Row item = rows.get(itemKey);
        if (item == null) {
            throw Lane.unknownCursor("after");
        }
        List<MediaItem> items = table
                .query(Query.places(Keys.account(tenantId), MediaItem.LANE.queue())
                        .after(MediaItem.LANE.queue() + new MediaItem(item).turn())
                        .limit(limit))
                .stream()
                .map(MediaItem::new)
                .toList();
        return new Waiting(Player.of(rows.get(playerKey)), items);
    }

    /// @throws Contention where the item is over since the player was read
    private MediaItem claimed(String tenantId, String orderId) {
        Row row = table.get(MediaItem.LANE.key(tenantId, orderId));
        if (row == null || new MediaItem(row).claimedAt() == null) {
            throw new Contention("what played is over");
        }
        return new MediaItem(row);
    }
}
