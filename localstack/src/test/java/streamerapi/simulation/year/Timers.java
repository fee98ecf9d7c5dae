package streamerapi.simulation.year;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// Timers that post lines to the chat while the streamer is live: one each minute, one after enough lines of viewers,
/// and one at random times.
final class Timers {

    private static final Duration INTERVAL = Duration.ofMinutes(1);

    /// How many lines of viewers the second one waits for.
    private static final int LINES = 5;

    /// The schedule comes every two minutes and half a minute late; clocks are up to half a second off.
    private static final Duration FIRST = Duration.ofSeconds(160);

    private static final Duration NEXT = INTERVAL.plusSeconds(15);
    private static final int MANY = 5;
    private static final Duration ABOUT = Duration.ofMillis(1_500);
    private static final Duration SECONDS = Duration.ofSeconds(15);

    private final World world;
    private final List<Timer> timers =
            List.of(new Timer("timer-clock", 0, 1), new Timer("timer-chat", LINES, 1), new Timer("timer-dice", 0, 2));
    private final List<Instant> written = new ArrayList<>();
    private @Nullable Instant calm;
    private @Nullable Instant leaves;
    private @Nullable Instant left;

    Timers(World world) {
        this.world = world;
    }

    /// A timer, by the line that it posts.
    private static final class Timer {

        private final String line;
        private final int lines;
        private final int longest;
        private Instant asked = Instant.MAX;
        private @Nullable Instant made;

        /// @param lines how many lines of viewers it waits for
        /// @param longest its longest interval, in minutes
        Timer(String line, int lines, int longest) {
            this.line = line;
            this.lines = lines;
            this.longest = longest;
        }
    }

    /// Begins what the streamer and viewers do in this time; the stream ends some minutes later.
    void come(Duration activity) {
        world.turns().start(() -> {
            world.user().ingest("alpha", "bot-alpha", "bot.connected", "{\"channel\": \"novaplays\"}");
            world.user().ingest("alpha", "online", "stream.online", "{}");
            timers.forEach(this::make);
        });
        int lines = 15 + world.luck().number(20);
        for (int i = 0; i < lines; i++) {
            world.turns().at(world.luck().moment(activity), () -> {
                written.add(world.turns().now());
                world.channel().write("Viewer", "Hello", false);
            });
        }
        world.turns().after(activity, () -> calm = world.turns().now());
        world.turns().at(activity.plus(Scale.EVENING), () -> {
            leaves = world.turns().now();
            world.user().ingest("alpha", "offline", "stream.offline", "{}");
            left = world.turns().now();
        });
    }

    private void make(Timer timer) {
        timer.asked = world.turns().now();
        ApiUser.Reply reply = world.user()
                .send("POST", "/v1/timers", """
                {"name": "T", "message": "%s", "interval_minutes": 1, "interval_max_minutes": %d,
                "min_chat_lines": %d, "platforms": ["alpha"]}""".formatted(timer.line, timer.longest, timer.lines), timer.line);
        timer.made = reply.isDone() ? world.turns().now() : null;
    }

    /// Holds the posts to the timers' times.
    void hold(Broken broken) {
        timers.forEach(timer -> hold(timer, broken));
    }

    private void hold(Timer timer, Broken broken) {
        Instant made = timer.made;
        Instant quiet = calm;
        Instant until = leaves;
        if (made == null || quiet == null || until == null) {
            return;
        }
        List<Instant> posts = world.channel().said(timer.line);
        Instant due = timer.asked;
        Instant before = made;
        for (Instant post : posts) {
            due = due.plus(INTERVAL);
            broken.holds(
                    post.isAfter(due.minus(ABOUT)) && (before.equals(made) || post.isAfter(before.plus(SECONDS))),
                    "a timer posts once in its interval at most",
                    timer.line + " posts at " + post + " after " + before);
            if (world.luck().isSpotless()) {
                inTime(timer, before, post, made, broken);
                long lines = written.stream().filter(post::isAfter).count();
                broken.holds(
                        lines >= (posts.indexOf(post) + 1L) * timer.lines,
                        "a timer waits for the lines of chat (if nothing went wrong)",
                        timer.line + " posts at " + post + " after " + lines + " lines");
            }
            before = post;
        }
        if (world.luck().isSpotless()) {
            inTime(timer, before, until, made, broken);
        }
        Instant end = left;
        broken.holds(
                end == null || before.isBefore(end.plus(SECONDS)),
                "a timer posts while the streamer is live",
                timer.line + " posts at " + before + ", after " + end);
        long equal = IntStream.range(1, posts.size())
                .filter(i ->
                        posts.get(i).isBefore(posts.get(i - 1).plus(INTERVAL).plus(ABOUT)))
                .count();
        broken.holds(
                timer.longest == 1 || equal < MANY || equal < posts.size() - 2,
                "a timer's random intervals are not all its shortest one",
                timer.line + " posts at " + posts);
        if (timer.lines == 0 && made.isBefore(quiet)) {
            broken.holds(
                    before.isAfter(quiet),
                    "a timer posts again after what went wrong",
                    timer.line + " posts at " + before + " for the last time");
        }
    }

    private static void inTime(Timer timer, Instant before, Instant post, Instant made, Broken broken) {
        broken.holds(
                timer.lines > 0
                        || post.isBefore(before.plus(before.equals(made) ? FIRST : NEXT)
                                .plus(INTERVAL.multipliedBy(timer.longest - 1L))),
                "a timer posts when it is due (if nothing went wrong)",
                timer.line + " does not post from " + before + " to " + post);
    }
}
