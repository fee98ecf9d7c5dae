package streamerapi.goals;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

/// A goal of followers or subscriptions, and how far it has come.
@NullMarked
class CountGoalTest {

    private static final CountGoal NONE = CountGoal.of(Counted.FOLLOWS, null);

    @ParameterizedTest
    @CsvSource({",0,2", "0,0,2", "640,640,642"})
    void aNewGoalBeginsWithTheCountThatIsGivenOrWithNone(@Nullable Long current, long begins, long later) {
        CountGoal goal = NONE.changed(new CountGoal.Change("", 1_000, current), follows(7));

        assertThat(goal.with(follows(7)).current()).isEqualTo(begins);
        assertThat(goal.with(follows(9)).current()).isEqualTo(later);
    }

    @Test
    void anotherTargetOrTitleLeavesTheCount() {
        CountGoal goal = NONE.changed(new CountGoal.Change("", 1_000, 640L), follows(7))
                .changed(new CountGoal.Change("Road to 2,000", 2_000, null), follows(9));

        assertThat(goal.with(follows(10)).current()).isEqualTo(643);
        assertThat(goal.target()).isEqualTo(2_000);
        assertThat(goal.title()).isEqualTo("Road to 2,000");
    }

    @Test
    void aGoalThatWasTakenDownShowsNothingAndBeginsAnew() {
        CountGoal down = NONE.changed(new CountGoal.Change("", 1_000, 640L), follows(7))
                .changed(new CountGoal.Change("", 0, null), follows(8));

        assertThat(down.with(follows(9)).current()).isZero();
        assertThat(down.changed(new CountGoal.Change("", 10, null), follows(20))
                        .with(follows(21))
                        .current())
                .isEqualTo(1);
    }

    @Test
    void eachGoalCountsItsOwnKind() {
        Tally tally = new Tally(Map.of(Counted.FOLLOWS, 7L, Counted.SUBS, 3L));

        assertThat(new CountGoal(Counted.SUBS, "", 10, 1).with(tally).current()).isEqualTo(2);
        assertThat(new CountGoal(Counted.FOLLOWS, "", 10, 1).with(tally).current())
                .isEqualTo(6);
    }

    private static Tally follows(long count) {
        return new Tally(Map.of(Counted.FOLLOWS, count));
    }
}
