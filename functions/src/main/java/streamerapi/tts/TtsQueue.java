package streamerapi.tts;

import org.jspecify.annotations.Nullable;
import streamerapi.queues.Standing;
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
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// The transitions of the TTS queue (spec "TTS queue", contract "REST").
///
/// Each reads how tip and slot stand, refuses or decides, and writes on the condition that they still stand so.
/// Otherwise it is decided again; if many want the slot at once, one gets it.
public final class TtsQueue {

    private final Table table;
    private final Ids ids;
    private final InstantSource clock;
    private final Clearing clearing;

    public TtsQueue(Table table, Ids ids, InstantSource clock) {
        this.table = table;
        this.ids = ids;
        this.clock = clock;
        this.clearing = new Clearing(table, ids, clock);
    }

    /// A tip enters the queue, from any source.
    public Outcome<Tip> enter(Tip tip) {
        return enter(tip, Condition.noRow());
    }

    /// A tip enters the queue if its row still is as it was seen.
    public Outcome<Tip> enter(Tip tip, Condition asSeen) {
        return Outcome.of(tip).writing(Write.put(tip.row()).when(asSeen)).emitting(TipEvents.CREATED, tip);
    }

    /// A consumer claims a waiting tip, to play it.
    ///
    /// @return decides for a consumer: the id of the overlay that claims it, or null for any other
    public Function<@Nullable String, Outcome<Tip>> starting(String tenantId, String orderId) {
        Seen seen = seeWaiting(tenantId, orderId);
        refuseClaim(seen);
        return overlayId -> {
            Write claim = seen.slot
                    .claim(tenantId, seen.tip, clock.instant(), overlayId)
                    .orElse(current -> seen.refusal(Slot.of(current)));
            return Outcome.of(seen.tip)
                    .writing(seen.unchanged(), claim)
                    .emitting(TipEvents.STARTED, seen.tip)
                    .ofTest(seen.tip.isTest());
        };
    }

    /// The consumer has played the claimed tip.
    public Outcome<Tip> finish(String tenantId, String orderId) {
        Seen seen = seeClaimed(tenantId, orderId);
        Instant now = clock.instant();
        Tip played = seen.tip
                .with(Table.PLACE, Tip.INDEX.newest(Standing.PLAYED, ids))
                .with(Tip.PLAYED_AT, now);
        Write move = Write.update(seen.tip.key())
                .set(Table.PLACE, played.place())
                .set(Tip.PLAYED_AT, now)
                .when(seen.tip.stillThere());
        return Outcome.of(played)
                .writing(move, seen.slot.free(tenantId))
                .emitting(TipEvents.FINISHED, played)
                .ofTest(played.isTest());
    }

    /// The consumer could not play the claimed tip: it waits again, in its old place.
    public Outcome<Tip> release(String tenantId, String orderId) {
        Seen seen = seeClaimed(tenantId, orderId);
        return Outcome.of(seen.tip)
                .writing(seen.slot.free(tenantId))
                .emitting(TipEvents.RELEASED, new TipEvents.Released(orderId, seen.tip))
                .ofTest(seen.tip.isTest());
    }

    /// The playing tip, if there is one, goes to the history unplayed; tells its id.
    public Outcome<Optional<String>> skip(String tenantId) {
        Slot slot = Slot.of(table.get(Keys.ttsSlot(tenantId)));
        String orderId = slot.current();
        if (orderId == null) {
            return Outcome.of(Optional.empty());
        }
        Write move = Write.update(Keys.tip(tenantId, orderId))
                .set(Table.PLACE, Tip.INDEX.newest(Standing.PLAYED, ids))
                .set(Tip.PLAYED_AT, clock.instant())
                .when(Tip.INDEX.isWaiting());
        return Outcome.of(Optional.of(orderId))
                .writing(move, slot.free(tenantId))
                .emitting(TipEvents.SKIPPED, orderId)
                .ofTest(slot.isTest());
    }

