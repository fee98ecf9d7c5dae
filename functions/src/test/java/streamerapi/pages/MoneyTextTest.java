package streamerapi.pages;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import streamerapi.ledger.RecentIncome;
import streamerapi.shared.auth.Role;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/// Amounts of money, as pages show and draw them.
@NullMarked
class MoneyTextTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    5         | USD | 5.00 USD
                    5.5       | USD | 5.50 USD
                    1250      | EUR | 1,250.00 EUR
                    1234567.8 | EUR | 1,234,567.80 EUR
                    -5.25     | EUR | -5.25 EUR
                    0         | EUR | 0.00 EUR
                    1500      | JPY | 1,500 JPY
                    1500.00   | JPY | 1,500 JPY
                    12.5      | JPY | 12.5 JPY
                    12.25     | JPY | 12.25 JPY
                    1.5       | KWD | 1.50 KWD
                    """)
    void anAmountHasTheDigitsOfItsCurrencyTwoAtMostUnlessItHasMore(String amount, String currency, String shown) {
        assertThat(Money.text(amount, currency)).isEqualTo(shown);
    }

    @ParameterizedTest
    @CsvSource({
        "OWNER,card_processor,5,0,true",
        "SUPER_ADMIN,wallet_processor,5,4.99,true",
        "SUPER_ADMIN,card_processor,5,5,false",
        "SUPER_ADMIN,card_processor,5,5.01,false",
        "MODERATOR,card_processor,5,0,false",
        "OWNER,kofi,5,0,false",
        "OWNER,api,5,0,false",
        "OWNER,card_processor,,0,false"
    })
    void moneyThatIsLeftAtAProcessorIsGivenBackByThoseWhoAdminister(
            Role role, String source, @Nullable String amount, String refunded, boolean isRefundable) {
        Map<String, @Nullable Object> tip = new LinkedHashMap<>();
        tip.put("source", source);
        tip.put("amount", amount == null ? null : new BigDecimal(amount));
        tip.put("refunded_amount", new BigDecimal(refunded));

        assertThat(MoneyWords.isRefundable(new Fields(tip), role)).isEqualTo(isRefundable);
    }

    @Test
    void barsAreAsHighAsTheirShareOfTheHighestAndSeenIfThereIsAnything() {
        assertThat(heights("0", "0.01", "2", "50", "100", "-5")).containsExactly(0, 2, 2, 50, 100, 0);
        assertThat(heights("3", "200")).containsExactly(2, 100);
        assertThat(heights("5", "200")).as("rounded half up").containsExactly(3, 100);
        assertThat(heights("0.25", "0.5")).as("less than one unit").containsExactly(25, 50);
        assertThat(heights("0", "0")).containsExactly(0, 0);
    }

    private static List<Integer> heights(String... sums) {
        Bars bars = new Bars(
                "Income",
                "Day (UTC)",
                Stream.of(sums)
                        .map(sum -> new RecentIncome.Span("2026-11-21", new BigDecimal(sum)))
                        .toList(),
                "EUR");
        return IntStream.range(0, sums.length).mapToObj(bars::height).toList();
    }
}
