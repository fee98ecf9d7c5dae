package streamerapi.tips;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import streamerapi.shared.connectors.Processor;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.PaymentKeys;
import streamerapi.shared.storage.Row;
import streamerapi.tips.BookedPayment.Stage;
import streamerapi.tips.HeldTip.Decision;
import streamerapi.tts.Tip;
import streamerapi.tts.TipPlace;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.function.Supplier;

import static org.assertj.core.api.Assertions.assertThat;

/// The state of a payment that its donor sees.
@NullMarked
class PaymentProgressTest {

    private static final Instant AT = Instant.ofEpochMilli(1_763_693_883_123L);
    private static final Key KEY = PaymentKeys.payment("ten_0000000000000", "card_processor", "pi_1");
    private static final Tip PAID = Tip.waiting("ten_0000000000000", "tip_1763693883123_0h5m8z4q2w9x7y3k", AT)
            .with(Tip.SOURCE, Processor.CARD.label())
            .with(Tip.AMOUNT, new BigDecimal("10.00"))
            .with(Tip.CURRENCY, "EUR")
            .with(HeldTip.PAYMENT_ID, "pi_1");
    private static final Supplier<TipPlace> UNREAD = () -> {
        throw new AssertionError("the place was read");
    };

    @Test
    void aPaymentThatHasNotComeIsPending() {
        assertThat(PaymentProgress.withoutTip(payment(null))).isEqualTo(PaymentProgress.NONE);
        assertThat(PaymentProgress.NONE).isEqualTo(new PaymentProgress(CheckoutState.PENDING, BigDecimal.ZERO));
    }

    @Test
    void aHoldThatEndedBeforeItsPaymentCameHasExpired() {
        assertThat(PaymentProgress.withoutTip(payment(Row.of(KEY).with(Attribute.flag("hold_over_before"), true))))
                .isEqualTo(new PaymentProgress(CheckoutState.EXPIRED, BigDecimal.ZERO));
    }

    @Test
    void aRefundThatCameBeforeItsPaymentIsToldAndTheStateIsStillPending() {
        Row refunded = Row.of(KEY).with(Attribute.decimal("refunded_before"), BigDecimal.TEN);

        assertThat(PaymentProgress.withoutTip(payment(refunded)))
                .isEqualTo(new PaymentProgress(CheckoutState.PENDING, BigDecimal.TEN));
        assertThat(PaymentProgress.withoutTip(payment(refunded.with(Attribute.flag("hold_over_before"), true))))
                .isEqualTo(new PaymentProgress(CheckoutState.EXPIRED, BigDecimal.TEN));
        assertThat(PaymentProgress.withoutTip(payment(Row.of(KEY).with(Attribute.flag("disputed_before"), true))))
                .isEqualTo(new PaymentProgress(CheckoutState.PENDING, BigDecimal.ZERO));
    }

    @ParameterizedTest
    @CsvSource({
        "HELD,     0,    0,    HELD,     0",
        "HELD,     10,   0,    HELD,     10",
        "RELEASED, 0,    0,    RELEASED, 0",
        "RELEASED, 10,   0,    RELEASED, 10",
        "EXPIRED,  0,    0,    EXPIRED,  0",
        "CAPTURED, 0,    0,    REJECTED, 0",
        "CAPTURED, 9.99, 0,    REJECTED, 9.99",
        "CAPTURED, 0,    9.99, REJECTED, 9.99",
        "CAPTURED, 10,   0,    REFUNDED, 10",
        "CAPTURED, 4,    6,    REFUNDED, 10",
        "CAPTURED, 0,    10,   REFUNDED, 10",
        "CAPTURED, 11,   0,    REFUNDED, 11"
    })
    void aBlockedPaymentIsRefusedUntilAllOfItCameBack(
            Stage stage, BigDecimal refunded, BigDecimal disputed, CheckoutState state, BigDecimal returned) {
        BookedPayment money =
                new BookedPayment(AT, "card_processor", "EUR", null, stage, BigDecimal.TEN, refunded, disputed);

        PaymentProgress progress = PaymentProgress.withoutTip(payment(BlockedPayments.on(Row.of(KEY), "pi_1", money)));

        assertThat(progress.state()).isEqualTo(state);
        assertThat(progress.refunded()).isEqualByComparingTo(returned);
    }

    @Test
    void aBlockedPaymentWithoutItsMoneyWasReleasedIfItWasAHold() {
        assertThat(PaymentProgress.withoutTip(payment(Row.of(KEY))))
                .isEqualTo(new PaymentProgress(CheckoutState.REJECTED, BigDecimal.ZERO));
        assertThat(PaymentProgress.withoutTip(payment(Row.of(KEY).with(Attribute.text("blocked_hold"), "tip_1"))))
                .isEqualTo(new PaymentProgress(CheckoutState.RELEASED, BigDecimal.ZERO));
    }

