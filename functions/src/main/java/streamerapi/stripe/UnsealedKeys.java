package streamerapi.stripe;

import streamerapi.connections.ProviderConnection;
import streamerapi.connections.ProviderConnections;
import streamerapi.shared.json.Json;

/// The keys of connections to Stripe, unsealed for a call.
record UnsealedKeys(ProviderConnections connections) {

    StripeKey of(ProviderConnection connection) {
        return new StripeKey(Json.text(connections.processorCredentials(connection), StripeKey.FIELD));
    }
}
