package streamerapi.simulation.year;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Another account beside the first, all of whose receivers hang: each of its many events holds up a function for ten
/// seconds, three times over.
final class Neighbour {

    /// The hosts of its receivers begin so.
    static final String HANGS = "hang";

    static final List<String> ENDPOINTS =
            List.of("https://hang-0.example/hook", "https://hang-1.example/hook", "https://hang-2.example/hook");

    private static final int EVENTS = 60;

    /// How long an event of the first account waits at most for its first attempt.
    private static final Duration LONGEST = Duration.ofSeconds(15);

    private final World world;
    private final ApiUser user;
    private @Nullable Instant last;

    Neighbour(World world, YearAccount account) {
        this.world = world;
        this.user = new ApiUser(world, account);
    }

    /// Makes its events in the first half of this time.
    void come(Duration activity) {
        for (int i = 0; i < EVENTS; i++) {
            int value = i;
            Duration when = Duration.ofMillis(world.luck().number((int) activity.toMillis() / 2));
            world.turns().at(when, () -> count(value));
        }
        last = world.turns().now().plus(activity);
    }

    private void count(int value) {
        user.send("PUT", "/v1/counters/deaths", """
                {"value": %d}""".formatted(value), null);
    }

    /// Holds the first account's deliveries to a receiver that does well.
    void hold(List<Told> told, Broken broken) {
        Instant until = last;
        if (until == null) {
            return;
        }
        Map<String, Instant> first = new HashMap<>();
        for (Receivers.Attempt attempt : world.receivers().attempts()) {
            if (attempt.host().startsWith("good")) {
                first.putIfAbsent(attempt.eventId(), attempt.at());
            }
        }
        for (Told event : told) {
            Instant latest = event.created().plus(LONGEST);
            if (Prepared.EVENTS.contains(event.type()) && event.created().isBefore(until)) {
                Instant at = first.get(event.id());
                broken.holds(
                        at != null && at.isBefore(latest),
                        "no account waits for what hangs at another one (if nothing went wrong)",
                        event.id() + " of " + event.created() + " is delivered at " + at);
            }
        }
    }
}
