package streamerapi.shared.aws;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.time.Duration;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/// The pauses between two tries.
@NullMarked
class BackoffTest {

    private static final int PAUSES = 500;

    @ParameterizedTest
    @CsvSource({"1,50", "2,200"})
    void afterARefusalForTheLoadThePauseIsFourTimesAsLongEachTime(int tried, long millis) {
        Duration shortest = Duration.ofMillis(millis);

        assertThat(Stream.generate(() -> Backoff.afterThrottling(tried)).limit(PAUSES))
                .allSatisfy(pause -> assertThat(pause).isBetween(shortest, shortest.multipliedBy(4)));
    }

    @ParameterizedTest
    @CsvSource({"1,100", "2,200"})
    void afterAFailureThePauseIsTwiceAsLongEachTime(int tried, long millis) {
        assertThat(Stream.generate(() -> Backoff.afterFailure(tried)).limit(PAUSES))
                .allSatisfy(pause -> assertThat(pause).isBetween(Duration.ZERO, Duration.ofMillis(millis)));
    }
}
