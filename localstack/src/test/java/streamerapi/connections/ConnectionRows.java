package streamerapi.connections;

import streamerapi.shared.calls.ExternalCalls;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.storage.Table;

import java.net.URI;
import java.time.Instant;
import java.time.InstantSource;
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

    /// Begins an authorization.
    ///
    /// @return where the platform asks the streamer
    public static URI authorizing(
            Table table, AuthorizationFlow flow, ProviderConnection connection, AuthorizationFlow.Visitor visitor) {
        AuthorizationFlow.NewAuthorization begun = flow.begin(connection, visitor);
        table.write(List.of(begun.write()));
        return begun.authorizeUrl();
    }

    /// The change of a request that enters a payment processor's credentials, decided and not committed.
    public static <C> Outcome<ProviderConnection> entering(
            ProviderConnections connections,
            ProcessorClient<C> client,
            ConnectionHealth health,
            AuthorizationFlow.Visitor visitor,
            C credentials,
            InstantSource clock) {
        return new ProcessorChanges(connections, List.of(client), health, clock)
                .replace(client, visitor, credentials, () -> {}, new ExternalCalls());
    }

    /// Erases a connection.
    public static void erase(Table table, ProviderConnections connections, ProviderConnection connection) {
        table.write(List.of(connections.erasure(connection)));
    }

    private static ProviderConnection read(ProviderConnections connections, String tenantId, Provider provider) {
        return Objects.requireNonNull(connections.find(tenantId, provider));
    }
}
