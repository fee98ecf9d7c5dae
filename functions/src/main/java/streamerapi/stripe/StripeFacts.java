package streamerapi.stripe;

import org.jspecify.annotations.Nullable;
import streamerapi.checkouts.Checkout;
import streamerapi.checkouts.Checkouts;
import streamerapi.checkouts.PaymentEvents;
import streamerapi.checkouts.PaymentFact;
import streamerapi.checkouts.ProcessorEvent;
import streamerapi.connections.ProviderConnection;
import streamerapi.connections.ProviderConnections;
import streamerapi.connections.ProviderException;
import streamerapi.shared.connectors.Processor;

import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;

/// Reads from Stripe's events how the money of our checkouts stands. They name the order id in their metadata, but for
/// disputes, whose intent is looked up: first here, then at Stripe.
public final class StripeFacts implements PaymentEvents {

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
            "charge.dispute.created");

    private static final int NOT_FOUND = 404;

    private final StripeApi api;
    private final UnsealedKeys keys;
    private final Checkouts checkouts;

    public StripeFacts(StripeApi api, ProviderConnections connections, Checkouts checkouts) {
        this.api = api;
        this.keys = new UnsealedKeys(connections);
        this.checkouts = checkouts;
    }

    @Override
    public Processor processor() {
        return Processor.CARD;
    }

    @Override
    public @Nullable PaymentFact read(ProviderConnection connection, ProcessorEvent event) {
        String intent = event.text("payment_intent");
        Checkout checkout = checkout(connection, event, intent);
        if (checkout == null || checkout.processor() != processor()) {
            return null;
        }
        if (intent == null) {
            return ended(checkout, event);
        }
        if (!intent.equals(checkout.paymentId())) {
            checkouts.notePayment(checkout, intent);
        }
        return fact(checkout, intent, event);
    }

    /// The checkout that an event is about; null if the service did not create it.
    ///
    /// Only the account's own programs set metadata. A `client_reference_id` is what the buyer of a payment link makes
    /// it, so it counts for the session that the service created alone.
    private @Nullable Checkout checkout(ProviderConnection connection, ProcessorEvent event, @Nullable String intent) {
        String tenantId = connection.tenantId();
        String orderId = event.text(StripeCheckouts.ORDER_ID);
        if (orderId != null) {
            return checkouts.byOrder(tenantId, orderId);
        }
        String reference = event.text(StripeEvent.REFERENCE);
        if (reference != null) {
            Checkout named = checkouts.byOrder(tenantId, reference);
            return named != null && Objects.equals(named.sessionId(), event.text(StripeEvent.SESSION)) ? named : null;
        }
        Checkout known = intent == null ? null : checkouts.byPayment(tenantId, processor(), intent);
        if (known != null || intent == null || !event.type().startsWith("charge.")) {
            return known;
        }
        String asked = orderId(connection, intent);
        return asked == null ? null : checkouts.byOrder(tenantId, asked);
    }

    /// The order id that Stripe has of an intent; null if it has none.
    ///
    /// @throws ProviderException.Refused if Stripe does not take the key
    private @Nullable String orderId(ProviderConnection connection, String intent) {
        try {
            return api.body(api.get(keys.of(connection), StripeApi.path("payment_intents", intent, "")))
                    .object("metadata")
                    .textOrNull(StripeCheckouts.ORDER_ID);
        } catch (ProviderException.Refused refused) {
            if (refused.status() == NOT_FOUND) {
                return null;
            }
            throw refused;
        }
    }

    private static @Nullable PaymentFact fact(Checkout checkout, String intent, ProcessorEvent event) {
        return switch (event.type()) {
            case "payment_intent.amount_capturable_updated" ->
                "requires_capture".equals(event.text("status"))
                        ? new PaymentFact.Held(checkout, intent, amount(event, "amount_capturable"), currency(event))
                        : null;
            case "payment_intent.succeeded" ->
                new PaymentFact.Captured(checkout, intent, amount(event, "amount_received"), currency(event));
            case "checkout.session.completed" ->
                "paid".equals(event.text("payment_status"))
                        ? captured(checkout, intent, event)
                        : checkout.isHold() ? null : new PaymentFact.Delayed(checkout);
            case "checkout.session.async_payment_succeeded" -> captured(checkout, intent, event);
            case "payment_intent.canceled" -> new PaymentFact.HoldExpired(checkout, intent);
            case "charge.refunded" ->
                isOfHold(event)
                        ? null
                        : new PaymentFact.Refunded(checkout, intent, amount(event, "amount_refunded"), currency(event));
            case "charge.dispute.created" -> isWarning(event) ? null : new PaymentFact.Disputed(checkout, intent);
            default -> ended(checkout, event);
        };
    }

    private static PaymentFact captured(Checkout checkout, String intent, ProcessorEvent event) {
        return new PaymentFact.Captured(checkout, intent, amount(event, "amount_total"), currency(event));
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

    /// Whether a dispute is an inquiry, which takes no money back.
    private static boolean isWarning(ProcessorEvent event) {
        String status = event.text("status");
        return status != null && status.startsWith("warning_");
    }

    private static BigDecimal amount(ProcessorEvent event, String name) {
        return event.data().get(name) instanceof BigDecimal minor
                ? MinorUnits.major(minor, currency(event))
                : BigDecimal.ZERO;
    }

    private static String currency(ProcessorEvent event) {
        String currency = event.text("currency");
        return MinorUnits.code(currency == null ? "XXX" : currency);
    }
}
