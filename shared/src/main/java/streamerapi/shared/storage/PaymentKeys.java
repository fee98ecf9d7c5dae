package streamerapi.shared.storage;

import streamerapi.shared.digests.Sha256;

/// The keys of what is known of payments (docs/table.md).
public final class PaymentKeys {

    private PaymentKeys() {}

    /// A caller's own payment reference: makes a second tip for the same payment impossible. A hash stands for source
    /// and reference, which together can be longer than a key, and hold any character.
    public static Key reference(String tenantId, String source, String reference) {
        return Partitions.spread(tenantId, "REF#" + Sha256.hex(source.length() + "#" + source + "#" + reference));
    }

    /// A payment that a processor told of. The id can have any character, so a hash is used in its place.
    public static Key payment(String tenantId, String source, String paymentId) {
        return new Key(Partitions.payments(tenantId), "PAYMENT#" + source + "#" + Sha256.hex(paymentId));
    }
}
