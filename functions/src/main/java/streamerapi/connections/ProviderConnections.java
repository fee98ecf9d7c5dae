package streamerapi.connections;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.json.Json;
import streamerapi.shared.secrets.SecretCipher;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.ConnectionKeys;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Lease;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;
import streamerapi.shared.storage.WriteConflict;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/// The connections of all accounts: read, written, and their secrets sealed and opened.
public final class ProviderConnections {

    private final Table table;
    private final SecretCipher cipher;
    private final HookConnections opener;

    public ProviderConnections(Table table, SecretCipher cipher) {
        this.table = table;
        this.cipher = cipher;
        this.opener = new HookConnections(table, cipher);
    }

    /// The id of an account's connection to a provider, before and after it is connected: `con_`, the 13 characters of
    /// the account's id, and 32 that follow from the installation's key, so that they stay and are unguessable.
    public String id(String tenantId, Provider provider) {
        return "con_" + tenantId.substring("ten_".length()) + cipher.code(tenantId + "/" + provider.label() + "/id");
    }

    /// The address to which a platform sends a connection's events.
    ///
    /// @param authUrl `{auth_url}`
    public static URI webhookUrl(String authUrl, Provider provider, String id) {
        return URI.create(authUrl + "/hooks/" + provider.label() + "/" + id);
    }

    /// The address to which a platform sends the streamer's browser back.
    ///
    /// @param authUrl `{auth_url}`
    public static URI redirectUri(String authUrl, Provider provider) {
        return URI.create(authUrl + "/dashboard/connections/" + provider.label() + "/callback");
    }

    /// The account's connections, of which the streamer gave credentials.
    public List<ProviderConnection> all(String tenantId) {
        String prefix = ConnectionKeys.connection(tenantId, "").sort();
        return table.query(Query.of(Keys.account(tenantId), prefix)).stream()
                .flatMap(row -> Provider.of(row.key().sort().substring(prefix.length()))
                        .map(provider -> ConnectionRow.of(tenantId, provider, row))
                        .stream())
                .toList();
    }

    /// The account's connection to a provider; null if the streamer gave no credentials.
    public @Nullable ProviderConnection find(String tenantId, Provider provider) {
        Row row = table.get(ConnectionKeys.connection(tenantId, provider.label()));
        return row == null ? null : ConnectionRow.of(tenantId, provider, row);
    }

    /// The application's id and secret.
    public ApplicationCredentials credentials(ProviderConnection connection) {
        return opener.credentials(connection);
    }

    /// The credentials of a payment processor, by their names.
    public Map<String, @Nullable Object> processorCredentials(ProviderConnection connection) {
        return open(connection.sealed().credentials(), connection, "credentials");
    }

    /// A connection by a payment processor's credentials, which it has taken.
    ///
    /// @param before the connection that it takes the place of; null if there is none
    ProviderConnection connected(
            String tenantId,
            Provider provider,
            Map<String, String> credentials,
            ProcessorClient.Made made,
            Instant at,
            @Nullable ProviderConnection before) {
        String secret = made.secret();
        ProviderConnection.Sealed sealed = new ProviderConnection.Sealed(
                cipher.seal(Json.writeText(credentials), HookConnections.context(tenantId, provider, "credentials")),
                null,
                secret == null ? null : cipher.seal(secret, HookConnections.context(tenantId, provider, "hook")));
        return ProviderConnection.connected(tenantId, provider, id(tenantId, provider), sealed, made, at, before);
    }

    /// A connection as a payment processor's webhook was found.
    public ProviderConnection found(ProviderConnection connection, ProcessorClient.Made made) {
        String secret = made.secret();
        return connection.with(
                made.webhook(), secret == null ? null : cipher.seal(secret, context(connection, "hook")));
    }

    /// The tokens; null if there are none.
    public @Nullable Tokens tokens(ProviderConnection connection) {
        String sealed = connection.sealed().tokens();
        if (sealed == null) {
            return null;
        }
        Map<String, @Nullable Object> fields = open(sealed, connection, "tokens");
        return new Tokens(
                Json.text(fields, "access"),
                Json.text(fields, "refresh"),
                Instant.parse(Json.text(fields, "ends_at")),
                ((List<?>) Objects.requireNonNull(fields.get("scopes")))
                        .stream().map(String.class::cast).collect(Collectors.toUnmodifiableSet()));
    }

    /// The secret that the platform signs its events with; null if it has one of its own.
    public @Nullable String hookSecret(ProviderConnection connection) {
        return opener.secret(connection);
    }

    /// A connection by these credentials, which the streamer has to allow yet.
    ///
    /// @param before the connection that it takes the place of; null if there is none
    ProviderConnection begun(
            String tenantId,
            Provider provider,
            ApplicationCredentials credentials,
            @Nullable ProviderConnection before) {
        ProviderConnection.Sealed sealed = new ProviderConnection.Sealed(
                sealed(tenantId, provider, credentials),
                null,
                cipher.seal(AuthorizationState.random(), HookConnections.context(tenantId, provider, "hook")));
        return ProviderConnection.begun(tenantId, provider, id(tenantId, provider), sealed, before);
    }

    /// A connection with another secret of the same application.
    ProviderConnection renewed(ProviderConnection connection, ApplicationCredentials credentials) {
        return connection.renewed(sealed(connection.tenantId(), connection.provider(), credentials));
    }

    /// A connection that the streamer has allowed.
    ProviderConnection allowed(ProviderConnection connection, Tokens tokens, ProviderAccount account, Instant at) {
        return connection.allowed(account, sealed(connection.tenantId(), connection.provider(), tokens), at);
    }

