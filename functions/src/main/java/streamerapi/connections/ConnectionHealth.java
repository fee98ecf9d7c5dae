package streamerapi.connections;

import java.net.URI;
import java.util.List;

/// The checks of connections at their platforms (connectors "Health").
public interface ConnectionHealth {

    /// A connection after a check.
    ///
    /// @param repaired the types of the subscriptions that were made anew
    record Checked(ProviderConnection after, List<String> repaired) {}

    /// Tries credentials and tokens, repairs the subscriptions, and writes what came of it. A platform that does not
    /// answer is a finding too, and no exception. A connection that the streamer has not allowed yet has its
    /// credentials tried alone.
    ///
    /// @param connection as it was read a moment ago
    /// @param webhookUrl where the platform sends its events: [ProviderConnections#webhookUrl]
    Checked check(ProviderConnection connection, URI webhookUrl);
}
