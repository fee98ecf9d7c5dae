package streamerapi.media;

import org.jspecify.annotations.Nullable;
import streamerapi.queues.Standing;
import streamerapi.settings.Settings;
import streamerapi.shared.events.Event;
import streamerapi.shared.events.EventType;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;
import streamerapi.shared.storage.WriteConflict;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/// The transitions of the media queue (spec "Media queue", contract "REST").
///
/// An item's claim is the item's own, so that many can be claimed, and each transition holds to its item as it was
/// seen. The player only remembers which was started last.
public final class MediaQueue {

    private final Table table;
    private final Ids ids;
    private final InstantSource clock;

    public MediaQueue(Table table, Ids ids, InstantSource clock) {
        this.table = table;
        this.ids = ids;
        this.clock = clock;
    }

    /// An item enters the queue, from any source.
    public Outcome<MediaItem> enter(MediaItem item) {
        return Outcome.of(item)
                .writing(Write.put(item.row()).when(Condition.noRow()))
                .emitting(MediaEvents.CREATED, item);
    }

    /// Returns which of these items wait in the queue, without claimed ones.
    public Set<String> waiting(String tenantId, List<String> orderIds) {
        Key[] keys = orderIds.stream()
                .map(orderId -> MediaItem.INDEX.key(tenantId, orderId))
                .toArray(Key[]::new);
        return table.getAll(keys).values().stream()
                .map(MediaItem::new)
                .filter(item -> item.standing() == Standing.WAITING && item.claimedAt() == null)
                .map(MediaItem::orderId)
                .collect(Collectors.toSet());
    }

    /// An item waits in no queue, with its tip, for a decision.
    public Outcome<MediaItem> park(MediaItem item) {
        MediaItem parked = item.nowhere();
        return Outcome.of(parked).writing(Write.put(parked.row()).when(Condition.noRow()));
    }

    /// An item that was parked, if it may enter the queue; null if the account has banned its video since.
    public @Nullable MediaItem parked(String tenantId, String orderId) {
        Key key = MediaItem.INDEX.key(tenantId, orderId);
        Map<Key, Row> rows = table.getAll(key, Keys.profile(tenantId));
        Row row = rows.get(key);
        if (row == null) {
            throw new WriteConflict("another request decided");
        }
        MediaItem item = new MediaItem(row);
        return item.isBannedBy(banned(tenantId, rows)) ? null : item;
    }

    /// An item that was parked enters the queue, behind every one that came before now.
    ///
    /// @param turn the part of a new order id that sorts by time
    public Outcome<MediaItem> letIn(MediaItem parked, String turn) {
        MediaItem item = parked.waitingSince(clock.instant(), turn);
        return Outcome.of(item)
                .writing(Write.put(item.row()).when(Condition.all(isParked(), parked.notErasedSince())))
                .emitting(MediaEvents.CREATED, item);
    }

    /// An item that was parked is forgotten.
    public Outcome<?> drop(String tenantId, String orderId) {
        return Outcome.empty()
                .writing(Write.delete(MediaItem.INDEX.key(tenantId, orderId)).when(isParked()));
    }

    private static Condition isParked() {
        return Condition.all(Condition.rowExists(), Condition.absent(Table.PLACE));
    }

    /// A consumer plays an item. Nothing holds it back, neither a pause nor what else plays; one that plays already
    /// begins again.
    ///
    /// @return decides for a consumer: the id of the overlay that plays it, or null for any other
    public Function<@Nullable String, Outcome<MediaItem>> starting(String tenantId, String orderId) {
        MediaItem item = waiting(tenantId, orderId);
        Instant now = clock.instant();
        return overlayId -> Outcome.of(item)
                .writing(
                        update(item).set(MediaItem.CLAIMED_AT, now).set(MediaItem.CLAIMED_BY, overlayId),
                        Player.begin(tenantId, item, now))
                .emitting(MediaEvents.STARTED, item)
                .ofTest(item.isTest());
    }

