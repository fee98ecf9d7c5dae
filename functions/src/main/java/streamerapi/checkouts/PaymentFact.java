package streamerapi.checkouts;

import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;

/// A fact about the money of a checkout, as the processor tells it: amounts and currencies are the processor's.
public sealed interface PaymentFact {

    /// The checkout that it is about.
    Checkout checkout();

    /// The processor's name of the payment; null for a fact from before there is one.
    default @Nullable String payment() {
        return switch (this) {
            case Held held -> held.paymentId();
            case Captured captured -> captured.paymentId();
            case HoldExpired expired -> expired.paymentId();
            case CaptureFailed failed -> failed.paymentId();
            case Refunded refunded -> refunded.paymentId();
            case RefundFailed failed -> failed.paymentId();
            case Disputed disputed -> disputed.paymentId();
            case DisputeWon won -> won.paymentId();
            case Delayed delayed -> null;
            case Ended ended -> null;
        };
    }

    /// The processor holds the money.
    ///
    /// @param paymentId what the processor calls the payment, one for each checkout
    record Held(Checkout checkout, String paymentId, BigDecimal amount, String currency) implements PaymentFact {}

    /// The donor was charged.
    record Captured(Checkout checkout, String paymentId, BigDecimal amount, String currency) implements PaymentFact {}

    /// The processor does not hold the money any more, and the donor was not charged.
    record HoldExpired(Checkout checkout, String paymentId) implements PaymentFact {}

    /// The capture of a hold, which the processor reviewed first, was declined: the donor was not charged.
    record CaptureFailed(Checkout checkout, String paymentId) implements PaymentFact {}

    /// Money went back.
    ///
    /// @param total all that went back so far, and not only with this event
    record Refunded(Checkout checkout, String paymentId, BigDecimal total, String currency) implements PaymentFact {}

    /// Money that was on its way back to the donor did not get there, and is the streamer's again.
    ///
    /// @param refundId what the processor calls the refund
    /// @param amount of this refund
    record RefundFailed(Checkout checkout, String paymentId, String refundId, BigDecimal amount, String currency)
            implements PaymentFact {}

    /// The donor had all of the money taken back.
    record Disputed(Checkout checkout, String paymentId) implements PaymentFact {}

    /// The streamer has all of the money again that the donor had taken back.
    record DisputeWon(Checkout checkout, String paymentId) implements PaymentFact {}

    /// The donor has paid in a way that takes days: the money may come, or not.
    record Delayed(Checkout checkout) implements PaymentFact {}

    /// The checkout came to nothing: its page ended, or the payment failed.
    record Ended(Checkout checkout, Checkout.Progress how) implements PaymentFact {}
}
