package streamerapi.tips;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import streamerapi.tts.CountedAs;
import streamerapi.tts.Tip;

import java.math.BigDecimal;
import java.time.Instant;

import static org.assertj.core.api.Assertions.assertThat;

/// The tips that count in the books.
@NullMarked
class LedgerEntriesTest {

    private static final Tip PAID = Tip.waiting(
                    "ten_0000000000000", "tip_1763693883123_0h5m8z4q2w9x7y3k", Instant.parse("2026-11-21T12:00:00Z"))
            .with(Tip.SOURCE, "card_processor")
            .with(Tip.NAME, "Mira")
            .with(Tip.AMOUNT, new BigDecimal("10.00"))
            .with(Tip.CURRENCY, "EUR")
            .with(Tip.IS_PAID, true);

    @Test
    void aPaidTipWithAnAmountCountsOnceItHasEntered() {
        assertThat(LedgerEntries.isCounted(PAID)).isTrue();
        assertThat(LedgerEntries.isCounted(PAID.with(Tip.IS_PAID, false))).isFalse();
        assertThat(LedgerEntries.isCounted(PAID.with(Tip.AMOUNT, null))).isFalse();
        assertThat(LedgerEntries.isCounted(PAID.inReview())).isFalse();
    }

    @Test
    void aTipThatWasGivenBackWholeBeforeItEnteredAddsNothing() {
        assertThat(LedgerEntries.hasEntries(PAID)).isTrue();
        assertThat(LedgerEntries.hasEntries(PAID.with(Tip.REFUNDED, new BigDecimal("9.99"))))
                .isTrue();
        assertThat(LedgerEntries.hasEntries(PAID.with(Tip.REFUNDED, new BigDecimal("10"))))
                .isFalse();
        assertThat(LedgerEntries.hasEntries(PAID.with(Tip.AMOUNT, BigDecimal.ZERO)))
                .as("a tip of nothing, of which nothing was given back")
                .isTrue();
        assertThat(LedgerEntries.hasEntries(PAID.inReview())).isFalse();
    }

    @Test
    void theEntriesAreOfTheCurrencyThatTheTipCountsInAtTheTimeThatItEntered() {
        assertThat(LedgerEntries.entries("ten_0000000000000", PAID)[0].key().sort())
                .isEqualTo("LEDGER#EUR#E#2026-11-21T12:00:00.000Z#" + PAID.orderId());
        assertThat(LedgerEntries.entries("ten_0000000000000", new CountedAs(new BigDecimal("12.96"), "USD").on(PAID))[0]
                        .key()
                        .sort())
                .isEqualTo("LEDGER#USD#E#2026-11-21T12:00:00.000Z#" + PAID.orderId());
    }
}