    /// The consumer has played a claimed item.
    public Outcome<MediaItem> finish(String tenantId, String orderId) {
        Claimed seen = claimed(tenantId, orderId);
        Instant now = clock.instant();
        MediaItem played = new MediaItem(seen.item
                .row()
                .with(Table.PLACE, MediaItem.INDEX.newest(Standing.PLAYED, ids))
                .with(MediaItem.PLAYED_AT, now)
                .with(MediaItem.CLAIMED_AT, null));
        Write move = update(seen.item)
                .set(Table.PLACE, played.place())
                .set(MediaItem.PLAYED_AT, now)
                .remove(MediaItem.CLAIMED_AT);
        return Outcome.of(played)
                .writing(move, seen.player.ended(tenantId, orderId))
                .emitting(MediaEvents.FINISHED, played)
                .ofTest(played.isTest());
    }

    /// The consumer could not play a claimed item: it waits again, in its old place.
    public Outcome<MediaItem> release(String tenantId, String orderId) {
        Claimed seen = claimed(tenantId, orderId);
        return Outcome.of(seen.item)
                .writing(update(seen.item).remove(MediaItem.CLAIMED_AT), seen.player.ended(tenantId, orderId))
                .emitting(MediaEvents.RELEASED, seen.item)
                .ofTest(seen.item.isTest());
    }

    /// The item that is now, if there is one, goes to the history unplayed; tells its id.
    public Outcome<Optional<String>> skip(String tenantId) {
        Player player = player(tenantId);
        String orderId = player.current();
        if (orderId == null) {
            return Outcome.of(Optional.empty());
        }
        Write move = Write.update(MediaItem.INDEX.key(tenantId, orderId))
                .set(Table.PLACE, MediaItem.INDEX.newest(Standing.PLAYED, ids))
                .set(MediaItem.PLAYED_AT, clock.instant())
                .remove(MediaItem.CLAIMED_AT)
                .when(MediaItem.INDEX.isWaiting());
        return Outcome.of(Optional.of(orderId))
                .writing(move, player.ended(tenantId, orderId))
                .emitting(Event.of(EventType.QUEUE_MEDIA_SKIPPED))
                .ofTest(player.isTest());
    }

    /// A waiting item is taken out of the queue.
    public Outcome<MediaItem> remove(String tenantId, String orderId) {
        MediaItem item = waiting(tenantId, orderId);
        if (item.claimedAt() != null) {
            throw Problem.of(ErrorCode.ALREADY_PLAYING, "This video is playing: finish or release it first")
                    .with("current_order_id", orderId);
        }
        return removed(item);
    }

    /// A waiting item, as it was read, is taken out of the queue.
    Outcome<MediaItem> removed(MediaItem item) {
        return Outcome.of(item)
                .writing(update(item).remove(Table.PLACE).set(MediaItem.REMOVED_AT, clock.instant()))
                .emitting(MediaEvents.REMOVED, item)
                .ofTest(item.isTest());
    }

    /// An item of the history enters the queue once more, under an id of its own; the played one stays there.
    ///
    /// @throws Problem `not_found`, `not_in_history`, `replay_too_soon`; `invalid_media` if the account has banned the
    /// video
    public Outcome<MediaItem> replay(String tenantId, String orderId) {
        Key key = MediaItem.INDEX.key(tenantId, orderId);
        Map<Key, Row> rows = table.getAll(key, Keys.profile(tenantId));
        MediaItem played = find(MediaItem.INDEX.found(table, tenantId, orderId, rows.get(key)));
        if (played.standing() != Standing.PLAYED) {
            throw Problem.of(ErrorCode.NOT_IN_HISTORY, "The video has not been played yet");
        }
        if (played.isBannedBy(banned(tenantId, rows))) {
            throw Problem.of(ErrorCode.INVALID_MEDIA, MediaIntake.BANNED).with("field", "orderId");
        }
        Instant now = clock.instant();
        Write mark = played.replayed(now);
        return enter(played.again(tenantId, ids.nextOrder("replay"), now)).writing(mark);
    }

