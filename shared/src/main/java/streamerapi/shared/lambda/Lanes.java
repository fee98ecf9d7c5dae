package streamerapi.shared.lambda;

import streamerapi.shared.tasks.Host;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/// Lanes of a process: the work of a lane is done one piece after the other, that of several beside each other.
final class Lanes {

    private final Map<String, CompletableFuture<Void>> ends = new ConcurrentHashMap<>();
    private final Map<String, Integer> messages = new ConcurrentHashMap<>();

    /// The work, to be begun on a thread of its own, that waits for all that came into its lane before.
    ///
    /// @param count the messages of the work, each of which [#oneEnded] takes off
    Runnable after(String lane, int count, Runnable work) {
        CompletableFuture<Void> end = new CompletableFuture<>();
        CompletableFuture<Void> before = ends.put(lane, end);
        messages.merge(lane, count, Integer::sum);
        return () -> {
            if (before != null) {
                Host.beforeJoining(before);
                before.join();
            }
            try {
                work.run();
            } finally {
                ends.remove(lane, end);
                end.complete(null);
            }
        };
    }

    /// Takes off one message of a lane, which has ended.
    void oneEnded(String lane) {
        messages.computeIfPresent(lane, (name, count) -> count == 1 ? null : count - 1);
    }

    /// How many messages are in the longest lane.
    int longest() {
        return messages.values().stream().mapToInt(Integer::intValue).max().orElse(0);
    }
}
