package streamerapi.paypal;

import org.jspecify.annotations.Nullable;
import streamerapi.checkouts.Checkout;
import streamerapi.checkouts.Checkouts;
import streamerapi.checkouts.PaymentEvents;
import streamerapi.checkouts.PaymentFact;
import streamerapi.checkouts.ProcessorEvent;
import streamerapi.connections.ApplicationCredentials;
import streamerapi.connections.ProviderConnection;
import streamerapi.connections.ProviderConnections;
import streamerapi.connections.ProviderException;
import streamerapi.shared.connectors.Processor;

import java.time.Instant;
import java.util.List;

/// The translation of PayPal's events about checkouts of ours. An event only says which order to read: its signature
/// covers 32 bits of its body, so amounts, currencies and states are those of the order.
public final class PayPalEvents implements PaymentEvents {

    /// The field of an event that names the order, by the id that PayPal gave it.
    public static final String ORDER = "order";

    /// The field of an event that names the checkout: the `custom_id`.
    public static final String REFERENCE = "reference";

    /// The field of an event that names its delivery: a second delivery with it is the same, whatever is in it.
    public static final String TRANSMISSION = "transmission";

    private static final int NOT_FOUND = 404;

    private final PayPalOrders orders;
    private final ProviderConnections connections;
    private final Checkouts checkouts;

    public PayPalEvents(PayPalApi api, ProviderConnections connections, Checkouts checkouts) {
        this.orders = new PayPalOrders(api);
        this.connections = connections;
        this.checkouts = checkouts;
    }

    @Override
    public Processor processor() {
        return Processor.WALLET;
    }

    @Override
    public @Nullable PaymentFact read(ProviderConnection connection, ProcessorEvent event) {
        try {
            return fact(connection, event);
        } catch (ProviderException.Refused refused) {
            throw new ProviderException.Unavailable("the order is not shown: " + refused.getMessage(), null);
        }
    }

    private @Nullable PaymentFact fact(ProviderConnection connection, ProcessorEvent event) {
        Checkout checkout = checkout(connection.tenantId(), event);
        String id = checkout == null || checkout.sessionId() == null ? event.text(ORDER) : checkout.sessionId();
        if (checkout == null || id == null) {
            return null;
        }
        ApplicationCredentials credentials = connections.credentials(connection);
        if (event.type().equals(PayPalEventType.APPROVED)) {
            return completed(credentials, checkout, id);
        }
        PayPalOrder order = order(credentials, checkout, id);
        return order == null ? null : PayPalFacts.of(event.type(), checkout, order);
    }

    /// The checkout that an event may be about. The order decides whether it is.
    private @Nullable Checkout checkout(String tenantId, ProcessorEvent event) {
        String reference = event.text(REFERENCE);
        Checkout found = reference == null ? null : checkouts.byOrder(tenantId, reference);
        String order = event.text(ORDER);
        if (found == null && order != null) {
            found = checkouts.byPayment(tenantId, Processor.WALLET, order);
        }
        return found == null || found.processor() != Processor.WALLET ? null : found;
    }

    /// The order; null if it is not that of the checkout. A payment that the checkout does not know yet is noted.
    ///
    /// @throws ProviderException.Refused if PayPal does not show it
    private @Nullable PayPalOrder order(ApplicationCredentials credentials, Checkout checkout, String id) {
        PayPalOrder order;
        try {
            order = orders.read(credentials, id);
        } catch (ProviderException.Refused refused) {
            if (refused.status() == NOT_FOUND) {
                return null;
            }
            throw refused;
        }
        if (!checkout.orderId().equals(order.reference()) || !order.id().equals(id)) {
            return null;
        }
        if (checkout.paymentId() == null) {
            checkouts.notePayment(checkout, id);
        }
        return order;
    }

    /// Completes an order that its donor approved, and returns the result. If the credentials do not hold, the event
    /// comes again: the streamer may have entered new ones by then.
    ///
    /// @throws ProviderException.Refused if PayPal refuses it without saying why
    private @Nullable PaymentFact completed(ApplicationCredentials credentials, Checkout checkout, String id) {
        PayPalOrder before = order(credentials, checkout, id);
        if (before == null) {
            return null;
        }
        PayPalOrders.Completion completion;
        try {
            completion = orders.complete(credentials, id, checkout, before.isHold());
        } catch (ProviderException.Refused refused) {
            if (refused.isUnauthorized()) {
                throw new ProviderException.Unavailable("paypal does not accept the credentials", null);
            }
            throw refused;
        }
        return switch (completion) {
            case NOT_APPROVED -> null;
            case DECLINED -> new PaymentFact.Ended(checkout, Checkout.Progress.FAILED);
            case TAKEN -> {
                PayPalOrder after = order(credentials, checkout, id);
                yield after == null ? null : PayPalFacts.charged(checkout, after);
            }
        };
    }

    /// All that the order of a checkout tells, in the order in which it can happen. An order that its donor approved is
    /// completed first, unless the donor was told that the payment failed.
    ///
    /// @param changedBefore an order that changed since tells nothing yet
    /// @throws ProviderException.Refused if PayPal does not show the order
    List<PaymentFact> facts(ProviderConnection connection, Checkout checkout, Instant changedBefore) {
        String id = checkout.sessionId();
        ApplicationCredentials credentials = connections.credentials(connection);
        PayPalOrder order = id == null ? null : order(credentials, checkout, id);
        if (id == null || order == null || order.changedAt().isAfter(changedBefore)) {
            return List.of();
        }
        if (order.status().equals("APPROVED")) {
            PaymentFact completed =
                    checkout.progress() == Checkout.Progress.FAILED ? null : completed(credentials, checkout, id);
            return completed == null ? List.of() : List.of(completed);
        }
        return PayPalFacts.all(checkout, order);
    }
}
