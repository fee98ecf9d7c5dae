package streamerapi.service.model;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.storage.Ids;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The TTS queue as the spec and the contract describe it, in plain Java.
///
/// It is told of each operation and of the reply that was seen, takes from that reply what it cannot know (a new tip's
/// id), and gives the reply that it would have given.
final class ModelQueue {

    private static final Duration REPLAY_WINDOW = Duration.ofSeconds(30);
    private static final Comparator<String> OLDEST_FIRST = Comparator.comparing(Ids::orderTime);

    private boolean paused;
    private @Nullable String claimed;
    private @Nullable Span claimedAt;
    private final List<String> waiting = new ArrayList<>();
    /// The tips that were put at the head, the last of them first; those that are over too.
    private final List<String> atHead = new ArrayList<>();

    private final List<String> history = new ArrayList<>();
    private final Set<String> gone = new HashSet<>();
    private final Map<String, Span> replayedAt = new HashMap<>();
    private final List<String> events = new ArrayList<>();

    /// Whether one tip stands before the other, by their ids.
    static boolean isOlder(String orderId, String other) {
        return OLDEST_FIRST.compare(orderId, other) < 0;
    }

    ModelQueue copy() {
        ModelQueue copy = new ModelQueue();
        copy.paused = paused;
        copy.claimed = claimed;
        copy.claimedAt = claimedAt;
        copy.waiting.addAll(waiting);
        copy.atHead.addAll(atHead);
        copy.history.addAll(history);
        copy.gone.addAll(gone);
        copy.replayedAt.putAll(replayedAt);
        copy.events.addAll(events);
        return copy;
    }

    /// Does the operation, and tells what it would have answered. A refused operation changes nothing.
    ///
    /// @param entered the id that a tip or a replay was given; not read if none was
    Reply perform(QueueOperation operation, Reply seen, String entered, Span when) {
        String orderId = operation.orderId();
        return switch (operation.action()) {
            case TIP -> tip(entered);
            case START -> start(orderId, when);
            case FINISH -> finish(orderId);
            case RELEASE -> release(orderId);
            case REMOVE -> remove(orderId);
            case NEXT -> next(orderId);
            case REPLAY -> replay(orderId, seen, entered, when);
            case SKIP -> skip();
            case PAUSE -> pause();
            case RESUME -> resume();
            case CLEAR -> clear(List.copyOf(waiting));
            case READ_QUEUE -> Reply.ok(queue());
            case READ_HISTORY -> Reply.ok(String.valueOf(history.reversed()));
            case READ_NOW -> Reply.ok("paused=" + paused + " playing=" + claimed);
        };
    }

    private Reply tip(String orderId) {
        enter(orderId);
        return new Reply(201, "", orderId);
    }

    private Reply start(String orderId, Span when) {
        Reply refusal = refusalOfWaiting(orderId);
        if (refusal != null) {
            return refusal;
        }
        if (paused && !orderId.equals(claimed)) {
            return Reply.refusal(409, "queue_paused");
        }
        if (claimed != null) {
            return new Reply(409, "already_playing", claimed);
        }
        claimed = orderId;
        claimedAt = when;
        return done("queue.tts.started", orderId);
    }

    private Reply finish(String orderId) {
        Reply refusal = refusalOfClaimed(orderId);
        if (refusal != null) {
            return refusal;
        }
        play(orderId);
        return done("queue.tts.finished", orderId);
    }

    private Reply release(String orderId) {
        Reply refusal = refusalOfClaimed(orderId);
        if (refusal != null) {
            return refusal;
        }
        claimed = null;
        return done("queue.tts.released", orderId);
    }

    private Reply remove(String orderId) {
        Reply refusal = refusalOfWaiting(orderId);
        if (refusal != null) {
            return refusal;
        }
        if (orderId.equals(claimed)) {
            return new Reply(409, "already_playing", orderId);
        }
        waiting.remove(orderId);
        gone.add(orderId);
        events.add("queue.tts.removed " + orderId);
        return Reply.ok("");
    }

