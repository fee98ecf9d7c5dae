package streamerapi.connections;

import streamerapi.shared.storage.Table;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Connections as streamers have made them.
public final class ConnectionRows {

    private ConnectionRows() {}

    /// Writes a connection that is `connected`, with tokens.
    public static ProviderConnection connected(
            Table table,
            ProviderConnections connections,
            String tenantId,
            Provider provider,
            ApplicationCredentials credentials,
            Tokens tokens,
            ProviderAccount account,
            Instant at) {
        ProviderConnection before = begun(table, connections, tenantId, provider, credentials);
        ProviderConnection allowed =
                connections.allowed(before, tokens, account, at).with(new ConnectionStatus.Connected());
        table.write(List.of(connections.replacing(before, allowed)));
        return read(connections, tenantId, provider);
    }

    /// Writes a connection that the streamer has to allow yet.
    public static ProviderConnection begun(
            Table table,
            ProviderConnections connections,
            String tenantId,
            Provider provider,
            ApplicationCredentials credentials) {
        ProviderConnection before = connections.find(tenantId, provider);
        table.write(List.of(connections.replacing(before, connections.begun(tenantId, provider, credentials, before))));
        return read(connections, tenantId, provider);
    }

    /// Writes a connection to a payment processor that is `connected`.
    public static ProviderConnection connected(
            Table table,
            ProviderConnections connections,
            String tenantId,
            Provider provider,
            Map<String, String> credentials,
            ProcessorClient.Made made,
            Instant at) {
        ProviderConnection before = connections.find(tenantId, provider);
        table.write(List.of(connections.replacing(
                before, connections.connected(tenantId, provider, credentials, made, at, before))));
        return read(connections, tenantId, provider);
    }

    /// Erases a connection.
    public static void erase(Table table, ProviderConnections connections, ProviderConnection connection) {
        table.write(List.of(connections.erasure(connection)));
    }

    private static ProviderConnection read(ProviderConnections connections, String tenantId, Provider provider) {
        return Objects.requireNonNull(connections.find(tenantId, provider));
    }
}
