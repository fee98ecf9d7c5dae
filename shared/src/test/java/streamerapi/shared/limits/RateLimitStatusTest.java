package streamerapi.shared.limits;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

/// The headers that tell how a caller stands with a limit.
@NullMarked
class RateLimitStatusTest {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    @ParameterizedTest
    @CsvSource({"-5,1", "0,1", "1,1", "1000,1", "1001,2", "59999,60", "60000,60"})
    void theResetIsInWholeSecondsRoundedUpAndNeverNow(long millis, long seconds) {
        assertThat(new RateLimitStatus(600, 0, Duration.ofMillis(millis), MINUTE).resetSeconds())
                .isEqualTo(seconds);
    }

    @Test
    void theHeadersTellTheLimitWhatIsLeftAndWhenItEnds() {
        Map<String, String> headers = new HashMap<>();
        new RateLimitStatus(600, 599, Duration.ofMillis(59_001), MINUTE).addTo(headers, 200);

        assertThat(headers)
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "RateLimit-Limit",
                        "600",
                        "RateLimit-Remaining",
                        "599",
                        "RateLimit-Reset",
                        "60",
                        "RateLimit-Policy",
                        "600;w=60"));
    }

    @Test
    void anAnswerThatTellsOfALimitOfItsOwnKeepsIt() {
        Map<String, String> headers = new HashMap<>();
        new RateLimitStatus(10, 0, Duration.ofSeconds(30), MINUTE).addTo(headers, 429);
        Map<String, String> own = Map.copyOf(headers);
        new RateLimitStatus(240, 200, Duration.ofSeconds(60), MINUTE).addTo(headers, 429);

        assertThat(headers).isEqualTo(own);
    }

    @Test
    void aRefusalSaysWhenToTryAgainUnlessItSaysSoAlready() {
        Map<String, String> refused = new HashMap<>();
        Map<String, String> told = new HashMap<>(Map.of("Retry-After", "7"));
        RateLimitStatus status = new RateLimitStatus(600, 0, Duration.ofMillis(12_500), MINUTE);
        status.addTo(refused, 429);
        status.addTo(told, 429);
        Map<String, String> notFound = new HashMap<>();
        status.addTo(notFound, 404);

        assertThat(refused).containsEntry("Retry-After", "13");
        assertThat(told).containsEntry("Retry-After", "7");
        assertThat(notFound).as("another refusal").doesNotContainKey("Retry-After");
    }

    @ParameterizedTest
    @CsvSource({
        "10,100,20,100,true",
        "20,100,10,100,false",
        "10,100,5,10,true",
        "30,100,2,10,false",
        "1,2,50,100,true",
        "2000000000,2000000001,1,2,false"
    })
    void theTighterOfTwoLimitsHasLessLeftInProportion(
            int remaining, int limit, int otherRemaining, int otherLimit, boolean isFirst) {
        RateLimitStatus one = new RateLimitStatus(limit, remaining, MINUTE, MINUTE);
        RateLimitStatus other = new RateLimitStatus(otherLimit, otherRemaining, MINUTE, MINUTE);

        assertThat(RateLimitStatus.tighter(one, other)).isEqualTo(isFirst ? one : other);
    }
}
