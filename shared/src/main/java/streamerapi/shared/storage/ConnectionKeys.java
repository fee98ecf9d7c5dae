package streamerapi.shared.storage;

/// The keys of rows about connections to platforms and payment processors.
public final class ConnectionKeys {

    private ConnectionKeys() {}

    /// An account's connection to a provider.
    ///
    /// @param provider `twitch`; empty for the prefix of all
    public static Key connection(String tenantId, String provider) {
        return new Key(Keys.account(tenantId), "CONNECTION#" + provider);
    }

    /// The last look through a payment processor's own books.
    ///
    /// @param provider `stripe`
    public static Key reconciliation(String tenantId, String provider) {
        return new Key(Keys.account(tenantId), "RECONCILIATION#" + provider);
    }

    /// An authorization at a provider that a browser has begun.
    ///
    /// @param hash of the `state` parameter
    public static Key authorizationState(String tenantId, String hash) {
        return new Key(Keys.account(tenantId), "CONNECTING#" + hash);
    }
}
