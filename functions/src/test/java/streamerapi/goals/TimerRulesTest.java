package streamerapi.goals;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.math.BigDecimal;
import java.util.EnumMap;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

/// The seconds by which alerts and tips lengthen a timer.
@NullMarked
class TimerRulesTest {

    @ParameterizedTest
    @CsvSource({"FOLLOWS,3", "TIER_1,30", "TIER_2,300", "TIER_3,3000", "SUBS,0"})
    void eachAlertOfAKindAddsItsSeconds(Counted counted, long each) {
        TimerRules rules = new TimerRules(3, 30, 300, 3_000, 0, 0, BigDecimal.ZERO, 0);

        assertThat(seconds(rules, Map.of(counted, 1L), "0")).isEqualTo(each);
        assertThat(seconds(rules, Map.of(counted, 7L), "0")).isEqualTo(7 * each);
    }

    @ParameterizedTest
    @CsvSource({"0,0", "1,0", "2,1", "99,59", "100,60", "101,60", "199,119", "1000,600"})
    void bitsAndGiftsAddInProportionToWholeSecondsThatArePassed(long count, long expected) {
        assertThat(seconds(new TimerRules(0, 0, 0, 0, 60, 0, BigDecimal.ZERO, 0), Map.of(Counted.BITS, count), "0"))
                .isEqualTo(expected);
        assertThat(seconds(new TimerRules(0, 0, 0, 0, 0, 60, BigDecimal.ZERO, 0), Map.of(Counted.GIFTS, count), "0"))
                .isEqualTo(expected);
    }

    @Test
    void partsOfSecondsOfSeveralKindsAddUpBeforeTheyAreCut() {
        TimerRules rules = new TimerRules(0, 0, 0, 0, 50, 50, new BigDecimal("0.5"), 0);

        assertThat(seconds(rules, Map.of(Counted.BITS, 1L, Counted.GIFTS, 1L), "0"))
                .isEqualTo(1);
        assertThat(seconds(rules, Map.of(Counted.BITS, 1L), "1")).isEqualTo(1);
        assertThat(seconds(rules, Map.of(Counted.BITS, 1L), "0.98")).isZero();
    }

    @ParameterizedTest
    @CsvSource({"5.25,30,157", "0.01,30,0", "0.04,30,1", "-5,30,-150", "-0.01,30,-1", "5.25,0,0", "3,0.5,1"})
    void paidTipsAddByTheirAmountAndRefundsTakeTheirSecondsBack(String paid, String tip, long expected) {
        assertThat(seconds(new TimerRules(0, 0, 0, 0, 0, 0, new BigDecimal(tip), 0), Map.of(), paid))
                .isEqualTo(expected);
    }

    @Test
    void onlyWhatCameSinceTheBeginningCounts() {
        TimerRules rules = new TimerRules(3, 0, 0, 0, 0, 0, BigDecimal.ZERO, 0);
        Tally from = tally(Map.of(Counted.FOLLOWS, 10L));

        assertThat(rules.seconds(from, tally(Map.of(Counted.FOLLOWS, 12L)), BigDecimal.ZERO, 0))
                .isEqualTo(6);
    }

    @ParameterizedTest
    @CsvSource({"10,0,10,0", "59,0,59,1", "60,0,60,1", "61,0,60,1", "61,1,59,1", "61,60,0,1", "61,90,0,1", "999,0,999,0"
    })
    void rulesAddNoMoreThanTheirMostTogetherWithWhatWasAddedBefore(
            long follows, long earlier, long expected, long mostMinutes) {
        TimerRules rules = new TimerRules(1, 0, 0, 0, 0, 0, BigDecimal.ZERO, mostMinutes);

        assertThat(rules.seconds(Tally.NOTHING, tally(Map.of(Counted.FOLLOWS, follows)), BigDecimal.ZERO, earlier))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"0,TIER_1", "1,TIER_1", "2,TIER_2", "3,TIER_3", "4,TIER_1"})
    void subscriptionsAreCountedByTheirTier(long tier, Counted counted) {
        assertThat(Counted.ofTier(tier)).isEqualTo(counted);
    }

    private static long seconds(TimerRules rules, Map<Counted, Long> counts, String paid) {
        return rules.seconds(Tally.NOTHING, tally(counts), new BigDecimal(paid), 0);
    }

    private static Tally tally(Map<Counted, Long> counts) {
        Map<Counted, Long> all = new EnumMap<>(Counted.class);
        all.putAll(counts);
        return new Tally(all);
    }
}
