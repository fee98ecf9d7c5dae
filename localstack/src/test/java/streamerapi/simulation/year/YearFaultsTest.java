package streamerapi.simulation.year;

import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.Optional;
import java.util.stream.LongStream;

import static org.assertj.core.api.Assertions.assertThat;

/// The simulation finds faults that are planted between the service and AWS, each by a long seed that is known to find
/// it, or by one of those after it: a change to the service changes what a seed makes happen.
///
/// `-Dyear.hunt=2000` looks for every fault from the first long seed on, also for those that few seeds find and those
/// that none is known to find, and prints the seed that finds each, for docs/simulation.md.
class YearFaultsTest {

    private static final int HUNT = Integer.getInteger("year.hunt", 0);
    private static final int MOST_SEEDS = 100;
    private static final int MOST_LINES = 36;
    private static final int MOST_LINES_OF_A_REPORT = 40;

    @ParameterizedTest
    @CsvSource({
        "TWO_LANES, 25",
        "PLACE_FROM_ANOTHER_SHARD, 25",
        "SUBSCRIBERS_REMEMBERED, 25",
        "EVENT_LEFT_OUT, 25",
        "DELIVERY_NOT_CLAIMED, 25",
        "FAILURE_LEFT_OUT, 100",
        "EFFECT_KEPT, 25",
        "EFFECT_LEFT_OUT, 625",
        "EFFECT_MESSAGES_LOST, 25",
        "DECIDED_WITHOUT_CONDITION, 325",
        "SLOT_WITHOUT_CONDITION, 100",
        "TIP_NOT_MOVED, 25",
        "IDEMPOTENCY_LEFT_OUT, 25",
        "IDEMPOTENCY_OUTSIDE, 175",
        "PAYMENT_NOT_REMEMBERED, 25",
        "REFUND_NOT_BOOKED, 25",
        "ENTRY_LEFT_OUT, 25",
        "SINCE_SKIPS_ONE, 25",
        "READY_WITH_KEY, 25",
        "REVOCATION_NOT_TOLD, 25",
        "ERASURE_NOT_NOTED, 25",
        "DEPARTURE_LEFT_OUT, 25",
        "CLAIM_KEPT, 25",
        "OVERLAY_TOLD_ALL, 25",
        "REPLACED_WORDS_KEPT, 25",
        "RESOLUTION_LEFT_OUT, 25",
        "NO_FURTHER_MESSAGES, 1400",
        "FRESH_TOKENS_LEFT_OUT, 200",
        "REFRESH_LEASE_IGNORED, 1025"
    })
    void aPlantedFaultBreaksASentence(Mutation mutation, long known) {
        Year.Report found =
                find(mutation, known, MOST_SEEDS).orElseThrow(() -> new AssertionError(mutation + " is not found"));
        assertThat(found.story().lines().count()).isLessThanOrEqualTo(MOST_LINES);
        assertThat(found.toString().lines().count()).isLessThanOrEqualTo(MOST_LINES_OF_A_REPORT);
        assertThat(found.toString()).contains("-Dyear.seed=" + found.seed());
    }

    /// Tells which of all faults is found, and by which seed.
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    @EnabledIfSystemProperty(named = "year.hunt", matches = "\\d+")
    void aFaultIsLookedFor(Mutation mutation) {
        String found = find(mutation, Scale.LONG_ONES, HUNT)
                .map(report ->
                        "by seed " + report.seed() + ": " + report.broken().getFirst())
                .orElse("not in " + HUNT + " seeds");
        System.out.println(mutation + " " + found);
    }

    private static Optional<Year.Report> find(Mutation mutation, long first, int seeds) {
        return LongStream.iterate(first, seed -> seed + Scale.LONG_ONES)
                .limit(seeds)
                .mapToObj(seed -> Year.run(seed, mutation))
                .filter(report -> !report.holds())
                .findFirst();
    }
}
