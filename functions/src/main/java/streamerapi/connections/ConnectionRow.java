package streamerapi.connections;

import streamerapi.shared.storage.ConnectionKeys;
import streamerapi.shared.storage.Row;

import java.util.List;

/// The row of a connection: how it is stored.
final class ConnectionRow {

    static final String STATUS = "status";
    static final String REASON = "reason";
    static final String CREDENTIALS = "credentials";
    static final String TOKENS = "tokens";
    static final String TOKENS_REVISION = "tokens_revision";
    static final String LAST_EVENT_AT = "last_event_at";
    static final String REVISION = "revision";

    private static final String ID = "id";
    private static final String HOOK_SECRET = "hook_secret";
    private static final String ACCOUNT_ID = "account_id";
    private static final String ACCOUNT_LOGIN = "account_login";
    private static final String ACCOUNT_NAME = "account_name";
    static final String CONNECTED_AT = "connected_at";
    private static final String CHECKED_AT = "checked_at";
    private static final String SUBSCRIPTIONS = "subscriptions";

    /// The attributes that a write of the connection replaces or removes.
    static final List<String> CHANGED = List.of(
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
        String accountId = row.textOrNull(ACCOUNT_ID);
        return new ProviderConnection(
                tenantId,
                provider,
                row.text(ID),
                ConnectionStatus.of(row.text(STATUS), row.textOrNull(REASON)),
                accountId == null
                        ? null
                        : new ProviderAccount(accountId, row.text(ACCOUNT_LOGIN), row.text(ACCOUNT_NAME)),
                row.instantOrNull(CONNECTED_AT),
                row.instantOrNull(LAST_EVENT_AT),
                row.instantOrNull(CHECKED_AT),
                row.texts(SUBSCRIPTIONS).stream()
                        .map(PlatformSubscription::parse)
                        .toList(),
                row.number(REVISION),
                row.number(TOKENS_REVISION),
                new ProviderConnection.Sealed(
                        row.text(CREDENTIALS), row.textOrNull(TOKENS), row.textOrNull(HOOK_SECRET)),
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
