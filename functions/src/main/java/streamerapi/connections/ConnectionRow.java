package streamerapi.connections;

import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.ConnectionKeys;
import streamerapi.shared.storage.Row;

import java.time.Instant;
import java.util.List;

/// The row of a connection: how it is stored.
final class ConnectionRow {

    static final Attribute<String> STATUS = Attribute.text("status");
    static final Attribute<String> REASON = Attribute.text("reason");
    static final Attribute<String> CREDENTIALS = Attribute.text("credentials");
    static final Attribute<String> TOKENS = Attribute.text("tokens");
    static final Attribute.Whole TOKENS_REVISION = Attribute.whole("tokens_revision");
    static final Attribute<Instant> LAST_EVENT_AT = Attribute.time("last_event_at");
    static final Attribute.Whole REVISION = Attribute.whole("revision");

    private static final Attribute<String> ID = Attribute.text("id");
    private static final Attribute<String> HOOK_SECRET = Attribute.text("hook_secret");
    private static final Attribute<String> ACCOUNT_ID = Attribute.text("account_id");
    private static final Attribute<String> ACCOUNT_LOGIN = Attribute.text("account_login");
    private static final Attribute<String> ACCOUNT_NAME = Attribute.text("account_name");
    static final Attribute<Instant> CONNECTED_AT = Attribute.time("connected_at");
    private static final Attribute<Instant> CHECKED_AT = Attribute.time("checked_at");
    private static final Attribute<List<String>> SUBSCRIPTIONS = Attribute.texts("subscriptions");

    /// The attributes that a write of the connection replaces or removes.
    static final List<Attribute<?>> CHANGED = List.of(
            STATUS,
            REASON,
            CREDENTIALS,
            TOKENS,
            TOKENS_REVISION,
            REVISION,
            ID,
            HOOK_SECRET,
            ACCOUNT_ID,
            ACCOUNT_LOGIN,
            ACCOUNT_NAME,
            CONNECTED_AT,
            CHECKED_AT,
            SUBSCRIPTIONS,
            Webhook.ID,
            Webhook.IS_TEST);

    private ConnectionRow() {}

    /// The connection of a row.
    static ProviderConnection of(String tenantId, Provider provider, Row row) {
        String accountId = row.find(ACCOUNT_ID);
        return new ProviderConnection(
                tenantId,
                provider,
                row.get(ID),
                ConnectionStatus.of(row.get(STATUS), row.find(REASON)),
                accountId == null
                        ? null
                        : new ProviderAccount(accountId, row.get(ACCOUNT_LOGIN), row.get(ACCOUNT_NAME)),
                row.find(CONNECTED_AT),
                row.find(LAST_EVENT_AT),
                row.find(CHECKED_AT),
                row.get(SUBSCRIPTIONS).stream().map(PlatformSubscription::parse).toList(),
                row.get(REVISION),
                row.get(TOKENS_REVISION),
                new ProviderConnection.Sealed(row.get(CREDENTIALS), row.find(TOKENS), row.find(HOOK_SECRET)),
                Webhook.of(row));
    }

    /// The row of a connection, one revision later.
    static Row of(ProviderConnection connection) {
        ProviderAccount account = connection.account();
        Webhook webhook = connection.webhook();
        Row row = Row.of(ConnectionKeys.connection(
                        connection.tenantId(), connection.provider().label()))
                .with(ID, connection.id())
                .with(STATUS, connection.status().label())
                .with(REASON, connection.status().reason())
                .with(CREDENTIALS, connection.sealed().credentials())
                .with(TOKENS, connection.sealed().tokens())
                .with(HOOK_SECRET, connection.sealed().hookSecret())
                .with(CONNECTED_AT, connection.connectedAt())
                .with(LAST_EVENT_AT, connection.lastEventAt())
                .with(CHECKED_AT, connection.checkedAt())
                .with(
                        SUBSCRIPTIONS,
                        connection.subscriptions().stream()
                                .map(PlatformSubscription::text)
                                .toList())
                .with(REVISION, connection.revision() + 1)
                .with(TOKENS_REVISION, connection.tokensRevision())
                .with(Webhook.ID, webhook == null ? null : webhook.id())
                .with(Webhook.IS_TEST, webhook == null ? null : webhook.isTest());
        return account == null
                ? row
                : row.with(ACCOUNT_ID, account.id())
                        .with(ACCOUNT_LOGIN, account.login())
                        .with(ACCOUNT_NAME, account.name());
    }
}
