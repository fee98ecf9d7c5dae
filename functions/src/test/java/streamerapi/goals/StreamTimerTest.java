package streamerapi.goals;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import streamerapi.goals.StreamTimer.Beginning;
import streamerapi.goals.StreamTimer.TimerStatus;
import streamerapi.shared.problems.Problem;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/// The timer of a stream: how it runs, waits and is lengthened.
@NullMarked
class StreamTimerTest {

    private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
    private static final TimerRules RULES = new TimerRules(60, 0, 0, 0, 0, 0, BigDecimal.ZERO, 0);
    private static final Tally ONE_FOLLOW = new Tally(Map.of(Counted.FOLLOWS, 1L));

    @Test
    void aTimerRunsForItsMinutes() {
        StreamTimer timer = begun(60L, null, false);

        assertThat(timer.endsAt()).isEqualTo(NOW.plusSeconds(3_600));
        assertThat(shown(timer, 0, 0)).containsEntry("state", "running").containsEntry("left_seconds", 3_600L);
        assertThat(shown(timer, 0, 3_599)).containsEntry("state", "running").containsEntry("left_seconds", 1L);
        assertThat(shown(timer, 0, 3_600)).containsEntry("state", "over").containsEntry("left_seconds", 0L);
        assertThat(shown(timer, 0, 9_999)).containsEntry("state", "over").containsEntry("left_seconds", 0L);
        assertThat(shown(timer, 60, 3_600)).containsEntry("state", "running").containsEntry("left_seconds", 60L);
    }

    @Test
    void aTimerThatBeginsPausedWaitsWithAllOfItsTime() {
        StreamTimer timer = begun(60L, null, true);

        assertThat(shown(timer, 0, 9_999)).containsEntry("state", "paused").containsEntry("left_seconds", 3_600L);
        assertThat(shown(timer, 30, 9_999)).containsEntry("left_seconds", 3_630L);
        assertThat(timer.resumed(NOW.plusSeconds(9_999)).endsAt()).isEqualTo(NOW.plusSeconds(9_999 + 3_600));
    }

    @Test
    void aPauseKeepsWhatIsLeftAlsoIfOnlyAddedTimeIsLeft() {
        StreamTimer paused = begun(60L, null, false).paused(NOW.plusSeconds(3_660));

        assertThat(paused.left()).isEqualTo(-60);
        assertThat(shown(paused, 90, 9_999)).containsEntry("left_seconds", 30L);
        assertThat(shown(paused, 30, 9_999)).containsEntry("left_seconds", 0L);
        assertThat(paused.paused(NOW.plusSeconds(9_999))).isEqualTo(paused);
        StreamTimer resumed = paused.resumed(NOW.plusSeconds(9_999));
        assertThat(shown(resumed, 90, 9_999)).containsEntry("left_seconds", 30L);
        assertThat(resumed.resumed(NOW)).isEqualTo(resumed);
    }

    @ParameterizedTest
    @CsvSource({"1", "31622400"})
    void aTimerEndsAtAMomentUpToAYearAhead(long seconds) {
        assertThat(begun(null, NOW.plusSeconds(seconds), false).endsAt()).isEqualTo(NOW.plusSeconds(seconds));
    }

    @ParameterizedTest
    @CsvSource({"0", "-1", "31622401"})
    void aMomentThatIsPastOrMoreThanAYearAheadIsRefused(long seconds) {
        assertThat(refused(null, NOW.plusSeconds(seconds))).containsEntry("field", "ends_at");
    }

    @Test
    void eitherMinutesOrAMomentIsRequired() {
        assertThat(refused(null, null)).containsEntry("field", "minutes");
        assertThat(refused(60L, NOW.plusSeconds(60))).containsEntry("field", "minutes");
    }

    @Test
    void secondsAreAddedByHandToARunningAndToAPausedTimer() {
        assertThat(shown(begun(60L, null, false).longer(-600, 0, NOW), 0, 0)).containsEntry("left_seconds", 3_000L);
        assertThat(shown(begun(60L, null, true).longer(600, 0, NOW), 0, 0)).containsEntry("left_seconds", 4_200L);
    }

    @Test
    void aTimerThatIsOverHasTheSecondsThatAreAddedByHandFromThenOn() {
        Instant late = NOW.plusSeconds(3_600 + 900);
        StreamTimer running = begun(60L, null, false).longer(300, 60, late);
        assertThat(shown(running, 60, 3_600 + 900))
                .containsEntry("state", "running")
                .containsEntry("left_seconds", 300L);
        assertThat(shown(running, 90, 3_600 + 900)).containsEntry("left_seconds", 330L);

        StreamTimer paused = begun(60L, null, false).paused(late).longer(300, 60, late);
        assertThat(shown(paused, 60, 9_999)).containsEntry("left_seconds", 300L);
        assertThat(shown(begun(60L, null, false).longer(-300, 60, late), 60, 3_600 + 900))
                .containsEntry("state", "over");
    }

    @Test
    void otherRulesKeepTheTimeThatWasAddedAndCountFromThenOn() {
        StreamTimer timer = begun(60L, null, false);
        long added = timer.added(ONE_FOLLOW, BigDecimal.ZERO);
        StreamTimer ruled = timer.ruledBy(
                new TimerRules(10, 0, 0, 0, 0, 0, BigDecimal.ZERO, 0), added, ONE_FOLLOW, NOW.plusSeconds(5));

        assertThat(added).isEqualTo(60);
        assertThat(ruled.added(ONE_FOLLOW, BigDecimal.ZERO)).isEqualTo(60);
        assertThat(ruled.added(new Tally(Map.of(Counted.FOLLOWS, 3L)), BigDecimal.ZERO))
                .isEqualTo(80);
        assertThat(ruled.beganAt()).isEqualTo(NOW.plusSeconds(5));
    }

    @Test
    void withoutATimerNothingIsLeft() {
        assertThat(TimerStatus.SCHEMA.json(new TimerStatus(null, 0, NOW)))
                .containsEntry("state", "none")
                .containsEntry("left_seconds", 0L);
    }

    private static Map<String, @Nullable Object> shown(StreamTimer timer, long added, long secondsLater) {
        return new LinkedHashMap<>(
                TimerStatus.SCHEMA.json(new TimerStatus(timer, added, NOW.plusSeconds(secondsLater))));
    }

    private static StreamTimer begun(@Nullable Long minutes, @Nullable Instant endsAt, boolean isPaused) {
        return StreamTimer.beginning(new Beginning("", minutes, endsAt, isPaused, RULES), Tally.NOTHING, NOW);
    }

    private static Map<String, @Nullable Object> refused(@Nullable Long minutes, @Nullable Instant endsAt) {
        return catchThrowableOfType(Problem.class, () -> begun(minutes, endsAt, false))
                .body();
    }
}
