package streamerapi.overlays;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import streamerapi.shared.problems.Problem;

import java.math.BigDecimal;
import java.time.Instant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/// The tips that count for a goal.
@NullMarked
class TipGoalTest {

    private static final Instant STARTS = Instant.parse("2026-11-21T12:00:00Z");
    private static final Instant ENDS = Instant.parse("2026-11-22T12:00:00Z");

    @ParameterizedTest
    @CsvSource({
        "2026-11-21T11:59:59.999Z,false",
        "2026-11-21T12:00:00Z,true",
        "2026-11-22T11:59:59.999Z,true",
        "2026-11-22T12:00:00Z,false"
    })
    void tipsFromTheStartOnAndBeforeTheEndCount(Instant at, boolean covers) {
        assertThat(goal(STARTS, ENDS).covers(at)).isEqualTo(covers);
    }

    @Test
    void aGoalWithoutAStartOrAnEndIsOpenThere() {
        assertThat(goal(null, ENDS).covers(Instant.EPOCH)).isTrue();
        assertThat(goal(null, ENDS).covers(ENDS)).isFalse();
        assertThat(goal(STARTS, null).covers(Instant.MAX)).isTrue();
        assertThat(goal(STARTS, null).covers(Instant.EPOCH)).isFalse();
    }

    @Test
    void aGoalEndsAfterItStarts() {
        assertThat(refused(goal(STARTS, STARTS)).body()).containsEntry("field", "ends_at");
        assertThat(refused(goal(ENDS, STARTS)).body()).containsEntry("field", "ends_at");
        assertThatCode(() -> goal(STARTS, STARTS.plusMillis(1)).checked()).doesNotThrowAnyException();
        assertThatCode(() -> goal(STARTS, null).checked()).doesNotThrowAnyException();
        assertThatCode(() -> goal(null, STARTS).checked()).doesNotThrowAnyException();
    }

    @Test
    void somethingIsAddedOrTakenAwayByHand() {
        assertThatCode(() -> new TipGoal.Addition(new BigDecimal("-0.01"))).doesNotThrowAnyException();
        assertThat(catchThrowableOfType(Problem.class, () -> new TipGoal.Addition(new BigDecimal("0.00")))
                        .body())
                .containsEntry("field", "amount");
    }

    private static Problem refused(TipGoal goal) {
        return catchThrowableOfType(Problem.class, goal::checked);
    }

    private static TipGoal goal(@Nullable Instant startsAt, @Nullable Instant endsAt) {
        return new TipGoal(true, "", BigDecimal.TEN, startsAt, endsAt);
    }
}
