package streamerapi.shared.storage;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/// The keys of sums.
@NullMarked
class SumKeysTest {

    private static final String TIME = "2026-11-21T14:22:33.123Z";

    @ParameterizedTest
    @ValueSource(strings = {"EUR", "goal_01kaj"})
    void anEntrysTimeIsReadBackFromItsKey(String subject) {
        Key entry = SumKeys.ledgerEntry("ten_0000000000000", subject, TIME, "tip_1#E#2");

        assertThat(SumKeys.timeOfEntry(entry, TIME.length())).isEqualTo(TIME);
        assertThat(SumKeys.timeOfEntry(entry, "2026-11-21T14".length())).isEqualTo("2026-11-21T14");
    }
}
