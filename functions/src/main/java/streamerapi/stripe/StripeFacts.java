package streamerapi.stripe;

import org.jspecify.annotations.Nullable;
import streamerapi.checkouts.Checkout;
import streamerapi.checkouts.PaymentFact;
import streamerapi.checkouts.ProcessorEvent;
import streamerapi.settings.Currencies;

import java.math.BigDecimal;
import java.util.List;

/// The translation of Stripe's events about a checkout into facts about its money.
public final class StripeFacts {

    private static final String REFUND_UPDATED = "refund.updated";

    /// The types that the webhook endpoint is made for.
    public static final List<String> TYPES = List.of(
            "payment_intent.amount_capturable_updated",
            "payment_intent.succeeded",
            "payment_intent.canceled",
            "checkout.session.completed",
            "checkout.session.async_payment_succeeded",
            "checkout.session.async_payment_failed",
            "checkout.session.expired",
            "charge.refunded",
            "charge.dispute.created",
            "charge.dispute.funds_withdrawn",
            "charge.dispute.funds_reinstated",
            "refund.failed",
            REFUND_UPDATED);

    /// The code for no currency (ISO 4217). A payment in it is refused.
    private static final String NO_CURRENCY = "XXX";

    private StripeFacts() {}

    /// The fact in an event; null if it has none. An event that names no intent can only end its checkout.
    static @Nullable PaymentFact of(Checkout checkout, ProcessorEvent event) {
        String intent = event.text(StripeEvent.INTENT);
        return intent == null ? ended(checkout, event) : ofIntent(checkout, intent, event);
    }

    private static @Nullable PaymentFact ofIntent(Checkout checkout, String intent, ProcessorEvent event) {
        return switch (event.type()) {
            case "payment_intent.amount_capturable_updated" ->
                "requires_capture".equals(event.text("status"))
                        ? new PaymentFact.Held(checkout, intent, amount(event, "amount_capturable"), currency(event))
                        : null;
            case "payment_intent.succeeded" -> captured(checkout, intent, event, "amount_received");
            case "checkout.session.completed" ->
                "paid".equals(event.text("payment_status"))
                        ? captured(checkout, intent, event, "amount_total")
                        : checkout.isHold() ? null : new PaymentFact.Delayed(checkout);
            case "checkout.session.async_payment_succeeded" -> captured(checkout, intent, event, "amount_total");
            case "payment_intent.canceled" -> new PaymentFact.HoldExpired(checkout, intent);
            case "charge.refunded" -> isOfHold(event) ? null : refunded(checkout, intent, event);
            case "charge.dispute.created" -> isWarning(event) ? null : new PaymentFact.Disputed(checkout, intent);
            case "charge.dispute.funds_withdrawn" -> new PaymentFact.Disputed(checkout, intent);
            case "charge.dispute.funds_reinstated" -> new PaymentFact.DisputeWon(checkout, intent);
            case "refund.failed" -> refundFailed(checkout, intent, event);
            case REFUND_UPDATED -> isRefundUnderWay(event) ? null : refundFailed(checkout, intent, event);
            default -> ended(checkout, event);
        };
    }

    private static PaymentFact captured(Checkout checkout, String intent, ProcessorEvent event, String field) {
        return new PaymentFact.Captured(checkout, intent, amount(event, field), currency(event));
    }

    private static @Nullable PaymentFact refunded(Checkout checkout, String intent, ProcessorEvent event) {
        BigDecimal total = amount(event, "amount_refunded").subtract(uncaptured(event));
        return total.signum() <= 0 ? null : new PaymentFact.Refunded(checkout, intent, total, currency(event));
    }

    /// A refund that did not reach the donor: the donor's bank refused it, or the streamer cancelled it in time.
    private static @Nullable PaymentFact refundFailed(Checkout checkout, String intent, ProcessorEvent event) {
        String refund = event.text(StripeEvent.REFUND);
        BigDecimal amount = amount(event, "amount");
        return refund == null || amount.signum() <= 0
                ? null
                : new PaymentFact.RefundFailed(checkout, intent, refund, amount, currency(event));
    }

    /// Whether an event tells of a refund that was not cancelled: most refunds are updated once, and Stripe need not be
    /// asked whose they are. A failure has a type of its own.
    static boolean isRefundUnderWay(ProcessorEvent event) {
        return event.type().equals(REFUND_UPDATED) && !"canceled".equals(event.text("status"));
    }

    /// The part of a charge that was held and not captured. Stripe counts it among the charge's refunds.
    private static BigDecimal uncaptured(ProcessorEvent event) {
        BigDecimal captured = amount(event, "amount_captured");
        return captured.signum() == 0
                ? BigDecimal.ZERO
                : amount(event, "amount").subtract(captured);
    }

    private static @Nullable PaymentFact ended(Checkout checkout, ProcessorEvent event) {
        return switch (event.type()) {
            case "checkout.session.expired" -> new PaymentFact.Ended(checkout, Checkout.Progress.EXPIRED);
            case "checkout.session.async_payment_failed" -> new PaymentFact.Ended(checkout, Checkout.Progress.FAILED);
            default -> null;
        };
    }

    /// Whether a refund is that of a charge which was never captured: a hold that was cancelled.
    private static boolean isOfHold(ProcessorEvent event) {
        return Boolean.FALSE.equals(event.data().get("captured"));
    }

    /// Whether a dispute is an inquiry, which takes no money back. One that becomes a dispute is not
    /// created anew: the withdrawal tells of it.
    private static boolean isWarning(ProcessorEvent event) {
        String status = event.text("status");
        return status != null && status.startsWith("warning_");
    }

    /// An amount of an event: 0 if the event does not say how much, or in which currency. A payment of 0 is refused.
    private static BigDecimal amount(ProcessorEvent event, String field) {
        String currency = currency(event);
        return event.data().get(field) instanceof BigDecimal minor && Currencies.isKnown(currency)
                ? MinorUnits.major(minor, currency)
                : BigDecimal.ZERO;
    }

    private static String currency(ProcessorEvent event) {
        String currency = event.text("currency");
        return currency == null ? NO_CURRENCY : MinorUnits.code(currency);
    }
}
