package streamerapi.connections;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.storage.ConnectionKeys;
import streamerapi.shared.storage.Row;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/// An account's connection to a provider, as its row has it: there from the first credentials until the streamer
/// disconnects. Its secrets are sealed; [ProviderConnections] opens them.
///
/// @param id the last part of the receiver's address: [ProviderConnections#id]
/// @param account null until the streamer has allowed the application
/// @param revision counts the writes of the status and of all that belongs to it; not those of tokens and events
/// @param tokensRevision counts the tokens that it has had
/// @param webhook of a payment processor; null for a platform
public record ProviderConnection(
        String tenantId,
        Provider provider,
        String id,
        ConnectionStatus status,
        @Nullable ProviderAccount account,
        @Nullable Instant connectedAt,
        @Nullable Instant lastEventAt,
        @Nullable Instant checkedAt,
        List<PlatformSubscription> subscriptions,
        long revision,
        long tokensRevision,
        Sealed sealed,
        @Nullable Webhook webhook) {

    private static final Duration EVENT_GRAIN = Duration.ofMinutes(1);

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

    /// The secrets as the row has them.
    ///
    /// @param tokens null until the streamer has allowed the application, and when the tokens were refused
    /// @param hookSecret signs the platform's events; null if the platform does not let the application choose one
    record Sealed(
            String credentials,
            @Nullable String tokens,
            @Nullable String hookSecret) {}

    /// Whether an event that comes now is to be noted: the row knows to the minute when the last one came.
    public boolean isNews(Instant now) {
        return lastEventAt == null || now.isAfter(lastEventAt.plus(EVENT_GRAIN));
    }

    /// Whether events are taken and calls are made.
    public boolean isUsable() {
        return !(status instanceof ConnectionStatus.Disconnected)
                && (sealed.tokens() != null || !provider.isPlatform());
    }

    /// Whether it moves no real money.
    public boolean isTest() {
        return webhook != null && Boolean.TRUE.equals(webhook.isTest());
    }

    /// The connection with another status, whose reason it keeps.
    public ProviderConnection with(ConnectionStatus changed) {
        return new ProviderConnection(
                tenantId,
                provider,
                id,
                changed,
                account,
                connectedAt,
                lastEventAt,
                checkedAt,
                subscriptions,
                revision,
                tokensRevision,
                sealed,
                webhook);
    }

    /// The connection of an account that gave credentials, and has to allow the application yet.
    ///
    /// @param before the connection that this one takes the place of; null if there is none
    static ProviderConnection begun(
            String tenantId, Provider provider, String id, Sealed sealed, @Nullable ProviderConnection before) {
        return new ProviderConnection(
                tenantId,
                provider,
                before == null ? id : before.id,
                new ConnectionStatus.Disconnected(ConnectionStatus.Ending.AUTHORIZATION_NEEDED),
                null,
                null,
                null,
                null,
                List.of(),
                before == null ? 0 : before.revision,
                before == null ? 0 : before.tokensRevision + 1,
                sealed,
                null);
    }

    /// The connection with another secret of the same application, which keeps the authorization.
    ///
    /// @param sealedCredentials as the row has them
    ProviderConnection renewed(String sealedCredentials) {
        return with(new Sealed(sealedCredentials, sealed.tokens(), sealed.hookSecret()));
    }

    /// The connection that the streamer has allowed. Its subscriptions are still to be made.
    ///
    /// @param sealedTokens as the row has them
    ProviderConnection allowed(ProviderAccount whose, String sealedTokens, Instant at) {
        return new ProviderConnection(
                tenantId,
                provider,
                id,
                new ConnectionStatus.Degraded(ConnectionStatus.Defect.SUBSCRIPTION_MISSING),
                whose,
                at,
                lastEventAt,
                null,
                List.of(),
                revision,
                tokensRevision + 1,
                new Sealed(sealed.credentials(), sealedTokens, sealed.hookSecret()),
                webhook);
    }

    /// Whether the platform has not verified the receiver for a type yet.
    boolean isPending(String type) {
        return subscriptions.contains(new PlatformSubscription(type, PlatformSubscription.State.PENDING));
    }

    /// The connection with the receiver verified for a type.
    ProviderConnection verified(String type) {
        List<PlatformSubscription> changed = subscriptions.stream()
                .map(subscription -> subscription.type().equals(type)
                        ? new PlatformSubscription(type, PlatformSubscription.State.OK)
                        : subscription)
                .toList();
        return checked(status, changed, checkedAt);
    }

    /// The connection with its secrets sealed anew.
    ProviderConnection with(Sealed changed) {
        return new ProviderConnection(
                tenantId,
                provider,
                id,
                status,
                account,
                connectedAt,
                lastEventAt,
                checkedAt,
                subscriptions,
                revision,
                tokensRevision,
                changed,
                webhook);
    }

    /// Whether it is of the same authorization and the same credentials.
    public boolean continues(ProviderConnection earlier) {
        return Objects.equals(connectedAt, earlier.connectedAt)
                && sealed.credentials().equals(earlier.sealed.credentials());
    }

    /// The connection after its write.
    public ProviderConnection written() {
        return new ProviderConnection(
                tenantId,
                provider,
                id,
                status,
                account,
                connectedAt,
                lastEventAt,
                checkedAt,
                subscriptions,
                revision + 1,
                tokensRevision,
                sealed,
                webhook);
    }

    /// Whether the streamer has allowed the application, as far as is known.
    public boolean hasTokens() {
        return sealed.tokens() != null && account != null;
    }

    /// The connection at its end. Tokens that the platform does not take any more are gone; those of an application
    /// whose secret was changed hold, and stay.
    public ProviderConnection ended(ConnectionStatus.Ending ending) {
        ProviderConnection ended = with(new ConnectionStatus.Disconnected(ending));
        return ending == ConnectionStatus.Ending.INVALID_CREDENTIALS
                ? ended
                : ended.with(new Sealed(sealed.credentials(), null, sealed.hookSecret()));
    }

    /// The connection as a check found it.
    public ProviderConnection checked(ConnectionStatus found, List<PlatformSubscription> there, @Nullable Instant at) {
        return new ProviderConnection(
                tenantId,
                provider,
                id,
                found,
                account,
                connectedAt,
                lastEventAt,
                at,
                there,
                revision,
                tokensRevision,
                sealed,
                webhook);
    }

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
                new Sealed(row.text(CREDENTIALS), row.textOrNull(TOKENS), row.textOrNull(HOOK_SECRET)),
                Webhook.of(row));
    }

    /// The row of this connection, one revision later.
    Row row() {
        Row row = Row.of(ConnectionKeys.connection(tenantId, provider.label()))
                .with(ID, id)
                .with(STATUS, status.label())
                .with(REASON, status.reason())
                .with(CREDENTIALS, sealed.credentials())
                .with(TOKENS, sealed.tokens())
                .with(HOOK_SECRET, sealed.hookSecret())
                .with(CONNECTED_AT, connectedAt)
                .with(LAST_EVENT_AT, lastEventAt)
                .with(CHECKED_AT, checkedAt)
                .with(
                        SUBSCRIPTIONS,
                        subscriptions.stream().map(PlatformSubscription::text).toList())
                .with(REVISION, revision + 1)
                .with(TOKENS_REVISION, tokensRevision)
                .with(Webhook.ID, webhook == null ? null : webhook.id())
                .with(Webhook.IS_TEST, webhook == null ? null : webhook.isTest());
        return account == null
                ? row
                : row.with(ACCOUNT_ID, account.id())
                        .with(ACCOUNT_LOGIN, account.login())
                        .with(ACCOUNT_NAME, account.name());
    }
}
