package streamerapi.connections;

import java.net.URI;
import java.util.List;

/// The checks of connections at their platforms (connectors "Health").
public interface ConnectionHealth {

    /// A connection after a check.
    ///
    /// @param repaired the types of the subscriptions that were made anew
    record Checked(ProviderConnection after, List<String> repaired) {}

    /// Checks credentials and tokens, repairs the subscriptions, and writes the result. A platform that does not answer
    /// is a finding too, and no exception. A connection that the streamer has not allowed yet has its credentials tried
    /// alone.
    ///
    /// @param connection as it was read a moment ago
    /// @param webhookUrl where the platform sends its events: [ProviderConnections#webhookUrl]
    Checked check(ProviderConnection connection, URI webhookUrl);

    /// The first check of a connection that the streamer has just allowed: old subscriptions of its address go, all are
    /// made anew, and the daily checks begin. No warning is raised about what is missing. The webhook of a payment
    /// processor was made with the credentials, so for those the daily checks begin, and nothing is asked.
    ///
    /// @param connection as it was read a moment ago
    Checked begin(ProviderConnection connection, URI webhookUrl);

    /// Leaves the platform: deletes the subscriptions and revokes the tokens, as far as they still work. The
    /// connection's row may be gone already.
    ///
    /// @return whether the platform did all of it; false too if it does not answer
    boolean leave(ProviderConnection connection, URI webhookUrl);

    /// Records that the platform has ended the streamer's authorization.
    void revoked(ProviderConnection connection);
}
