package streamerapi.tips;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import streamerapi.shared.connectors.Processor;
import streamerapi.shared.storage.PaymentKeys;
import streamerapi.shared.storage.Row;
import streamerapi.tips.BookedPayment.Stage;
import streamerapi.tips.HeldTip.Decision;
import streamerapi.tts.Tip;

import java.math.BigDecimal;
import java.time.Instant;

import static org.assertj.core.api.Assertions.assertThat;

/// The money of a payment, as the tip's row or the blocked payment's tells it.
@NullMarked
class BookedPaymentTest {

    private static final Instant AT = Instant.ofEpochMilli(1_763_693_883_123L);
    private static final Tip PAID = Tip.waiting("ten_0000000000000", "tip_1763693883123_0h5m8z4q2w9x7y3k", AT)
            .with(Tip.SOURCE, Processor.CARD.label())
            .with(Tip.AMOUNT, new BigDecimal("10.00"))
            .with(Tip.CURRENCY, "EUR")
            .with(Tip.IS_PAID, true)
            .with(HeldTip.PAYMENT_ID, "pi_1")
            .with(BookedPayment.MODE, PaymentMode.LIVE);

    @Test
    void refundsAreToldApartFromDisputesAndTheTimeIsThatOfTheOrderId() {
        Tip tip = PAID.with(Tip.REFUNDED, new BigDecimal("7.50")).with(BookedPayment.DISPUTED, new BigDecimal("5.00"));

        assertThat(BookedPayment.of(tip))
                .isEqualTo(new BookedPayment(
                        AT,
                        "card_processor",
                        "EUR",
                        PaymentMode.LIVE,
                        Stage.CAPTURED,
                        new BigDecimal("10.00"),
                        new BigDecimal("2.50"),
                        new BigDecimal("5.00")));
    }

    @Test
    void onlyTipsThatAProcessorTookThePaymentOfHaveMoney() {
        assertThat(BookedPayment.of(PAID)).isNotNull();
        assertThat(BookedPayment.of(PAID.with(Tip.AMOUNT, null))).isNull();
        assertThat(BookedPayment.of(PAID.with(HeldTip.PAYMENT_ID, null))).isNull();
        assertThat(BookedPayment.of(PAID.with(Tip.SOURCE, "api"))).isNull();
        assertThat(BookedPayment.of(PAID.with(Tip.SOURCE, "kofi").with(HeldTip.PAYMENT_ID, null)))
                .isNotNull();
        assertThat(BookedPayment.of(PAID.with(Tip.SOURCE, "kofi").with(Tip.IS_PAID, false)))
                .isNull();
    }

    @ParameterizedTest
    @CsvSource(nullValues = "-", textBlock = """
                    HELD,      -,         HELD
                    CAPTURING, -,         HELD
                    CAPTURED,  -,         CAPTURED
                    NONE,      -,         HELD
                    HELD,      APPROVED,  CAPTURED
                    HELD,      REJECTED,  RELEASED
                    HELD,      EXPIRED,   EXPIRED
                    HELD,      CAPTURING, HELD
                    CAPTURED,  REJECTED,  CAPTURED
                    CAPTURED,  EXPIRED,   CAPTURED
                    NONE,      REJECTED,  RELEASED
                    """)
    void theStageFollowsFromTheDecisionUnlessTheMoneyWasCharged(
            PaymentState payment, @Nullable Decision decision, Stage stage) {
        HeldTip held = HeldTip.waiting(PAID, HeldTip.Reason.MANUAL, false, payment, AT);

        assertThat(Stage.of(decision == null ? held : held.decided(decision, null, AT)))
                .isEqualTo(stage);
    }

    @Test
    void aTipThatWasNeverHeldWasCharged() {
        assertThat(Stage.of(null)).isEqualTo(Stage.CAPTURED);
    }

    @Test
    void whatIsGivenBackIsARefundLessItsDisputedPart() {
        BookedPayment back = BookedPayment.of(
                PAID.with(Tip.REFUNDED, new BigDecimal("8")).with(BookedPayment.DISPUTED, new BigDecimal("4")));

        assertThat(back).isNotNull();
        assertThat(back.refunded()).isEqualByComparingTo("4");
        assertThat(back.disputed()).isEqualByComparingTo("4");
        assertThat(back.returned()).isEqualByComparingTo("8");
        assertThat(back.amount()).isEqualByComparingTo("10");
    }

    @Test
    void theRowOfABlockedPaymentGivesItsMoneyBack() {
        BookedPayment money = new BookedPayment(
                AT, "kofi", "JPY", null, Stage.RELEASED, BigDecimal.TEN, BigDecimal.ONE, BigDecimal.TWO);
        Row row = Row.of(PaymentKeys.payment("ten_0000000000000", "kofi", "1"));

        assertThat(BlockedPayments.of(BlockedPayments.on(row, "1", money))).isEqualTo(money);
        assertThat(BlockedPayments.of(row)).isNull();
        assertThat(BlockedPayments.of(null)).isNull();
    }
}
