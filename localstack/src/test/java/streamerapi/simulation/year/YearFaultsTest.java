package streamerapi.simulation.year;

import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/// The simulation finds faults that are planted between the service and AWS, each by a seed that is known to find it,
/// or by one of those after it that are of its scale: a change to the service changes what a seed makes happen.
///
/// `-Dyear.hunt=2000` looks for every fault in the seeds up to the 2,000th, the short ones first, also for those that
/// few seeds find and those that none is known to find, and prints the seed that finds each, for docs/simulation.md.
/// The faults take turns on as many threads as test classes do.
@Execution(ExecutionMode.CONCURRENT)
class YearFaultsTest {

    private static final int HUNT = Integer.getInteger("year.hunt", 0);
    private static final int MOST_SEEDS = 400;
    private static final int MOST_LINES = 36;
    private static final int MOST_LINES_OF_A_REPORT = 40;

    @ParameterizedTest
    @CsvSource({
        "EVENT_LEFT_OUT, 2",
        "EVENT_AFTERWARDS, 93",
        "EVENT_ANYWAY, 18",
        "TWO_LANES, 2",
        "PLACE_FROM_ANOTHER_SHARD, 1",
        "PARENT_NOT_AWAITED, 140",
        "ACKNOWLEDGED_FIRST, 33",
        "PARTIAL_FAILURE_IGNORED, 33",
        "PLACE_LEFT_OUT, 2",
        "PLACE_GIVEN_AGAIN, 337",
        "SUBSCRIBERS_REMEMBERED, 33",
        "LAST_OF_BATCH_LOST, 1",
        "DELIVERY_NOT_CLAIMED, 1",
        "RESULT_LEFT_OUT, 8",
        "FAILURE_LEFT_OUT, 4",
        "END_LEFT_OUT, 160",
        "REFUSED_NOT_COUNTED, 160",
        "ENDPOINT_REMEMBERED, 12",
        "SAME_ATTEMPT_AGAIN, 1",
        "RETRY_NOT_SENT, 1",
        "DELIVERY_LEASE_IGNORED, 21",
        "REFRESH_LEASE_IGNORED, 164",
        "FRESH_TOKENS_LEFT_OUT, 2",
        "EFFECT_LEFT_OUT, 34",
        "EFFECT_KEPT, 2",
        "EFFECTS_NOT_LOOKED_FOR, 37",
        "EFFECT_MESSAGES_LOST, 2",
        "DECIDED_WITHOUT_CONDITION, 179",
        "SLOT_WITHOUT_CONDITION, 58",
        "TIP_NOT_MOVED, 1",
        "SLOT_NOT_FREED, 2",
        "IDEMPOTENCY_OUTSIDE, 18",
        "IDEMPOTENCY_LEFT_OUT, 2",
        "IDEMPOTENCY_WITHOUT_CONDITION, 18",
        "MESSAGE_NOT_REMEMBERED, 243",
        "PAYMENT_NOT_REMEMBERED, 1",
        "EARLY_END_LEFT_OUT, 790",
        "PAYMENT_OF_ANY_PROCESSOR, 70",
        "REFUND_NOT_BOOKED, 1",
        "HOURS_BOOKED_TWICE, 1",
        "DAYS_BOOKED_TWICE, 1",
        "ENTRY_LEFT_OUT, 1",
        "LEADERBOARD_KEEPS_REFUNDS, 1",
        "LIVE_WITHOUT_CONDITION, 29",
        "PASSING_NOT_NOTED, 29",
        "SINCE_SKIPS_ONE, 2",
        "READY_WITHOUT_PLACE, 1",
        "READY_WITH_KEY, 2",
        "REVOCATION_NOT_TOLD, 57",
        "REVOKED_KEY_KEPT, 2",
        "REFRESH_WITHOUT_CONDITION, 30",
        "APP_TOKENS_LEFT_OUT, 10",
        "REUSE_FORGIVEN, 10",
        "DISCONNECTION_LEFT_OUT, 10",
        "CODE_KEPT, 10",
        "VIDEO_WITHOUT_CONDITION, 80",
        "VIDEO_NOT_MOVED, 10",
        "PLAYER_NOT_FREED, 10",
        "BAN_LEFT_OUT, 70",
        "TIP_WITHOUT_VIDEO, 10",
        "WAITING_VIDEO_KEPT, 30",
        "ARCHIVED_WITHOUT_CONDITION, 1300",
        "ARCHIVED_MONTH_NOT_NAMED, 10",
        "ARCHIVED_AND_KEPT, 20",
        "LONGEST_INTERVAL_LEFT_OUT, 30",
        "TIMER_NOT_CLAIMED, 20",
        "TIMER_MESSAGES_LOST, 10",
        "COUNTER_WITHOUT_CONDITION, 10",
        "COUNTER_NOT_TOLD, 10",
        "CREDITS_WITHOUT_CONDITION, 18",
        "CREDIT_ENTRY_LEFT_OUT, 2",
        "ERASURE_NOT_NOTED, 1",
        "ERASURE_MESSAGE_LOST, 1",
        "EVENTS_NOT_ERASED, 1",
        "TIPS_NOT_ERASED, 1",
        "ARRIVAL_LEFT_OUT, 2",
        "DEPARTURE_LEFT_OUT, 2",
        "PRESENCE_MESSAGES_LOST, 2",
        "CLAIM_KEPT, 81",
        "OVERLAY_TOLD_ALL, 4",
        "REPLACED_WORDS_KEPT, 2",
        "NO_FURTHER_MESSAGES, 8",
        "REDEMPTION_WITHOUT_CONDITION, 78",
        "REDEMPTION_NOT_KEPT, 1",
        "RESOLUTION_LEFT_OUT, 1",
        "PLACE_WITHOUT_STREAM, 51",
        "PAST_NOT_HANDED_ON, 171",
        "SOCKETS_NOT_CLOSED, 411",
        "FUNCTION_LEFT_BEHIND, 11"
    })
    void aPlantedFaultBreaksASentence(Mutation mutation, long known) {
        LongStream seeds = Scale.of(known).seeds(known).limit(MOST_SEEDS);
        Year.Report found = find(mutation, seeds).orElseThrow(() -> new AssertionError(mutation + " is not found"));
        if (found.seed() != known) {
            System.out.println(mutation + " is found by seed " + found.seed() + " now, no longer by " + known);
        }
        assertThat(found.story().lines().count()).isLessThanOrEqualTo(MOST_LINES);
        assertThat(found.toString().lines().count()).isLessThanOrEqualTo(MOST_LINES_OF_A_REPORT);
        assertThat(found.toString()).contains("-Dyear.seed=" + found.seed());
    }

    /// Tells which of all faults is found, and by which seed.
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    @EnabledIfSystemProperty(named = "year.hunt", matches = "\\d+")
    void aFaultIsLookedFor(Mutation mutation) {
        LongStream seeds =
                Stream.of(Scale.values()).flatMapToLong(scale -> scale.seeds(1).takeWhile(seed -> seed <= HUNT));
        String found = find(mutation, seeds)
                .map(report ->
                        "by seed " + report.seed() + ": " + report.broken().getFirst())
                .orElse("by no seed up to " + HUNT);
        System.out.println(mutation + " is found " + found);
    }

    private static Optional<Year.Report> find(Mutation mutation, LongStream seeds) {
        return seeds.mapToObj(seed -> Year.run(seed, mutation))
                .filter(report -> !report.holds())
                .findFirst();
    }
}