    /// ApplicationCredentials, sealed for an account's row.
    String sealed(String tenantId, Provider provider, ApplicationCredentials credentials) {
        return cipher.seal(
                Json.writeText(
                        Map.of("client_id", credentials.clientId(), "client_secret", credentials.clientSecret())),
                HookConnections.context(tenantId, provider, "credentials"));
    }

    /// Tokens, sealed for an account's row.
    String sealed(String tenantId, Provider provider, Tokens tokens) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("access", tokens.access());
        fields.put("refresh", tokens.refresh());
        fields.put("ends_at", tokens.endsAt().toString());
        fields.put("scopes", Set.copyOf(tokens.scopes()).stream().sorted().toList());
        return cipher.seal(Json.writeText(fields), HookConnections.context(tenantId, provider, "tokens"));
    }

    /// The write that replaces the connection that this one was derived from. The time of the last event and the lease
    /// of a process that refreshes tokens stay. Secrets of an earlier key are sealed again with the newest one.
    public Write write(ProviderConnection changed) {
        Row row = ConnectionRow.of(resealed(changed));
        Write write = Write.update(row.key())
                .when(Condition.all(
                        Condition.equal(ConnectionRow.REVISION, changed.revision()),
                        Condition.equal(ConnectionRow.TOKENS_REVISION, changed.tokensRevision())));
        ConnectionRow.CHANGED.forEach(attribute -> replace(write, attribute, row));
        return write;
    }

    private static <T> void replace(Write write, Attribute<T> attribute, Row row) {
        write.set(attribute, row.find(attribute));
    }

    /// The write of a connection that begins anew, by other credentials or tokens, in the place of another one.
    ///
    /// @param before null if there is none
    Write replacing(@Nullable ProviderConnection before, ProviderConnection changed) {
        return Write.put(ConnectionRow.of(changed))
                .when(
                        before == null
                                ? Condition.noRow()
                                : Condition.all(
                                        Condition.equal(ConnectionRow.REVISION, before.revision()),
                                        Condition.equal(ConnectionRow.TOKENS_REVISION, before.tokensRevision())));
    }

    /// The end of a connection.
    Write erasure(ProviderConnection connection) {
        return Write.delete(ConnectionKeys.connection(
                        connection.tenantId(), connection.provider().label()))
                .when(Condition.equal(ConnectionRow.REVISION, connection.revision()));
    }

    private ProviderConnection resealed(ProviderConnection connection) {
        ProviderConnection.Sealed sealed = connection.sealed();
        return connection.with(new ProviderConnection.Sealed(
                cipher.resealed(sealed.credentials(), context(connection, "credentials")),
                renewed(sealed.tokens(), context(connection, "tokens")),
                renewed(sealed.hookSecret(), context(connection, "hook"))));
    }

    private @Nullable String renewed(@Nullable String sealed, String context) {
        return sealed == null ? null : cipher.resealed(sealed, context);
    }

    /// Takes the lease of a refresh of the tokens: of all processes one has it.
    ///
    /// @return whether this one has
    public boolean beginRefresh(ProviderConnection connection, Instant now, Duration lease) {
        Write write = Write.update(key(connection)).when(hasTokensOf(connection));
        return table.update(Lease.take(write, now, lease)).done();
    }

    /// Ends a refresh that brought no tokens.
    public void endRefresh(ProviderConnection connection) {
        table.update(Write.update(key(connection)).remove(Lease.UNTIL).when(hasTokensOf(connection)));
    }

    /// Ends a refresh with new tokens, if the connection still has those that they come from.
    ///
    /// @return the connection with them; null if it has not
    public @Nullable ProviderConnection endRefresh(ProviderConnection connection, Tokens tokens) {
        Table.Updated updated = table.update(Write.update(key(connection))
                .marked(ConnectionRow.TOKENS, sealed(connection.tenantId(), connection.provider(), tokens))
                .set(ConnectionRow.TOKENS_REVISION, connection.tokensRevision() + 1)
                .remove(Lease.UNTIL)
                .when(hasTokensOf(connection)));
        Row after = updated.done() ? updated.row() : null;
        return after == null ? null : ConnectionRow.of(connection.tenantId(), connection.provider(), after);
    }

    private static Condition hasTokensOf(ProviderConnection connection) {
        return Condition.all(
                Condition.exists(ConnectionRow.TOKENS),
                Condition.equal(ConnectionRow.CONNECTED_AT, Objects.requireNonNull(connection.connectedAt())),
                Condition.equal(ConnectionRow.TOKENS_REVISION, connection.tokensRevision()));
    }

    /// Notes that the platform has verified the receiver for a type whose subscription was pending or missing.
    public void noteVerified(String tenantId, Provider provider, String type) {
        WriteConflict.retrying(() -> {
            ProviderConnection connection = find(tenantId, provider);
            if (connection != null && connection.isUnverified(type)) {
                table.write(List.of(write(connection.verified(type))));
            }
        });
    }

    /// Notes that an event came.
    public void noteEvent(String tenantId, Provider provider, Instant at) {
        table.update(Write.update(ConnectionKeys.connection(tenantId, provider.label()))
                .set(ConnectionRow.LAST_EVENT_AT, at)
                .when(Condition.rowExists()));
    }

    private Map<String, @Nullable Object> open(String sealed, ProviderConnection connection, String what) {
        return Json.asObject(Json.read(cipher.open(sealed, context(connection, what))));
    }

    private static Key key(ProviderConnection connection) {
        return ConnectionKeys.connection(
                connection.tenantId(), connection.provider().label());
    }

    private static String context(ProviderConnection connection, String what) {
        return HookConnections.context(connection.tenantId(), connection.provider(), what);
    }
}