    @ParameterizedTest
    @CsvSource({"QUEUED,  QUEUED", "PLAYING, PLAYING", "PLAYED,  PLAYED", "REMOVED, REMOVED", "NOWHERE, REMOVED"})
    void aTipThatWasNeverHeldIsWhereItIs(TipPlace place, CheckoutState state) {
        assertThat(PaymentProgress.of(PAID, () -> place))
                .isEqualTo(new PaymentProgress(state, BigDecimal.ZERO, false, false, PAID.amount()));
    }

    @ParameterizedTest
    @EnumSource
    void aTipThatWaitsForADecisionIsHeldHoweverFarItsMoney(PaymentState payment) {
        assertThat(PaymentProgress.of(held(payment).tip(), UNREAD).state()).isEqualTo(CheckoutState.HELD);
    }

    @ParameterizedTest
    @CsvSource({"HELD, true", "CAPTURING, true", "CAPTURED, false"})
    void aTipThatWaitsIsOnHoldUntilItsDonorIsCharged(PaymentState payment, boolean isOnHold) {
        PaymentProgress progress = PaymentProgress.of(held(payment).tip(), UNREAD);
        assertThat(progress.isOnHold()).isEqualTo(isOnHold);
        assertThat(progress.isCapturing()).isEqualTo(payment == PaymentState.CAPTURING);
    }

    @ParameterizedTest
    @CsvSource({
        "APPROVED,  CAPTURED,  PLAYING",
        "APPROVED,  HELD,      PLAYING",
        "APPROVED,  NONE,      PLAYING",
        "REJECTED,  CAPTURED,  REJECTED",
        "REJECTED,  HELD,      RELEASED",
        "REJECTED,  CAPTURING, RELEASED",
        "REJECTED,  NONE,      RELEASED",
        "EXPIRED,   CAPTURED,  PLAYING",
        "EXPIRED,   HELD,      EXPIRED",
        "EXPIRED,   NONE,      EXPIRED",
        "CAPTURING, HELD,      HELD",
        "CAPTURING, CAPTURED,  PLAYING"
    })
    void aDecidedTipIsWhereItIsIfItWasLetInAndChargedFor(Decision decision, PaymentState payment, CheckoutState state) {
        Tip decided = held(payment).decided(decision, null, AT).tip();
        boolean isInQueue = state == CheckoutState.PLAYING;

        assertThat(PaymentProgress.of(decided, isInQueue ? () -> TipPlace.PLAYING : UNREAD))
                .isEqualTo(
                        new PaymentProgress(state, BigDecimal.ZERO, state == CheckoutState.HELD, false, PAID.amount()));
    }

    @ParameterizedTest
    @CsvSource({"0.01,PLAYED", "9.99,PLAYED", "10,REFUNDED", "10.00,REFUNDED", "10.01,REFUNDED"})
    void aTipIsRefundedOnceNothingOfItIsLeft(BigDecimal refunded, CheckoutState state) {
        assertThat(PaymentProgress.of(PAID.with(Tip.REFUNDED, refunded), () -> TipPlace.PLAYED))
                .isEqualTo(new PaymentProgress(state, refunded, false, false, PAID.amount()));
    }

    @Test
    void aTipOfNothingIsNotRefunded() {
        assertThat(PaymentProgress.of(PAID.with(Tip.AMOUNT, BigDecimal.ZERO), () -> TipPlace.QUEUED)
                        .state())
                .isEqualTo(CheckoutState.QUEUED);
    }

    @Test
    void aHeldOrRejectedTipOfWhichAllCameBackIsRefunded() {
        HeldTip held = held(PaymentState.CAPTURED);
        Tip rejected = held.decided(Decision.REJECTED, null, AT).tip();

        assertThat(PaymentProgress.of(held.tip().with(Tip.REFUNDED, BigDecimal.TEN), UNREAD)
                        .state())
                .isEqualTo(CheckoutState.REFUNDED);
        assertThat(PaymentProgress.of(rejected.with(Tip.REFUNDED, BigDecimal.TEN), UNREAD)
                        .state())
                .isEqualTo(CheckoutState.REFUNDED);
    }

    private static HeldTip held(PaymentState payment) {
        return HeldTip.waiting(PAID, HeldTip.Reason.MANUAL, false, payment, AT);
    }

    private static KnownPayment payment(@Nullable Row row) {
        return new KnownPayment(KEY, row);
    }
}
