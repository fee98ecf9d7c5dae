package streamerapi.pages;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import streamerapi.ledger.RecentIncome;

import java.math.BigDecimal;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/// A chart's bars are as high as their sums.
@NullMarked
class BarsTest {

    @Test
    void theHighestBarFillsTheDrawingAndAnyPositiveSumIsSeen() {
        assertThat(heights("200", "100", "0.01", "0", "-5")).containsExactly(100, 50, 2, 0, 0);
    }

    /// Refunds of tips of an earlier day make a day's sum negative.
    @Test
    void aChartWithoutAPositiveSumIsEmpty() {
        assertThat(bars().isEmpty()).isTrue();
        assertThat(bars("0", "-5").isEmpty()).isTrue();
        assertThat(bars("0", "0.01").isEmpty()).isFalse();
    }

    @Test
    void theSumIsThatOfAllSpans() {
        assertThat(bars("1200", "34.5", "-4.5").sum()).isEqualTo("1,230.00 USD");
    }

    private static List<Integer> heights(String... sums) {
        Bars bars = bars(sums);
        return IntStream.range(0, sums.length).mapToObj(bars::height).toList();
    }

    private static Bars bars(String... sums) {
        return new Bars(
                "The last 30 days",
                "Day (UTC)",
                Stream.of(sums)
                        .map(sum -> new RecentIncome.Span("2026-11-21", new BigDecimal(sum)))
                        .toList(),
                "USD");
    }
}
