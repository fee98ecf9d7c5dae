package streamerapi.service.model;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// The media queue as the spec and the contract describe it, in plain Java, without the replays' window: what is
/// replayed here was never replayed before.
final class ModelMediaQueue {

    private boolean paused;
    private boolean hidden;
    private @Nullable String current;
    private boolean anchored;
    private final List<String> waiting = new ArrayList<>();
    private final Set<String> claimed = new LinkedHashSet<>();
    private final List<String> history = new ArrayList<>();
    private final Set<String> replayed = new HashSet<>();
    private final List<String> events = new ArrayList<>();

    /// Does the action, and tells what it would have answered: the status, and the code of a refusal or what is
    /// skipped.
    ///
    /// @param entered the id of the item that it made
    String perform(MediaAction action, String item, String entered) {
        return switch (action) {
            case REQUEST -> {
                enter(entered);
                yield "201 ";
            }
            case START -> refusal(item) != null ? String.valueOf(refusal(item)) : start(item);
            case FINISH -> refusalOfClaimed(item) != null ? String.valueOf(refusalOfClaimed(item)) : finish(item);
            case RELEASE -> refusalOfClaimed(item) != null ? String.valueOf(refusalOfClaimed(item)) : release(item);
            case REMOVE -> remove(item);
            case REPLAY -> replay(item, entered);
            case SKIP -> skip();
            case PAUSE ->
                flip(
                        !paused,
                        () -> {
                            paused = true;
                            anchored = false;
                        },
                        "paused");
            case RESUME -> flip(paused, () -> paused = false, "resumed");
            case SHOW -> flip(hidden, () -> hidden = false, "shown");
            case HIDE -> flip(!hidden, () -> hidden = true, "hidden");
        };
    }

    private String start(String item) {
        claimed.add(item);
        current = item;
        anchored = true;
        return done("started");
    }

    private String finish(String item) {
        end(item);
        waiting.remove(item);
        history.add(item);
        return done("finished");
    }

    private String release(String item) {
        end(item);
        return done("released");
    }

    private String remove(String item) {
        if (claimed.contains(item)) {
            return "409 already_playing";
        }
        String refusal = refusal(item);
        if (refusal != null) {
            return refusal;
        }
        waiting.remove(item);
        return done("removed");
    }

    private String replay(String item, String entered) {
        if (waiting.contains(item)) {
            return "409 not_in_history";
        }
        if (!history.contains(item)) {
            return "404 not_found";
        }
        if (!replayed.add(item)) {
            return "409 replay_too_soon";
        }
        enter(entered);
        return "200 ";
    }

    private String skip() {
        String skipped = current;
        if (skipped == null) {
            return "200 null";
        }
        finish(skipped);
        events.set(events.size() - 1, "queue.media.skipped");
        return "200 " + skipped;
    }

    private String flip(boolean changes, Runnable change, String event) {
        if (!changes) {
            return "200 ";
        }
        change.run();
        return done(event);
    }

    private void enter(String item) {
        waiting.add(item);
        events.add("media.created");
    }

    private void end(String item) {
        claimed.remove(item);
        if (item.equals(current)) {
            current = null;
            anchored = false;
        }
    }

    private String done(String event) {
        events.add("queue.media." + event);
        return "200 ";
    }

    private @Nullable String refusal(String item) {
        if (waiting.contains(item)) {
            return null;
        }
        return history.contains(item) ? "409 not_in_queue" : "404 not_found";
    }

    private @Nullable String refusalOfClaimed(String item) {
        String refusal = refusal(item);
        return refusal == null && !claimed.contains(item) ? "409 not_playing" : refusal;
    }

    /// Everything that can be read, as text.
    String state() {
        return "paused=" + paused + " visible=" + !hidden + " now=" + current + " anchored=" + anchored + " position="
                + (anchored && !paused) + " waiting=" + waiting + " history=" + history.reversed();
    }

    List<String> waiting() {
        return List.copyOf(waiting);
    }

    List<String> claimed() {
        return List.copyOf(claimed);
    }

    List<String> history() {
        return List.copyOf(history);
    }

    List<String> events() {
        return List.copyOf(events);
    }
}