    private Reply next(String orderId) {
        Reply refusal = refusalOfWaiting(orderId);
        if (refusal != null) {
            return refusal;
        }
        if (orderId.equals(claimed)) {
            return new Reply(409, "already_playing", orderId);
        }
        if (waiting.getFirst().equals(orderId)) {
            return Reply.ok(orderId);
        }
        atHead.remove(orderId);
        atHead.addFirst(orderId);
        sort();
        return done("queue.tts.moved", orderId);
    }

    private Reply replay(String orderId, Reply seen, String entered, Span when) {
        if (waiting.contains(orderId)) {
            return Reply.refusal(409, "not_in_history");
        }
        if (!history.contains(orderId)) {
            return Reply.refusal(404, "not_found");
        }
        Span before = replayedAt.get(orderId);
        if (before != null) {
            boolean tooSoon = Duration.between(before.from(), when.to()).compareTo(REPLAY_WINDOW) < 0;
            boolean lateEnough = Duration.between(before.to(), when.from()).compareTo(REPLAY_WINDOW) > 0;
            if (tooSoon || (!lateEnough && !seen.isDone())) {
                return Reply.refusal(409, "replay_too_soon");
            }
        }
        replayedAt.put(orderId, when);
        enter(entered);
        return Reply.ok("");
    }

    private Reply skip() {
        String skipped = claimed;
        if (skipped != null) {
            play(skipped);
            events.add("queue.tts.skipped " + skipped);
        }
        return Reply.ok(String.valueOf(skipped));
    }

    private Reply pause() {
        if (!paused) {
            paused = true;
            events.add("queue.tts.paused ");
        }
        return Reply.ok("");
    }

    private Reply resume() {
        if (paused) {
            paused = false;
            claimed = null;
            events.add("queue.tts.resumed ");
        }
        return Reply.ok("");
    }

    /// Clears these tips, the claimed one among them or not.
    Reply clear(List<String> cleared) {
        waiting.removeAll(cleared);
        gone.addAll(cleared);
        if (claimed != null && cleared.contains(claimed)) {
            claimed = null;
        }
        events.add("queue.tts.cleared ");
        return Reply.ok(Integer.toString(cleared.size()));
    }

    private void enter(String orderId) {
        waiting.add(orderId);
        sort();
        events.add("tip.created " + orderId);
    }

    private void sort() {
        waiting.sort(OLDEST_FIRST);
        List<String> first = atHead.stream().filter(waiting::contains).toList();
        waiting.removeAll(first);
        waiting.addAll(0, first);
    }

    private void play(String orderId) {
        waiting.remove(orderId);
        history.add(orderId);
        claimed = null;
    }

    private Reply done(String event, String orderId) {
        events.add(event + " " + orderId);
        return Reply.ok(orderId);
    }

    private @Nullable Reply refusalOfWaiting(String orderId) {
        if (history.contains(orderId)) {
            return Reply.refusal(409, "not_in_queue");
        }
        return waiting.contains(orderId) ? null : Reply.refusal(404, "not_found");
    }

    private @Nullable Reply refusalOfClaimed(String orderId) {
        Reply refusal = refusalOfWaiting(orderId);
        if (refusal != null) {
            return refusal;
        }
        return orderId.equals(claimed) ? null : Reply.refusal(409, "not_playing");
    }

    private String queue() {
        return "paused=" + paused + " playing=" + claimed + " items=" + waiting;
    }

    /// The tips that wait, in the order of the queue; the claimed one is among them.
    List<String> waiting() {
        return List.copyOf(waiting);
    }

    /// The tips that were played or skipped, oldest first.
    List<String> history() {
        return List.copyOf(history);
    }

    /// The tips that were removed or cleared.
    List<String> gone() {
        return gone.stream().sorted().toList();
    }

    @Nullable
    String claimed() {
        return claimed;
    }

    /// When the claimed tip was claimed; null if none is.
    @Nullable
    Span claimedAt() {
        return claimed == null ? null : claimedAt;
    }

    /// Type and tip of every event, in the order of the operations.
    List<String> events() {
        return List.copyOf(events);
    }

    /// All that a later reply can depend on, and what was announced, in any order.
    String state() {
        return queue()
                + atHead.stream().filter(waiting::contains).toList()
                + history
                + gone()
                + replayedAt.keySet().stream().sorted().toList()
                + events.stream().sorted().toList();
    }
}
