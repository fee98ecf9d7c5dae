package streamerapi.shared.aws;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.jspecify.annotations.NullMarked;

import java.time.Duration;

import static org.assertj.core.api.Assertions.assertThat;

/// The pauses between two tries.
@NullMarked
class BackoffTest {

    @Property(tries = 300)
    void afterARefusalForTheLoadThePauseIsFrom50MillisOnAndFourTimesAsLongEachTime(
            @ForAll @IntRange(min = 1, max = 2) int tried) {
        Duration shortest = Duration.ofMillis(tried == 1 ? 50 : 200);

        assertThat(Backoff.afterThrottling(tried)).isBetween(shortest, shortest.multipliedBy(4));
    }

    @Property(tries = 300)
    void afterAFailureThePauseIsUpTo100MillisAndTwiceAsLongEachTime(@ForAll @IntRange(min = 1, max = 2) int tried) {
        assertThat(Backoff.afterFailure(tried)).isBetween(Duration.ZERO, Duration.ofMillis(tried == 1 ? 100 : 200));
    }
}
