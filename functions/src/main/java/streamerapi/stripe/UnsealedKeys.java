package streamerapi.stripe;

import streamerapi.connections.ProviderConnection;
import streamerapi.connections.ProviderConnections;

import java.util.Objects;

/// The keys of connections to Stripe, unsealed for a call.
record UnsealedKeys(ProviderConnections connections) {

    StripeKey of(ProviderConnection connection) {
        return new StripeKey((String) Objects.requireNonNull(
                connections.processorCredentials(connection).get(StripeKey.FIELD)));
    }
}
