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

import java.util.Objects;

/// Stripe's events about checkouts of ours. They name the order id in their metadata, but for disputes and refunds: the
/// intent of those is looked up, first here, then at Stripe.
public final class StripeEvents implements PaymentEvents {

    private static final int NOT_FOUND = 404;

    private final StripeApi api;
    private final UnsealedKeys keys;
    private final Checkouts checkouts;

    public StripeEvents(StripeApi api, ProviderConnections connections, Checkouts checkouts) {
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
        if (StripeFacts.isRefundUnderWay(event)) {
            return null;
        }
        String intent = event.text(StripeEvent.INTENT);
        Checkout checkout = checkout(connection, event, intent);
        if (checkout == null || checkout.processor() != processor()) {
            return null;
        }
        if (intent != null && !intent.equals(checkout.paymentId())) {
            checkouts.notePayment(checkout, intent);
        }
        return StripeFacts.of(checkout, event);
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
        boolean isAskedFor = event.type().startsWith("charge.") || StripeEvent.isOfRefund(event.type());
        if (known != null || intent == null || !isAskedFor) {
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
}
