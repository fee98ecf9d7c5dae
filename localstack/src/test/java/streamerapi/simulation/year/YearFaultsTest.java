package streamerapi.simulation.year;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.stream.LongStream;

import static org.assertj.core.api.Assertions.assertThat;

/// The simulation finds faults that are planted between the service and AWS, each by a seed that is known to find it,
/// or by one of those after it: a change to the service changes what a seed makes happen. `-Dyear.hunt=2000` looks for
/// each from the first seed on, and prints the one that finds it, for docs/simulation.md.
class YearFaultsTest {

    private static final int HUNT = Integer.getInteger("year.hunt", 0);
    private static final int MOST_SEEDS = 100;
    private static final int MOST_LINES = 36;

    @ParameterizedTest
    @CsvSource({
        "TWO_LANES, 2",
        "PLACE_FROM_ANOTHER_SHARD, 1",
        "ACKNOWLEDGED_FIRST, 21",
        "DELIVERY_NOT_CLAIMED, 1",
        "IDEMPOTENCY_OUTSIDE, 4"
    })
    void aPlantedFaultBreaksASentence(Mutation mutation, long known) {
        LongStream seeds = HUNT > 0 ? LongStream.rangeClosed(1, HUNT) : LongStream.range(known, known + MOST_SEEDS);
        Year.Report found = seeds.mapToObj(seed -> Year.run(seed, mutation))
                .filter(report -> !report.holds())
                .findFirst()
                .orElseThrow(() -> new AssertionError(mutation + " is not found"));
        if (HUNT > 0) {
            System.out.println(mutation + " by seed " + found.seed() + ": "
                    + found.broken().getFirst());
        }
        assertThat(found.story().lines().count()).isLessThanOrEqualTo(MOST_LINES);
        assertThat(found.toString()).contains("-Dyear.seed=" + found.seed());
    }
}
