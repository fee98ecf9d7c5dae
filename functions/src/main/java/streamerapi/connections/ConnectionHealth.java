package streamerapi.connections;

import streamerapi.shared.storage.Write;

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

    /// The writes that keep the first checks of a connection to come, for the transaction that begins it: no connection
    /// is without checks, however the request ends.
    ///
    /// @param connection as it begins
    List<Write> firstChecks(ProviderConnection connection);

    /// Has a connection checked in a few minutes.
    void checkSoon(ProviderConnection connection);

    /// Makes the subscriptions of a connection that the streamer has just allowed: old ones of its address go, and all
    /// are made anew. No warning is raised about what is missing.
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
