package streamerapi.shared.storage;

import streamerapi.shared.digests.Sha256;

/// The keys of donors' checkouts at payment processors (docs/table.md).
public final class CheckoutKeys {

    /// The beginning of checkouts' sort keys.
    public static final String CHECKOUT = "CHECKOUT#";

    private CheckoutKeys() {}

    /// A checkout.
    ///
    /// @param orderId the service's own name for it, which the processor is told
    public static Key checkout(String tenantId, String orderId) {
        return Partitions.spread(tenantId, CHECKOUT + orderId);
    }

    /// The checkout that a payment was made in. A hash stands for the payment's id, which can hold any character.
    ///
    /// @param source `card_processor`
    public static Key payment(String tenantId, String source, String paymentId) {
        return Partitions.spread(tenantId, "PAIDIN#" + source + "#" + Sha256.hex(paymentId));
    }
}
