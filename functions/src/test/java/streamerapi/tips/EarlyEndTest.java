package streamerapi.tips;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.math.BigDecimal;
import java.time.Instant;

import static org.assertj.core.api.Assertions.assertThat;

/// Refunds and disputes that are told before their payment.
@NullMarked
class EarlyEndTest {

    @ParameterizedTest
    @CsvSource({
        "0,false,0,0",
        "4,false,4,0",
        "10,false,10,0",
        "25,false,10,0",
        "0,true,0,10",
        "4,true,4,6",
        "10,true,10,0",
        "25,true,10,0"
    })
    void noMoreGoesBackThanWasPaidAndADisputeTakesWhatRefundsLeft(
            BigDecimal refunded, boolean isDisputed, BigDecimal refundedOf, BigDecimal disputedOf) {
        EarlyEnd early = new EarlyEnd(refunded, isDisputed, false, FailedRefunds.NONE);

        assertThat(early.refundedOf(BigDecimal.TEN)).isEqualByComparingTo(refundedOf);
        assertThat(early.disputedOf(BigDecimal.TEN)).isEqualByComparingTo(disputedOf);
    }

    @Test
    void moneyWentBackWithARefundOrADisputeAndNotWithTheEndOfAHold() {
        assertThat(EarlyEnd.NONE.isMoneyBack()).isFalse();
        assertThat(EarlyEnd.NONE.holdOver().isMoneyBack()).isFalse();
        assertThat(EarlyEnd.NONE.disputed().isMoneyBack()).isTrue();
        assertThat(EarlyEnd.NONE.plus(new BigDecimal("0.01")).isMoneyBack()).isTrue();
    }

    @Test
    void refundsAddUpAndTotalsTakeEachOthersPlaceIfTheyAreGreater() {
        EarlyEnd early = EarlyEnd.NONE.plus(BigDecimal.ONE).plus(BigDecimal.TWO);

        assertThat(early.refunded()).isEqualByComparingTo("3");
        assertThat(early.inAll(BigDecimal.TEN).refunded()).isEqualByComparingTo("10");
        assertThat(early.inAll(BigDecimal.TWO).refunded())
                .as("a total that was overtaken")
                .isEqualByComparingTo("3");
    }

    @Test
    void eachReportLeavesTheOthersAsTheyWere() {
        assertThat(EarlyEnd.NONE.plus(BigDecimal.ONE).disputed().holdOver())
                .isEqualTo(EarlyEnd.NONE.holdOver().disputed().plus(BigDecimal.ONE))
                .isEqualTo(new EarlyEnd(BigDecimal.ONE, true, true, FailedRefunds.NONE));
    }

    @Test
    void aRefundThatFailedIsTakenOffOnceAndNeverMoreThanWasTold() {
        FailedRefunds.Failure failure = new FailedRefunds.Failure(BigDecimal.TWO, Instant.EPOCH);
        EarlyEnd early = EarlyEnd.NONE.inAll(BigDecimal.TEN).refundFailed("re_1", failure);

        assertThat(early.refunded()).isEqualByComparingTo("8");
        assertThat(early.refundFailed("re_1", failure)).isEqualTo(early);
        assertThat(early.refundFailed("re_2", failure).refunded()).isEqualByComparingTo("6");
        assertThat(EarlyEnd.NONE.refundFailed("re_1", failure).refunded()).isZero();
    }
}
