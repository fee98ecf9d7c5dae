package streamerapi.connections;

import streamerapi.shared.secrets.SecretCipher;
import streamerapi.shared.tasks.Async;

import java.util.List;

/// The departures from the providers of connections whose rows are erased.
public final class Departures {

    private final ConnectionHealth health;

    public Departures(ConnectionHealth health) {
        this.health = health;
    }

    /// Leaves the providers of an account's connections, all at the same time.
    ///
    /// @param erased as they were read before their rows were erased
    /// @param authUrl `{auth_url}`
    /// @return whether each provider deleted the subscriptions and revoked the tokens
    public boolean leave(List<ProviderConnection> erased, String authUrl) {
        List<Async<Boolean>> departures = erased.stream()
                .map(connection -> Async.start(() -> left(connection, authUrl)))
                .toList();
        return departures.stream().map(Async::join).toList().stream().allMatch(Boolean::booleanValue);
    }

    /// Leaves a provider, which is impossible with a connection whose seal does not open any more.
    private boolean left(ProviderConnection connection, String authUrl) {
        try {
            return health.leave(
                    connection, ProviderConnections.webhookUrl(authUrl, connection.provider(), connection.id()));
        } catch (SecretCipher.SealBroken e) {
            return false;
        }
    }
}
