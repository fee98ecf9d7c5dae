package streamerapi.service;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.connectors.Platform;
import streamerapi.timers.ChatTimer;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The posts that timers for streams alone should send (docs/commands.md "Timers"), on a clock that a test moves.
///
/// Lines of chat are told in batches: of a hundred lines, of ten seconds, or once those that are known are enough for a
/// timer, whether that waits yet or not.
final class TimersModel {

    private static final int MAX_BATCH = 100;
    private static final Duration MAX_DELAY = Duration.ofSeconds(10);

    private final Set<String> connected;
    private final Map<String, Due> timers = new LinkedHashMap<>();
    private final List<TimerStage.Post> posts = new ArrayList<>();
    private boolean live;
    private int pending;
    private long lines;
    private @Nullable Long goal;
    private List<Long> goals = List.of();
    private Instant told = Instant.MIN;

    private static final class Due {
        private final ChatTimer timer;
        private Instant due = Instant.MIN;
        private long linesAtPost;
        private boolean waiting;

        private Due(ChatTimer timer) {
            this.timer = timer;
        }

        private void restart(Instant from) {
            Integer max = timer.intervalMaxMinutes();
            long more = max == null ? 0 : TimerStage.randomAt(from).nextLong((max - timer.intervalMinutes()) * 60L + 1);
            due = from.plus(Duration.ofMinutes(timer.intervalMinutes())).plusSeconds(more);
            waiting = false;
        }

        private long goal() {
            return linesAtPost + timer.minChatLines();
        }
    }

    /// @param connected the platforms that the bot is on
    TimersModel(Set<String> connected) {
        this.connected = connected;
    }

    /// The posts so far, in the order of time.
    List<TimerStage.Post> posts() {
        return posts;
    }

    void add(ChatTimer timer, Instant now) {
        Due due = new Due(timer);
        due.restart(now);
        timers.put(timer.name(), due);
    }

    void live(boolean on, Instant now) {
        live = on;
        for (Due due : timers.values()) {
            if (on && (due.waiting || due.due.isBefore(now))) {
                due.restart(now);
                due.linesAtPost = lines;
            }
        }
    }

    void runTo(Instant now) {
        while (live) {
            Due next = null;
            for (Due due : timers.values()) {
                if (!due.waiting && !due.due.isAfter(now) && (next == null || due.due.isBefore(next.due))) {
                    next = due;
                }
            }
            if (next == null) {
                return;
            }
            if (lines >= next.goal()) {
                post(next, next.due);
            } else {
                next.waiting = true;
            }
        }
    }

    /// A line of alpha's chat.
    void chat(Instant now) {
        pending++;
        boolean late = told.isBefore(now.minus(MAX_DELAY));
        long untilDue = goal == null ? MAX_BATCH : Math.max(1, goal - lines);
        long untilNext = goals.stream()
                .filter(each -> each > lines)
                .mapToLong(each -> each - lines)
                .min()
                .orElse(MAX_BATCH);
        if (!late && pending < Math.min(MAX_BATCH, Math.min(untilDue, untilNext))) {
            return;
        }
        lines += pending;
        pending = 0;
        told = now;
        goal = timers.values().stream()
                .filter(due -> due.waiting)
                .map(Due::goal)
                .min(Long::compare)
                .orElse(null);
        goals = timers.values().stream()
                .filter(due -> live && due.timer.minChatLines() > 0)
                .map(Due::goal)
                .toList();
        for (Due due : timers.values()) {
            if (due.waiting && lines >= due.goal()) {
                post(due, now);
            }
        }
    }

    private void post(Due due, Instant at) {
        due.timer.platforms().stream()
                .map(Platform::label)
                .filter(connected::contains)
                .forEach(platform -> posts.add(new TimerStage.Post(at, platform, due.timer.message())));
        due.linesAtPost = lines;
        due.restart(at);
    }
}
