package streamerapi.tips;

import streamerapi.shared.effects.Effect;
import streamerapi.shared.events.Event;
import streamerapi.shared.events.EventSchema;
import streamerapi.shared.schema.Shape;
import streamerapi.shared.storage.Write;
import streamerapi.tts.Tip;
import streamerapi.warnings.KeptCode;
import streamerapi.warnings.KeptWarnings;
import streamerapi.warnings.KeptWarnings.KeptWarning;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;

/// The warnings about money that ends elsewhere than was decided. Those that another event tells programs
/// are kept for the dashboard's home alone.
public final class PaymentWarnings {

    private static final String LISTED = " Money lists the charge until it is refunded.";

    private static final String PAYMENT = "The payment, as its processor names it.";

    /// The payment of a tip that had expired was captured, and the tip was let in, or waits for a moderator again.
    public static final EventSchema<TipPayment> LATE_CAPTURE = EventSchema.warning("late_capture", s -> {
        EventSchema.message(
                s,
                it ->
                        "A payment was captured after its tip had expired. The tip was taken in again, like any paid one.");
        addPayment(s);
    });

    /// The payment of a tip that was kept out was captured, and the processor is asked to give it back.
    public static final EventSchema<TipPayment> CAPTURED_AFTER_REJECTION =
            EventSchema.warning("captured_after_rejection", s -> {
                EventSchema.message(
                        s,
                        it -> "A payment was captured although its tip was kept out."
                                + " The processor is asked to refund it.");
                addPayment(s);
            });

    /// A processor did not do as it was asked: it refused, or it did not answer in eight attempts.
    public static final EventSchema<FailedCall> CALL_FAILED = EventSchema.warning("payment_call_failed", s -> {
        EventSchema.message(
                s,
                it -> "The processor was asked for " + it.action + ", but has not confirmed it (" + it.reason
                        + "). Check the payment on the processor's own pages.");
        s.oneOf("action", FailedCall::action, List.of("payment.capture", "payment.release", "payment.refund"));
        s.text("order_id", it -> it.payment.orderId).component("OrderId");
        s.anyText(HeldTip.PAYMENT_ID.name(), it -> it.payment.paymentId).doc(PAYMENT);
    });

    /// A refund that was booked failed afterwards.
    public static final EventSchema<MovedSum> REFUND_FAILED = EventSchema.warning("refund_failed", s -> {
        EventSchema.message(s, it -> refundFailed(it.amount, it.currency));
        addSum(s);
    });

    /// A dispute was decided for the streamer.
    public static final EventSchema<MovedSum> DISPUTE_WON = EventSchema.warning("dispute_won", s -> {
        EventSchema.message(s, it -> disputeWon(it.amount, it.currency));
        addSum(s);
    });

    private PaymentWarnings() {}

    /// The payment of a tip.
    public record TipPayment(String orderId, String paymentId) {}

    /// A call of a processor that is not known to have done anything.
    ///
    /// @param reason why, for people
    public record FailedCall(String action, TipPayment payment, String reason) {}

    /// A part of a tip's payment, or all of it, that is not where it was thought to be.
    ///
    /// @param amount as far as it was booked
    public record MovedSum(TipPayment payment, BigDecimal amount, String currency) {}

    /// The write that warns the streamer of a charge for a tip that the filter kept out. `tip.blocked` tells programs.
    static Write chargedThoughBlocked(String tenantId, String paymentId, BookedPayment money, Instant at) {
        String sum = sum(money.amount().subtract(money.returned()), money.currency());
        String message = "A donor was charged " + sum + " for a tip that the filter kept out." + LISTED;
        return KeptWarnings.kept(tenantId, new KeptWarning(KeptCode.CHARGED_THOUGH_BLOCKED, message), paymentId, at);
    }

    /// The write that warns the streamer of a dispute, which is to be answered within days. `tip.refunded` tells
    /// programs.
    static Write disputed(String tenantId, Tip tip, BigDecimal amount, Instant at) {
        return disputed(tenantId, paymentId(tip), amount, tip.currency(), at);
    }

    /// The write that warns the streamer of a dispute of a payment whose tip was blocked: no event tells of it.
    static Write disputed(String tenantId, String paymentId, BigDecimal amount, String currency, Instant at) {
        String message = "A donor had " + sum(amount, currency)
                + " taken back (a dispute). Answer it in time on the processor's own pages.";
        return KeptWarnings.kept(tenantId, new KeptWarning(KeptCode.PAYMENT_DISPUTED, message), paymentId, at);
    }

