package streamerapi.webhooks;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.jspecify.annotations.NullMarked;
import streamerapi.shared.queues.RetrySchedule;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

import static org.assertj.core.api.Assertions.assertThat;

/// A delivery is tried once more than there are delays, each delay is kept, and the jitter is a tenth at most.
@NullMarked
class RetrySchedulePropertyTest {

    @Property(tries = 300)
    void everyDelayIsFollowedByAnAttemptAndTheLastAttemptByNone(
            @ForAll @Size(min = 1, max = 12) List<@IntRange(max = 90_000) Integer> seconds,
            @ForAll @DoubleRange(max = 1) double random) {
        RetrySchedule schedule =
                RetrySchedule.of(seconds.stream().map(String::valueOf).collect(Collectors.joining(", ")));
        for (int attempt = 1; attempt <= seconds.size(); attempt++) {
            Duration delay = Duration.ofSeconds(seconds.get(attempt - 1));
            Duration most = Duration.ofMillis(delay.toMillis() / 10).plus(delay);
            assertThat(Objects.requireNonNull(schedule.after(attempt, random))).isBetween(delay, most);
            assertThat(schedule.after(attempt, 0)).isEqualTo(delay);
            assertThat(schedule.after(attempt, 1)).isEqualTo(most);
        }
        assertThat(schedule.after(seconds.size() + 1, random)).isNull();
        assertThat(schedule.after(seconds.size() + 2, random)).isNull();
    }
}
