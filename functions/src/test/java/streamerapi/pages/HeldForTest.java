package streamerapi.pages;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

/// Why a tip waits, as the review page says it.
@NullMarked
class HeldForTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    manual         | none      | Held because every tip is reviewed.
                    manual         | held      | Held because its payment is on hold: the sender is charged once you approve it.
                    manual         | capturing | Held because its payment is on hold.
                    manual         | captured  | Held for your decision: the sender has been charged.
                    filter         | none      | Held for a word of your filter:
                    ai_unavailable | captured  | Held because the moderation service did not answer.
                    """)
    void theReasonIsASentence(String reason, String paymentState, String sentence) {
        assertThat(HeldFor.words(held(reason, paymentState, false))).isEqualTo(sentence);
    }

    @ParameterizedTest
    @CsvSource({"manual", "filter"})
    void theModerationServiceIsNamedBeforeTheFilter(String reason) {
        Fields held = held(reason, "none", true);

        assertThat(HeldFor.words(held)).isEqualTo("Held because the moderation service wants a person to look at it.");
        assertThat(HeldFor.isMatched(held)).isFalse();
    }

    private static Fields held(String reason, String paymentState, boolean byModeration) {
        return new Fields(Map.of(
                "reason", reason,
                "payment_state", paymentState,
                "by_moderation", byModeration,
                "matches", List.of("door")));
    }
}
