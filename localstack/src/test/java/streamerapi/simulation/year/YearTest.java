package streamerapi.simulation.year;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.stream.LongStream;

import static org.assertj.core.api.Assertions.assertThat;

/// The service keeps its promises whatever a seed makes happen. `-Dyear.seeds=1000` tries more of them,
/// `-Dyear.first=…` others, and `-Dyear.seed=…` lives through one again, or through the part of it that a story names.
class YearTest {

    private static final int SEEDS = Integer.getInteger("year.seeds", 40);
    private static final long FIRST = Long.getLong("year.first", 1L);

    @Test
    void everySentenceHoldsInEverySeed() {
        Long one = Long.getLong("year.seed");
        LongStream seeds = one == null ? LongStream.range(FIRST, FIRST + SEEDS) : LongStream.of(one);
        seeds.forEach(seed -> {
            Year.Report report = one == null
                    ? Year.run(seed, Mutation.NONE)
                    : Year.run(seed, Mutation.NONE, Cut.ofCommandLine(seed));
            assertThat(report.holds())
                    .as(() -> (one == null ? Year.shrunk(seed, Mutation.NONE) : report).toString())
                    .isTrue();
        });
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void aSeedIsLivedThroughInTheSameWayEachTime(long seed) {
        Year.Report first = Year.run(seed, Mutation.NONE);
        Year.Report second = Year.run(seed, Mutation.NONE);
        assertThat(second.digest()).isEqualTo(first.digest());
        assertThat(second.turns()).isEqualTo(first.turns()).isGreaterThan(1_000);
    }
}
