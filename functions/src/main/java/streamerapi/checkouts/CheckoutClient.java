package streamerapi.checkouts;

import org.jspecify.annotations.Nullable;
import streamerapi.connections.ProviderConnection;
import streamerapi.shared.connectors.Processor;

import java.net.URI;

/// A payment processor's own API, as far as a checkout needs it. Each call has 5 seconds, and all throw
/// [streamerapi.connections.ProviderException].
public interface CheckoutClient {

    /// The processor.
    Processor processor();

    /// Makes a checkout. Its idempotency key follows from the order id, so that a checkout that is made again, because
    /// the first answer was lost, is the same.
    CreatedCheckout create(ProviderConnection connection, Checkout checkout, Pages pages);

    /// Whether the processor charges a donor who has approved the payment only when the service asks for it.
    boolean isAskedToCharge();

    /// The donor came back from the page of a processor that is asked to charge. Only the processor's own events count;
    /// they also tell of what it did because of the visit.
    ///
    /// @return how the processor answered
    default Charge returned(ProviderConnection connection, Checkout checkout) {
        return Charge.NOT_ASKED;
    }

    /// A processor's answer to the request to charge a donor.
    enum Charge {
        /// It was not asked, or the donor has not approved the payment.
        NOT_ASKED,
        /// It charges the donor, or holds the money: an event will tell.
        TAKEN,
        /// The processor does not take the payment.
        DECLINED
    }

    /// The pages that a processor sends a donor back to.
    ///
    /// @param description shown by the processor
    /// @param status after the payment
    /// @param tip without one
    record Pages(String description, URI status, URI tip) {}

    /// A checkout at the processor.
    ///
    /// @param address of the page to which the donor is sent
    /// @param sessionId what the processor calls it
    /// @param paymentId what the processor calls the payment, if that is known already
    record CreatedCheckout(
            URI address, String sessionId, @Nullable String paymentId) {}
}
