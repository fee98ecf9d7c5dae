package streamerapi.queues;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;

import java.time.Instant;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/// The order of a queue: by turns, and by places in its lists.
@NullMarked
class QueuedTest {

    private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
    private static final QueueIndex INDEX = new QueueIndex(
            "TIP#",
            Map.of(
                    Standing.WAITING, "TQ#",
                    Standing.PLAYED, "TH#",
                    Standing.REMOVED, "TX#",
                    Standing.IN_REVIEW, "TR#"));

    private record Item(Row row) implements Queued {
        @Override
        public QueueIndex index() {
            return INDEX;
        }

        @Override
        public String noun() {
            return "tip";
        }
    }

    @Test
    void anItemsTurnIsTheTimeOfItsOrderIdUnlessItGotAnother() {
        assertThat(item("tip_1763693883123_a").turn()).isEqualTo("1763693883123_a");
        assertThat(at("tip_1763693883123_a", "1763693900000_z").turn()).isEqualTo("1763693900000_z");
    }

    @Test
    void whatIsPutAtTheHeadComesBeforeTheHeadHoweverOftenThatIsDone() {
        Item head = item("tip_0000000000001_a");
        String earlier = head.turn();
        for (int i = 0; i < 100; i++) {
            String turn = head.turnBefore("tip_176369388" + "%04d".formatted(i) + "_b");
            assertThat(turn).isLessThan(earlier).endsWith("_b");
            head = at("tip_1763693883123_b", turn);
            earlier = turn;
        }
    }

    @Test
    void theFirstItemAtTheHeadHasTheGreatestNumberAndEachLaterOneTheNextLess() {
        assertThat(item("tip_1763693883123_a").turnBefore("tip_1763693883124_b"))
                .isEqualTo("!99999999_1763693883124_b");
        assertThat(at("tip_1763693883124_b", "!99999999_1763693883124_b").turnBefore("tip_1763693883125_c"))
                .isEqualTo("!99999998_1763693883125_c");
        assertThat(at("tip_1763693883124_b", "!00000010_1763693883124_b").turnBefore("tip_1763693883125_c"))
                .isEqualTo("!00000009_1763693883125_c");
    }

    @ParameterizedTest
    @CsvSource(nullValues = "-", textBlock = """
                    TQ#1763693883123_a, WAITING
                    TQ#!99999999_1_a,   WAITING
                    TH#01kaj,           PLAYED
                    TX#01kaj,           REMOVED
                    TR#1763693883123_a, IN_REVIEW
                    -,                  NOWHERE
                    """)
    void thePlaceTellsTheListThatAnItemStandsIn(@Nullable String place, Standing standing) {
        assertThat(INDEX.standing(place)).isEqualTo(standing);
        assertThat(new Item(item("tip_1763693883123_a").row().with(Table.PLACE, place)).standing())
                .isEqualTo(standing);
    }

    @Test
    void aNewItemStandsBehindThoseThatCameBefore() {
        assertThat(INDEX.waiting("tip_1763693883123_a")).isEqualTo("TQ#1763693883123_a");
        assertThat(INDEX.waiting("tip_1763693883124_0")).isGreaterThan(INDEX.waiting("tip_1763693883123_z"));
        assertThat(INDEX.waiting("replay_1763693883124_0")).isGreaterThan(INDEX.waiting("tip_1763693883123_z"));
    }

    @ParameterizedTest
    @CsvSource({"0,31", "1,30", "999,30", "1000,30", "29999,1", "30000,1"})
    void anItemIsNotReplayedAgainWithinHalfAMinute(long millisAgo, long retryAfter) {
        Problem refused =
                catchThrowableOfType(Problem.class, () -> replayed(millisAgo).replayed(NOW));

        assertThat(refused.body()).containsEntry("code", "replay_too_soon").containsEntry("retry_after", retryAfter);
    }

    @ParameterizedTest
    @ValueSource(longs = {30_001, 60_000, 86_400_000})
    void anItemIsReplayedAgainAfterHalfAMinute(long millisAgo) {
        assertThat(replayed(millisAgo).replayed(NOW).key())
                .isEqualTo(replayed(millisAgo).key());
    }

    private static Item replayed(long millisAgo) {
        return new Item(item("tip_1763693883123_a").row().with(Queued.REPLAYED_AT, NOW.minusMillis(millisAgo)));
    }

    private static Item item(String orderId) {
        return new Item(Row.of(new Key("A#ten_0000000000000", "TIP#" + orderId)));
    }

    private static Item at(String orderId, String turn) {
        return new Item(item(orderId).row().with(Queued.TURN, turn));
    }
}
