package streamerapi.tips;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import streamerapi.shared.connectors.Processor;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.PaymentKeys;
import streamerapi.shared.storage.Row;
import streamerapi.tips.BookedPayment.Stage;
import streamerapi.tips.HeldTip.Decision;
import streamerapi.tts.Tip;

import java.math.BigDecimal;
import java.time.Instant;

import static org.assertj.core.api.Assertions.assertThat;

/// The account's record of a payment, which a processor's own is compared with.
@NullMarked
class PaymentRecordTest {

    private static final Instant AT = Instant.ofEpochMilli(1_763_693_883_123L);
    private static final Key KEY = PaymentKeys.payment("ten_0000000000000", "card_processor", "pi_1");
    private static final Row BECAME_A_TIP = Row.of(KEY).with(Attribute.text("order_id"), "tip_1");
    private static final Tip PAID = Tip.waiting("ten_0000000000000", "tip_1763693883123_0h5m8z4q2w9x7y3k", AT)
            .with(Tip.SOURCE, Processor.CARD.label())
            .with(Tip.AMOUNT, new BigDecimal("10.00"))
            .with(Tip.CURRENCY, "EUR")
            .with(HeldTip.PAYMENT_ID, "pi_1");

    @Test
    void ofAPaymentThatHasNotComeNothingIsKnown() {
        PaymentRecord none = record(null, null);

        assertThat(none.hasCome()).isFalse();
        assertThat(none.isCaptured()).isFalse();
        assertThat(none.isHoldOver()).isFalse();
        assertThat(none.isDisputed(AT)).isFalse();
        assertThat(none.hasGivenBack(new BigDecimal("0.01"), AT)).isFalse();
        assertThat(none.hasGivenBack(BigDecimal.ZERO, AT)).isTrue();
    }

    @Test
    void theReportsThatCameBeforeAPaymentAreKnown() {
        PaymentRecord refunded = record(Row.of(KEY).with(Attribute.decimal("refunded_before"), BigDecimal.ONE), null);
        PaymentRecord disputed = record(Row.of(KEY).with(Attribute.flag("disputed_before"), true), null);
        PaymentRecord over = record(Row.of(KEY).with(Attribute.flag("hold_over_before"), true), null);

        assertThat(refunded.hasGivenBack(BigDecimal.ONE, AT)).isTrue();
        assertThat(refunded.hasGivenBack(new BigDecimal("1.01"), AT)).isFalse();
        assertThat(refunded.isDisputed(AT)).isFalse();
        assertThat(refunded.isHoldOver()).isFalse();
        assertThat(disputed.isDisputed(AT)).isTrue();
        assertThat(disputed.hasGivenBack(BigDecimal.ONE, AT)).isFalse();
        assertThat(over.isHoldOver()).isTrue();
        assertThat(over).matches(record -> !record.hasCome()).matches(record -> !record.isCaptured());
    }

    @ParameterizedTest
    @CsvSource({
        "HELD,     -,        false, false",
        "CAPTURED, -,        true,  true",
        "HELD,     APPROVED, true,  true",
        "HELD,     REJECTED, false, true",
        "HELD,     EXPIRED,  false, true",
        "CAPTURED, REJECTED, true,  true"
    })
    void aHeldTipTellsWhetherTheDonorWasChargedAndWhetherMoneyIsHeld(
            PaymentState payment, String decision, boolean isCaptured, boolean isHoldOver) {
        HeldTip held = HeldTip.waiting(PAID, HeldTip.Reason.MANUAL, false, payment, AT);
        PaymentRecord record = record(
                BECAME_A_TIP,
                decision.equals("-")
                        ? held.tip()
                        : held.decided(Decision.valueOf(decision), null, AT).tip());

        assertThat(record.hasCome()).isTrue();
        assertThat(record.isCaptured()).isEqualTo(isCaptured);
        assertThat(record.isHoldOver()).isEqualTo(isHoldOver);
    }

    @ParameterizedTest
    @CsvSource({
        "0,     0,     true,  false",
        "0,     0.01,  false, false",
        "4,     4,     true,  false",
        "4,     4.01,  false, false",
        "4,     3,     true,  false",
        "9.99,  10,    false, false",
        "10,    10,    true,  true",
        "10,    12,    true,  true"
    })
    void asMuchAsWasGivenBackIsKnownAndAllOfItIsEnoughForAnyTotal(
            BigDecimal returned, BigDecimal total, boolean isKnown, boolean isDisputed) {
        PaymentRecord record = record(BECAME_A_TIP, PAID.with(Tip.REFUNDED, returned));

        assertThat(record.hasGivenBack(total, AT)).isEqualTo(isKnown);
        assertThat(record.isDisputed(AT)).isEqualTo(isDisputed);
    }

