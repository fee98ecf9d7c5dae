package streamerapi.pages;

import streamerapi.ledger.RecentIncome;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;

/// A chart of bars, one for each span of time, drawn by the server.
///
/// @param title what it shows
/// @param unit what a bar is of: `Day (UTC)` or `Hour (Europe/Berlin)`
public record Bars(String title, String unit, List<RecentIncome.Span> spans, String currency) {

    /// How high a drawing is, in its own units; a bar is 10 wide.
    public static final int HEIGHT = 100;

    /// The height of a bar. A bar is visible for any positive sum, however small, and not for zero or less.
    public int height(int index) {
        BigDecimal most = spans.stream().map(RecentIncome.Span::sum).reduce(BigDecimal.ONE, BigDecimal::max);
        BigDecimal sum = spans.get(index).sum();
        return sum.signum() <= 0
                ? 0
                : Math.max(
                        2,
                        sum.multiply(BigDecimal.valueOf(HEIGHT))
                                .divide(most, 0, RoundingMode.HALF_UP)
                                .intValueExact());
    }

    /// Whether there is no bar to see.
    public boolean isEmpty() {
        return spans.stream().noneMatch(span -> span.sum().signum() > 0);
    }

    /// The amount of a span with its currency.
    public String amount(RecentIncome.Span span) {
        return Money.text(span.sum(), currency);
    }

    /// The sum of the spans, with its currency.
    public String sum() {
        return Money.text(
                spans.stream().map(RecentIncome.Span::sum).reduce(BigDecimal.ZERO, BigDecimal::add), currency);
    }
}
