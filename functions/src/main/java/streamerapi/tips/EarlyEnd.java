package streamerapi.tips;

import java.math.BigDecimal;

/// Refunds and disputes that are reported before their payment: processors guarantee no order.
///
/// @param refunded how much went back, 0 or more; it may be more than is paid
/// @param isDisputed whether all of it was taken back
/// @param isHoldOver whether the processor does not hold it any more
/// @param failed the refunds that failed
record EarlyEnd(BigDecimal refunded, boolean isDisputed, boolean isHoldOver, FailedRefunds failed) {

    static final EarlyEnd NONE = new EarlyEnd(BigDecimal.ZERO, false, false, FailedRefunds.NONE);

    /// Whether money went back. It was charged before, then.
    boolean isMoneyBack() {
        return isDisputed || refunded.signum() > 0;
    }

    /// How much of a payment was refunded.
    BigDecimal refundedOf(BigDecimal paid) {
        return refunded.min(paid);
    }

    /// The disputed part of a payment, without the refunded one.
    BigDecimal disputedOf(BigDecimal paid) {
        return isDisputed ? paid.subtract(refundedOf(paid)) : BigDecimal.ZERO;
    }

    /// With a refund more.
    EarlyEnd plus(BigDecimal amount) {
        return new EarlyEnd(refunded.add(amount), isDisputed, isHoldOver, failed);
    }

    /// With a sum of all refunds.
    EarlyEnd inAll(FailedRefunds.Sum told) {
        EarlyEnd summed = inAll(told.total().subtract(failed.since(told.at())));
        return new EarlyEnd(summed.refunded, isDisputed, isHoldOver, failed.summed(told));
    }

    /// With so much refunded in all.
    EarlyEnd inAll(BigDecimal total) {
        return new EarlyEnd(refunded.max(total), isDisputed, isHoldOver, failed);
    }

    EarlyEnd disputed() {
        return new EarlyEnd(refunded, true, isHoldOver, failed);
    }

    EarlyEnd holdOver() {
        return new EarlyEnd(refunded, isDisputed, true, failed);
    }

    /// With a refund that failed.
    EarlyEnd refundFailed(String refundId, FailedRefunds.Failure failure) {
        return failed.has(refundId)
                ? this
                : new EarlyEnd(
                        refunded.subtract(failed.booked(failure, refunded)).max(BigDecimal.ZERO),
                        isDisputed,
                        isHoldOver,
                        failed.with(refundId, failure));
    }
}
