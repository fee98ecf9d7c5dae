package streamerapi.simulation.year;

import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.Optional;
import java.util.stream.LongStream;

import static org.assertj.core.api.Assertions.assertThat;

/// The simulation finds faults that are planted between the service and AWS, each by a seed that is known to find it,
/// or by one of those after it: a change to the service changes what a seed makes happen.
///
/// `-Dyear.hunt=2000` looks for every fault from the first seed on, also for those that few seeds find and those that
/// none is known to find, and prints the seed that finds each, for docs/simulation.md.
class YearFaultsTest {

    private static final int HUNT = Integer.getInteger("year.hunt", 0);
    private static final int MOST_SEEDS = 100;
    private static final int MOST_LINES = 36;

    @ParameterizedTest
    @CsvSource({
        "TWO_LANES, 1",
        "PLACE_FROM_ANOTHER_SHARD, 1",
        "SUBSCRIBERS_REMEMBERED, 1",
        "EVENT_LEFT_OUT, 1",
        "DELIVERY_NOT_CLAIMED, 1",
        "FAILURE_LEFT_OUT, 4",
        "EFFECT_KEPT, 1",
        "EFFECT_LEFT_OUT, 25",
        "EFFECT_MESSAGES_LOST, 1",
        "DECIDED_WITHOUT_CONDITION, 13",
        "SLOT_WITHOUT_CONDITION, 4",
        "TIP_NOT_MOVED, 1",
        "IDEMPOTENCY_LEFT_OUT, 1",
        "IDEMPOTENCY_OUTSIDE, 7",
        "PAYMENT_NOT_REMEMBERED, 1",
        "REFUND_NOT_BOOKED, 1",
        "ENTRY_LEFT_OUT, 1",
        "SINCE_SKIPS_ONE, 1",
        "READY_WITH_KEY, 1",
        "REVOCATION_NOT_TOLD, 1",
        "ERASURE_NOT_NOTED, 1",
        "DEPARTURE_LEFT_OUT, 1",
        "CLAIM_KEPT, 1",
        "OVERLAY_TOLD_ALL, 1",
        "REPLACED_WORDS_KEPT, 1",
        "RESOLUTION_LEFT_OUT, 1",
        "NO_FURTHER_MESSAGES, 56",
        "FRESH_TOKENS_LEFT_OUT, 8",
        "REFRESH_LEASE_IGNORED, 41"
    })
    void aPlantedFaultBreaksASentence(Mutation mutation, long known) {
        Year.Report found = find(mutation, LongStream.range(known, known + MOST_SEEDS))
                .orElseThrow(() -> new AssertionError(mutation + " is not found"));
        assertThat(found.story().lines().count()).isLessThanOrEqualTo(MOST_LINES);
        assertThat(found.toString()).contains("-Dyear.seed=" + found.seed());
    }

    /// Tells which of all faults is found, and by which seed.
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    @EnabledIfSystemProperty(named = "year.hunt", matches = "\\d+")
    void aFaultIsLookedFor(Mutation mutation) {
        String found = find(mutation, LongStream.rangeClosed(1, HUNT))
                .map(report ->
                        "by seed " + report.seed() + ": " + report.broken().getFirst())
                .orElse("not in " + HUNT + " seeds");
        System.out.println(mutation + " " + found);
    }

    private static Optional<Year.Report> find(Mutation mutation, LongStream seeds) {
        return seeds.mapToObj(seed -> Year.run(seed, mutation))
                .filter(report -> !report.holds())
                .findFirst();
    }
}