    /// The queue is paused, and where the video stands is not known any more; items can still be started.
    public Outcome<?> pause(String tenantId) {
        return player(tenantId).isPaused()
                ? Outcome.empty()
                : changed(Player.pause(tenantId), EventType.QUEUE_MEDIA_PAUSED);
    }

    /// Resumes the queue; claimed items stay claimed.
    public Outcome<?> resume(String tenantId) {
        return player(tenantId).isPaused()
                ? changed(Player.flip(tenantId, Player.PAUSED, false), EventType.QUEUE_MEDIA_RESUMED)
                : Outcome.empty();
    }

    /// The player is seen on the overlay.
    public Outcome<?> show(String tenantId) {
        return player(tenantId).isHidden()
                ? changed(Player.flip(tenantId, Player.HIDDEN, false), EventType.QUEUE_MEDIA_SHOWN)
                : Outcome.empty();
    }

    /// The player is not seen on the overlay.
    public Outcome<?> hide(String tenantId) {
        return player(tenantId).isHidden()
                ? Outcome.empty()
                : changed(Player.flip(tenantId, Player.HIDDEN, true), EventType.QUEUE_MEDIA_HIDDEN);
    }

    /// When an item was claimed, if the claim that made this event is still held; null if it is over.
    public @Nullable Instant claimStillHeld(String tenantId, String orderId, Instant eventCreated) {
        Row row = table.get(MediaItem.INDEX.key(tenantId, orderId));
        Instant claimedAt = row == null ? null : new MediaItem(row).claimedAt();
        return claimedAt != null && !claimedAt.isAfter(eventCreated) ? claimedAt : null;
    }

    /// A claimed item and the player, as they stood when they were read.
    private record Claimed(MediaItem item, Player player) {}

    /// @throws Problem `not_found`, `not_in_queue` for an item that is over, `not_playing` for one that waits
    private Claimed claimed(String tenantId, String orderId) {
        Key key = MediaItem.INDEX.key(tenantId, orderId);
        Key playerKey = Keys.mediaPlayer(tenantId);
        Map<Key, Row> rows = table.getAll(key, playerKey);
        MediaItem item = inQueue(find(MediaItem.INDEX.found(table, tenantId, orderId, rows.get(key))));
        if (item.claimedAt() == null) {
            throw Problem.of(ErrorCode.NOT_PLAYING, "The video is not playing");
        }
        return new Claimed(item, Player.of(rows.get(playerKey)));
    }

    /// @throws Problem `not_found`, `not_in_queue` for an item that is over
    private MediaItem waiting(String tenantId, String orderId) {
        return inQueue(find(MediaItem.INDEX.find(table, tenantId, orderId)));
    }

    private static MediaItem inQueue(MediaItem item) {
        if (item.standing() == Standing.PLAYED) {
            throw Problem.of(ErrorCode.NOT_IN_QUEUE, "The video is not in the queue any more");
        }
        return item;
    }

    /// @throws Problem `not_found` for an item that never was, or was removed
    private static MediaItem find(@Nullable Row row) {
        if (row == null || new MediaItem(row).standing() == Standing.NOWHERE) {
            throw Problem.of(ErrorCode.NOT_FOUND);
        }
        return new MediaItem(row);
    }

    private Player player(String tenantId) {
        return Player.of(table.get(Keys.mediaPlayer(tenantId)));
    }

    private static List<String> banned(String tenantId, Map<Key, Row> rows) {
        Row account = rows.get(Keys.profile(tenantId));
        return account == null ? List.of() : Settings.of(account).bannedMedia();
    }

    private static Outcome<?> changed(Write write, EventType event) {
        return Outcome.empty().writing(write).emitting(Event.of(event));
    }

    private static Write update(MediaItem item) {
        return Write.update(item.key()).when(item.unchanged());
    }
}