    /// The write that warns the streamer of a refund that failed, of a payment whose tip was blocked.
    static Write refundFailed(String tenantId, String paymentId, BigDecimal amount, String currency, Instant at) {
        KeptWarning warning = new KeptWarning(KeptCode.REFUND_FAILED, refundFailed(amount, currency));
        return KeptWarnings.kept(tenantId, warning, paymentId, at);
    }

    /// The write that tells the streamer of a dispute that was won, of a payment whose tip was blocked.
    static Write disputeWon(String tenantId, String paymentId, BigDecimal amount, String currency, Instant at) {
        KeptWarning warning = new KeptWarning(KeptCode.DISPUTE_WON, disputeWon(amount, currency));
        return KeptWarnings.kept(tenantId, warning, paymentId, at);
    }

    private static String refundFailed(BigDecimal amount, String currency) {
        return "A refund of " + sum(amount, currency) + " did not reach the donor. The money is in your account at the"
                + " processor again: give it back in another way.";
    }

    private static String disputeWon(BigDecimal amount, String currency) {
        return sum(amount, currency) + " that a donor had taken back are yours again: the dispute was decided for you.";
    }

    /// The write that warns the streamer of a payment that counted while its processor reviewed it, and was declined.
    /// `tip.refunded` tells programs.
    static Write captureFailed(String tenantId, Tip tip, BigDecimal amount, Instant at) {
        String message = "A payment of " + sum(amount, tip.currency())
                + ", which its processor was still reviewing when you approved it, was declined. It does not count"
                + " any more.";
        return KeptWarnings.kept(tenantId, new KeptWarning(KeptCode.CAPTURE_FAILED, message), paymentId(tip), at);
    }

    /// The write that warns the streamer of a tip that a moderator kept out, without asking for a refund, although the
    /// donor was charged. `tip.reviewed` tells programs.
    static Write rejectedWithoutRefund(String tenantId, Tip tip, Instant at) {
        String message = "A tip was rejected whose donor was charged "
                + sum(RefundState.of(tip).left(), tip.currency()) + "." + LISTED;
        return KeptWarnings.kept(
                tenantId, new KeptWarning(KeptCode.REJECTED_WITHOUT_REFUND, message), tip.orderId(), at);
    }

    private static String sum(BigDecimal amount, String currency) {
        return amount.toPlainString() + " " + currency;
    }

    private static String paymentId(Tip tip) {
        return String.valueOf(tip.find(HeldTip.PAYMENT_ID));
    }

    static Event refundFailed(Tip tip, BigDecimal amount) {
        return REFUND_FAILED.event(sum(tip, amount));
    }

    static Event disputeWon(Tip tip, BigDecimal amount) {
        return DISPUTE_WON.event(sum(tip, amount));
    }

    private static MovedSum sum(Tip tip, BigDecimal amount) {
        return new MovedSum(new TipPayment(tip.orderId(), paymentId(tip)), amount, tip.currency());
    }

    private static void addSum(Shape<MovedSum> s) {
        s.text("order_id", it -> it.payment.orderId).component("OrderId");
        s.anyText(HeldTip.PAYMENT_ID.name(), it -> it.payment.paymentId).doc(PAYMENT);
        s.money("amount", MovedSum::amount).component("Amount").sample(new BigDecimal("4.00"));
        s.text("currency", MovedSum::currency).component("Currency").sample("USD");
    }

    private static void addPayment(Shape<TipPayment> s) {
        s.text("order_id", TipPayment::orderId).component("OrderId");
        s.anyText(HeldTip.PAYMENT_ID.name(), TipPayment::paymentId).doc(PAYMENT);
    }

    static Event lateCapture(HeldTip held) {
        return LATE_CAPTURE.event(new TipPayment(held.tip().orderId(), held.paymentId()));
    }

    static Event capturedAfterRejection(String orderId, String paymentId) {
        return CAPTURED_AFTER_REJECTION.event(new TipPayment(orderId, paymentId));
    }

    static Event failed(Effect effect, String orderId, String reason) {
        String paymentId = String.valueOf(effect.data().get(HeldTip.PAYMENT_ID.name()));
        return CALL_FAILED.event(new FailedCall(effect.action().label(), new TipPayment(orderId, paymentId), reason));
    }
}
