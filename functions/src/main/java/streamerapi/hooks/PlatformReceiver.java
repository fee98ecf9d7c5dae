package streamerapi.hooks;

import streamerapi.connections.ProviderConnection;

/// Verifies the calls of one platform, and translates them.
@FunctionalInterface
interface PlatformReceiver {

    /// Takes a call.
    ///
    /// @param connection that the call's address names; it is connected
    /// @throws streamerapi.shared.problems.Problem `invalid_signature`, `bad_request`, `unavailable`
    Reception receive(Hook hook, ProviderConnection connection);
}
