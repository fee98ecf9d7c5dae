package streamerapi.tips;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.PaymentKeys;
import streamerapi.shared.storage.Row;

import java.math.BigDecimal;

import static org.assertj.core.api.Assertions.assertThat;

/// A payment's row, and its meaning.
@NullMarked
class KnownPaymentTest {

    private static final Key KEY = PaymentKeys.payment("ten_0000000000000", "card_processor", "pi_1");

    @Test
    void aPaymentWithoutARowHasNotComeAndNothingWasToldOfIt() {
        KnownPayment unknown = known(null);

        assertThat(unknown.isTaken()).isFalse();
        assertThat(unknown.orderId()).isNull();
        assertThat(unknown.blockedHold()).isNull();
        assertThat(unknown.ofBlocked()).isNull();
        assertThat(unknown.early()).isEqualTo(EarlyEnd.NONE);
    }

    @Test
    void aPaymentThatBecameATipOrWasBlockedIsTaken() {
        assertThat(known(Row.of(KEY).with(Attribute.text("order_id"), "tip_1")).isTaken())
                .isTrue();
        assertThat(known(Row.of(KEY).with(Attribute.text("blocked_hold"), "tip_1"))
                        .isTaken())
                .isTrue();
        assertThat(known(Row.of(KEY)).isTaken())
                .as("a blocked one without money")
                .isTrue();
    }

    @Test
    void whatWasToldBeforeAPaymentDoesNotTakeIt() {
        assertThat(known(Row.of(KEY).with(Attribute.decimal("refunded_before"), BigDecimal.ONE)))
                .matches(payment -> !payment.isTaken())
                .extracting(KnownPayment::early)
                .isEqualTo(EarlyEnd.NONE.plus(BigDecimal.ONE));
        assertThat(known(Row.of(KEY).with(Attribute.flag("disputed_before"), true)))
                .matches(payment -> !payment.isTaken())
                .extracting(KnownPayment::early)
                .isEqualTo(EarlyEnd.NONE.disputed());
        assertThat(known(Row.of(KEY).with(Attribute.flag("hold_over_before"), true)))
                .matches(payment -> !payment.isTaken())
                .extracting(KnownPayment::early)
                .isEqualTo(EarlyEnd.NONE.holdOver());
    }

    private static KnownPayment known(@Nullable Row row) {
        return new KnownPayment(KEY, row);
    }
}