    /// A waiting tip is taken out of the queue.
    public Outcome<Tip> remove(String tenantId, String orderId) {
        Seen seen = seeWaiting(tenantId, orderId);
        if (orderId.equals(seen.slot.current())) {
            Problem playing = Problem.of(ErrorCode.ALREADY_PLAYING, "This tip is playing: skip it instead");
            throw confirmed(seen, playing.with("current_order_id", orderId));
        }
        Write unclaimed = seen.slot.ifUnchanged(tenantId);
        Write remove = Write.update(seen.tip.key())
                .set(Table.PLACE, Tip.INDEX.newest(Standing.REMOVED, ids))
                .set(Tip.REMOVED_AT, clock.instant())
                .when(seen.tip.stillThere());
        return Outcome.of(seen.tip)
                .writing(remove, unclaimed)
                .emitting(TipEvents.REMOVED, seen.tip)
                .ofTest(seen.tip.isTest());
    }

    /// A waiting tip goes to the head of the queue, before every other. The tip that is there stays.
    public Outcome<Tip> playNext(String tenantId, String orderId) {
        Seen seen = seeWaiting(tenantId, orderId);
        if (orderId.equals(seen.slot.current())) {
            throw confirmed(seen, alreadyPlaying(orderId));
        }
        Tip head = TtsQueries.head(table, tenantId);
        if (head.orderId().equals(orderId)) {
            return Outcome.of(seen.tip);
        }
        Tip moved = seen.tip.waitingBefore(head);
        Write move = Write.update(moved.key())
                .set(Table.PLACE, moved.place())
                .set(Tip.TURN, moved.turn())
                .when(seen.tip.stillThere());
        return Outcome.of(moved)
                .writing(move, seen.slot.ifUntouched(tenantId))
                .emitting(TipEvents.MOVED, moved)
                .ofTest(moved.isTest());
    }

    /// A played tip enters the queue once more, under an id of its own; the played one stays in the history.
    public Outcome<Tip> replay(String tenantId, String orderId) {
        Seen seen = see(tenantId, orderId);
        Tip played = seen.tip;
        if (played.standing() != Standing.PLAYED) {
            throw confirmed(seen, Problem.of(ErrorCode.NOT_IN_HISTORY));
        }
        Instant now = clock.instant();
        Write mark = played.replayed(now);
        return enter(played.again(tenantId, ids.nextOrder("replay"), now)).writing(mark);
    }

    /// A tip that left the queue unplayed enters it after all, under an id of its own.
    ///
    /// @throws Problem `not_found` for a tip that did not leave it so
    public Outcome<Tip> replayRemoved(String tenantId, String orderId) {
        Row row = Tip.INDEX.find(table, tenantId, orderId);
        Tip removed = row == null ? null : new Tip(row);
        if (removed == null || removed.standing() != Standing.REMOVED) {
            throw Problem.of(ErrorCode.NOT_FOUND);
        }
        Instant now = clock.instant();
        Tip again = removed.again(tenantId, ids.nextOrder("replay"), now);
        return enter(again).writing(removed.replayed(now).set(Tip.PUT_BACK_AS, again.orderId()));
    }

    /// No more tips start; what plays, plays on.
    public Outcome<?> pause(String tenantId) {
        Slot slot = Slot.of(table.get(Keys.ttsSlot(tenantId)));
        if (slot.isPaused()) {
            return Outcome.empty();
        }
        return Outcome.empty()
                .writing(slot.ifUnchanged(tenantId).set(Slot.PAUSED, true))
                .emitting(Event.of(EventType.QUEUE_TTS_PAUSED));
    }

    /// Tips may start again; a tip that was claimed waits again, in its old place.
    public Outcome<?> resume(String tenantId) {
        Slot slot = Slot.of(table.get(Keys.ttsSlot(tenantId)));
        if (!slot.isPaused()) {
            return Outcome.empty();
        }
        return Outcome.empty()
                .writing(slot.free(tenantId).remove(Slot.PAUSED))
                .emitting(Event.of(EventType.QUEUE_TTS_RESUMED));
    }

    /// Every tip that waits or plays leaves the queue; tells how many.
    public Outcome<Integer> clear(String tenantId) {
        return clearing.clear(tenantId);
    }

    /// Takes a part of the cleared tips out of the index, and says whether others are left. It may be done twice.
    public boolean sweep(String tenantId) {
        return clearing.sweep(tenantId);
    }

