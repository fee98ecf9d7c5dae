package streamerapi.media;

import streamerapi.queues.Standing;
import streamerapi.settings.Settings;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;

/// Bans the video of an item that was requested: its link is added to the settings' banned list, and the item leaves
/// the queue in the same transaction.
final class VideoBan {

    private final Table table;
    private final MediaQueue queue;

    VideoBan(Table table, MediaQueue queue) {
        this.table = table;
        this.queue = queue;
    }

    /// An item of the history stays there; one that plays ends.
    ///
    /// @throws Problem `not_found` for an item that never was, or was removed; `limit_reached` if the list is full
    Outcome<MediaItem> ban(String tenantId, String orderId) {
        Row row = MediaItem.LANE.find(table, tenantId, orderId);
        if (row == null || new MediaItem(row).standing() == Standing.NOWHERE) {
            throw Problem.of(ErrorCode.NOT_FOUND);
        }
        MediaItem item = new MediaItem(row);
        Outcome<Settings> banned =
                Settings.change(table, tenantId, settings -> settings.banning(row.get(MediaItem.MEDIA_URL)));
        if (item.standing() == Standing.PLAYED) {
            return banned.map(settings -> item);
        }
        Outcome<MediaItem> gone =
                item.claimedAt() == null ? queue.remove(tenantId, orderId) : queue.finish(tenantId, orderId);
        return gone.and(banned);
    }
}
