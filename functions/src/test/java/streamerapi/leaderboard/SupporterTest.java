package streamerapi.leaderboard;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import streamerapi.shared.connectors.Platform;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/// The order of supporters, and the sum of a person with several accounts.
@NullMarked
class SupporterTest {

    private static final Instant FIRST = Instant.parse("2026-11-21T12:00:00Z");

    @Test
    void theMostIsFirstAndOfEqualOnesTheOneThatWasThereFirst() {
        Supporter most = supporter("Zoe", 501, FIRST.plusSeconds(9));
        Supporter earlier = supporter("Yuri", 500, FIRST);
        Supporter later = supporter("Ada", 500, FIRST.plusMillis(1));
        Supporter sameTime = supporter("Bea", 500, FIRST.plusMillis(1));

        assertThat(Stream.of(sameTime, later, earlier, most).sorted(Supporter.RANKING))
                .containsExactly(most, earlier, later, sameTime);
    }

    @Test
    void theAccountsOfAPersonAddUpUnderTheNameOfTheLaterTip() {
        Supporter one = new Supporter("Mira", Platform.ALPHA, "1", 500, 2, FIRST);
        Supporter other = new Supporter("MiraPlays", Platform.BETA, "2", 25, 1, FIRST.plusMillis(1));
        Supporter both = new Supporter("MiraPlays", Platform.BETA, "2", 525, 3, FIRST.plusMillis(1));

        assertThat(one.and(other)).isEqualTo(both);
        assertThat(other.and(one)).isEqualTo(both);
    }

    @ParameterizedTest
    @CsvSource({"0,0", "1,0.01", "550,5.5", "81250,812.5", "100000,1000", "-550,-5.5"})
    void aSumIsADecimalWithoutZerosAtItsEnd(long hundredths, BigDecimal amount) {
        assertThat(supporter("Mira", hundredths, FIRST).amount()).isEqualTo(amount);
    }

    private static Supporter supporter(String name, long hundredths, Instant lastTipAt) {
        return new Supporter(name, null, null, hundredths, 1, lastTipAt);
    }
}