    /// The day's comparison reads the end of a dispute before its beginning.
    @Test
    void aDisputeThatWasWonSinceItWasToldIsKnown() {
        Attribute<Instant> wonAt = Attribute.time("dispute_won_at");
        PaymentRecord won = record(BECAME_A_TIP, PAID.with(wonAt, AT));
        PaymentRecord blocked = record(Row.of(KEY).with(wonAt, AT), null);

        assertThat(won.isDisputed(AT)).isTrue();
        assertThat(won.isDisputed(AT.plusMillis(1))).isFalse();
        assertThat(won.hasWonDispute(AT)).isTrue();
        assertThat(won.hasWonDispute(AT.plusMillis(1))).isFalse();
        assertThat(blocked.hasWonDispute(AT)).isTrue();
        assertThat(record(null, null).hasWonDispute(AT)).as("none to win").isTrue();
        assertThat(record(BECAME_A_TIP, PAID).hasWonDispute(AT)).isFalse();
    }

    @Test
    void aDisputedPartIsNoRefund() {
        PaymentRecord record = record(
                BECAME_A_TIP, PAID.with(Tip.REFUNDED, BigDecimal.TEN).with(BookedPayment.DISPUTED, BigDecimal.ONE));

        assertThat(record.isDisputed(AT)).isTrue();
        assertThat(record.hasGivenBack(new BigDecimal("9"), AT)).isTrue();
        assertThat(record.hasGivenBack(new BigDecimal("9.01"), AT)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"HELD,false,false", "CAPTURED,true,true", "RELEASED,false,true", "EXPIRED,false,true"})
    void aBlockedPaymentTellsOfItsOwnMoney(Stage stage, boolean isCaptured, boolean isHoldOver) {
        PaymentRecord record = blocked(stage, "4");

        assertThat(record.hasCome()).isTrue();
        assertThat(record.isCaptured()).isEqualTo(isCaptured);
        assertThat(record.isHoldOver()).isEqualTo(isHoldOver);
        assertThat(record.hasGivenBack(new BigDecimal("4"), AT)).isTrue();
        assertThat(record.hasGivenBack(new BigDecimal("5"), AT)).isFalse();
        assertThat(record.isDisputed(AT)).isFalse();
        assertThat(blocked(stage, "10").isDisputed(AT)).isTrue();
    }

    @Test
    void aPaymentWhoseMoneyIsNotKnownAnyMoreAgreesWithAnything() {
        PaymentRecord erased = record(BECAME_A_TIP, null);

        assertThat(erased.hasCome()).isTrue();
        assertThat(erased.isCaptured()).isTrue();
        assertThat(erased.isHoldOver()).isTrue();
        assertThat(erased.isDisputed(AT)).isTrue();
        assertThat(erased.hasGivenBack(new BigDecimal("1000"), AT)).isTrue();
    }

    /// A sum that the processor told before the failure still has the refund.
    @Test
    void aRefundThatFailedIsKnownAndMissingFromWhatIsToldLaterAlone() {
        FailedRefunds failed = FailedRefunds.NONE.with("re_1", new FailedRefunds.Failure(new BigDecimal("6"), AT));
        Tip tip = PAID.with(Tip.REFUNDED, new BigDecimal("4"));
        PaymentRecord record = record(BECAME_A_TIP, new Tip(failed.on(tip.row())));

        assertThat(record.hasFailed("re_1")).isTrue();
        assertThat(record.hasFailed("re_2")).isFalse();
        assertThat(record.hasGivenBack(BigDecimal.TEN, AT.minusSeconds(1))).isTrue();
        assertThat(record.hasGivenBack(BigDecimal.TEN, AT.plusSeconds(1))).isFalse();
        assertThat(record(null, null).hasFailed("re_1")).isFalse();
        assertThat(record(failed.on(Row.of(KEY).with(Attribute.decimal("refunded_before"), BigDecimal.ZERO)), null))
                .matches(early -> early.hasFailed("re_1"))
                .matches(early -> !early.hasCome());
        assertThat(record(BECAME_A_TIP, null).hasFailed("re_1"))
                .as("its money is not known any more")
                .isTrue();
    }

    private static PaymentRecord blocked(Stage stage, String refunded) {
        return record(
                BlockedPayments.on(
                        Row.of(KEY),
                        "pi_1",
                        new BookedPayment(
                                AT,
                                "card_processor",
                                "EUR",
                                null,
                                stage,
                                BigDecimal.TEN,
                                new BigDecimal(refunded),
                                BigDecimal.ZERO)),
                null);
    }

    private static PaymentRecord record(@Nullable Row payment, @Nullable Tip tip) {
        return new PaymentRecord(new KnownPayment(KEY, payment), tip);
    }
}