    /// When a tip was claimed, if the claim that made this event is still held; null if it is over.
    public @Nullable Instant claimStillHeld(String tenantId, String orderId, Instant eventCreated) {
        Slot slot = Slot.of(table.get(Keys.ttsSlot(tenantId)));
        Instant claimedAt = slot.claimedAt();
        boolean held = orderId.equals(slot.current()) && claimedAt != null && !claimedAt.isAfter(eventCreated);
        return held ? claimedAt : null;
    }

    /// A tip and the slot, as they stood when they were read.
    private record Seen(Tip tip, Slot slot) {
        Write unchanged() {
            return Write.check(tip.key()).when(tip.stillThere());
        }

        /// The refusal of a claim for a tip that still stands in the queue, given the slot as it stands now. The tip
        /// may have been cleared since, which the slot tells.
        RuntimeException refusal(Slot now) {
            Problem refusal = now.clearings().equals(slot.clearings()) ? refusalOfClaim(now, tip.orderId()) : null;
            return refusal == null ? new WriteConflict("the slot changed") : refusal;
        }
    }

    /// @throws Problem `not_found` for a tip that never was, was held and not let in, or was removed or cleared
    private Seen see(String tenantId, String orderId) {
        Key tipKey = Keys.tip(tenantId, orderId);
        Key slotKey = Keys.ttsSlot(tenantId);
        Map<Key, Row> rows = table.getAll(tipKey, slotKey);
        Row row = Tip.INDEX.found(table, tenantId, orderId, rows.get(tipKey));
        Slot slot = Slot.of(rows.get(slotKey));
        if (row == null) {
            throw Problem.of(ErrorCode.NOT_FOUND);
        }
        Tip tip = new Tip(row).asOf(clock.instant());
        boolean known =
                switch (tip.standing()) {
                    case WAITING -> !clearing.isCleared(tenantId, slot, orderId);
                    case PLAYED -> true;
                    case REMOVED, IN_REVIEW, NOWHERE -> false;
                };
        if (!known) {
            throw Problem.of(ErrorCode.NOT_FOUND);
        }
        return new Seen(tip, slot);
    }

    /// @throws Problem `not_in_queue` for a tip that was played
    private Seen seeWaiting(String tenantId, String orderId) {
        Seen seen = see(tenantId, orderId);
        if (seen.tip.standing() == Standing.PLAYED) {
            throw Problem.of(ErrorCode.NOT_IN_QUEUE);
        }
        return seen;
    }

    /// @throws Problem `not_in_queue` for a tip that was played, `not_playing` for one that waits
    private Seen seeClaimed(String tenantId, String orderId) {
        Seen seen = seeWaiting(tenantId, orderId);
        if (!orderId.equals(seen.slot.current())) {
            throw confirmed(seen, Problem.of(ErrorCode.NOT_PLAYING));
        }
        return seen;
    }

    private void refuseClaim(Seen seen) {
        Problem refusal = refusalOfClaim(seen.slot, seen.tip.orderId());
        if (refusal != null) {
            throw confirmed(seen, refusal);
        }
    }

    /// A tip that plays already says so even while the queue is paused: its consumer asks again if an answer was lost.
    private static @Nullable Problem refusalOfClaim(Slot slot, String orderId) {
        if (slot.isPaused() && !orderId.equals(slot.current())) {
            return Problem.of(ErrorCode.QUEUE_PAUSED);
        }
        return slot.current() == null ? null : alreadyPlaying(slot.current());
    }

    /// The refusal of a waiting tip, if it is true. Tip and slot are read beside each other, not at one moment; a tip
    /// that still waits after the slot was read waited at that moment too. One that does not lets it be decided anew.
    private RuntimeException confirmed(Seen seen, Problem refusal) {
        Row row = table.get(seen.tip.key());
        return row != null && new Tip(row).standing() == Standing.WAITING
                ? refusal
                : new WriteConflict("the tip has left the queue");
    }

    private static Problem alreadyPlaying(String orderId) {
        return Problem.of(ErrorCode.ALREADY_PLAYING).with("current_order_id", orderId);
    }
}
