package streamerapi.pages;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

/// The result of a look through a processor's books, as the money page says it.
@NullMarked
class MoneyWordsTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    running     | being compared       | ''       | The comparison goes on.
                    agrees      | agrees               | good dot | 4 events of three days were compared. Nothing was missing here.
                    incomplete  | not all was compared | bad dot  | 4 events of three days were compared. There were more payments than are read in a day.
                    unreachable | no answer            | bad dot  | It did not answer. The next comparison is tomorrow.
                    refused     | refused              | bad dot  | The credentials may not read its books. A restricted key of Stripe needs the right to read events.
                    """)
    void aLookThatTookNothingIn(String result, String name, String tone, String sentence) {
        Fields look = look("stripe", result, 4, Map.of());

        assertThat(MoneyWords.result(look)).isEqualTo(name);
        assertThat(MoneyWords.tone(look)).isEqualTo(tone);
        assertThat(MoneyWords.found(look)).isEqualTo(sentence);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    paypal | taken_in    | 1 | One order of three days was compared. Missing here, and added: 1 charged. Check the connection: its events do not all arrive.
                    stripe | incomplete  | 9 | 9 events of three days were compared. There were more payments than are read in a day. Taken in: 1 charged.
                    stripe | unreachable | 9 | It did not answer. The next comparison is tomorrow. Taken in: 1 charged.
                    stripe | refused     | 9 | The credentials may not read its books. A restricted key of Stripe needs the right to read events. Taken in: 1 charged.
                    """)
    void aLookThatTookAPaymentIn(String provider, String result, int looked, String sentence) {
        assertThat(MoneyWords.found(look(provider, result, looked, Map.of("captured", 1))))
                .isEqualTo(sentence);
    }

    @ParameterizedTest
    @CsvSource({
        "held, 1 on hold",
        "captured, 1 charged",
        "hold_ended, 1 no longer on hold",
        "refunded, 1 refunded",
        "disputed, 1 disputed",
        "checkout_ended, 1 ended without a payment",
    })
    void eachKindOfFindIsCounted(String kind, String words) {
        assertThat(MoneyWords.found(look("paypal", "taken_in", 2, Map.of(kind, 1))))
                .startsWith("2 orders of three days were compared. Missing here, and added: " + words + ". ");
    }

    @Test
    void linesThatCouldNotBeReadAreCounted() {
        assertThat(MoneyWords.found(look("paypal", "incomplete", 5, Map.of("unread", 2, "captured", 1))))
                .isEqualTo(
                        "5 orders of three days were compared. 2 of them could not be read. The next comparison tries"
                                + " again. Taken in: 1 charged.");
    }

    private static Fields look(String provider, String result, int looked, Map<String, Object> found) {
        Map<String, Object> look = new LinkedHashMap<>();
        List.of("held", "captured", "hold_ended", "refunded", "disputed", "checkout_ended")
                .forEach(kind -> look.put(kind, 0));
        look.put("unread", 0);
        look.putAll(found);
        look.putAll(Map.of("provider", provider, "result", result, "looked", looked));
        return new Fields(new LinkedHashMap<>(look));
    }
}
