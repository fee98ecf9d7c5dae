package streamerapi.shared.queues;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Instant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// The time that SQS holds a message back.
@NullMarked
class DelayTest {

    private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");

    @ParameterizedTest
    @CsvSource({
        "-60000,0",
        "-1,0",
        "0,0",
        "1,1",
        "1000,1",
        "1001,2",
        "899000,899",
        "899001,900",
        "900000,900",
        "900001,900",
        "86400000,900"
    })
    void aMessageIsHeldBackUntilItsTimeRoundedUpButNoLongerThanSqsDoes(long millis, int seconds) {
        assertThat(Delay.until(NOW.plusMillis(millis), NOW)).isEqualTo(new Delay(seconds));
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 901})
    void aDelayThatSqsRefusesIsNone(int seconds) {
        assertThatThrownBy(() -> new Delay(seconds)).isInstanceOf(IllegalArgumentException.class);
    }
}
