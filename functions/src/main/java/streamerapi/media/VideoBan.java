package streamerapi.media;

import streamerapi.queues.Standing;
import streamerapi.settings.Settings;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;

import java.util.List;

/// Bans the video of an item that was requested: its link is added to the settings' banned list, and the item leaves
/// the queue in the same transaction, with the other requests of the video that wait.
final class VideoBan {

    /// The most requests that leave the queue with the one that is banned.
    static final int MAX_OTHERS = 30;

    private final Table table;
    private final MediaQueue queue;

    VideoBan(Table table, MediaQueue queue) {
        this.table = table;
        this.queue = queue;
    }

    /// An item of the history stays there; one that plays ends. Of very many other requests, the first
    /// [#MAX_OTHERS] leave.
    ///
    /// @throws Problem `not_found` for an item that never was, or was removed; `limit_reached` if the list is full
    Outcome<MediaItem> ban(String tenantId, String orderId) {
        Row row = MediaItem.INDEX.find(table, tenantId, orderId);
        if (row == null || new MediaItem(row).standing() == Standing.NOWHERE) {
            throw Problem.of(ErrorCode.NOT_FOUND);
        }
        MediaItem item = new MediaItem(row);
        Outcome<Settings> banned =
                Settings.change(table, tenantId, settings -> settings.banning(row.get(MediaItem.MEDIA_URL)));
        if (item.standing() == Standing.PLAYED) {
            return withOthers(tenantId, banned.map(settings -> item), item);
        }
        Outcome<MediaItem> gone =
                item.claimedAt() == null ? queue.remove(tenantId, orderId) : queue.finish(tenantId, orderId);
        return withOthers(tenantId, gone.and(banned), item);
    }

    private Outcome<MediaItem> withOthers(String tenantId, Outcome<MediaItem> banned, MediaItem item) {
        Outcome<MediaItem> all = banned;
        for (MediaItem other : requestsOf(tenantId, item)) {
            all = all.and(queue.removed(other));
        }
        return all;
    }

    /// The other requests of a video that wait and do not play, oldest first.
    private List<MediaItem> requestsOf(String tenantId, MediaItem item) {
        List<String> video = List.of(item.row().get(MediaItem.MEDIA_URL));
        return table.query(Query.places(Keys.account(tenantId), MediaItem.INDEX.prefix(Standing.WAITING))).stream()
                .map(MediaItem::new)
                .filter(other -> !other.orderId().equals(item.orderId()))
                .filter(other -> other.claimedAt() == null && other.isBannedBy(video))
                .limit(MAX_OTHERS)
                .toList();
    }
}
