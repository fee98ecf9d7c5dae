package streamerapi.connections;

import org.jspecify.annotations.Nullable;
import streamerapi.bot.BotState;
import streamerapi.shared.events.Outcome;
import streamerapi.timers.BotArrivals;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

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
        return checked(changed, subscriptions, checkedAt);
    }

    /// The connection of an account that gave a payment processor's credentials, which took them.
    ///
    /// @param before the connection that this one takes the place of; null if there is none
    static ProviderConnection connected(
            String tenantId,
            Provider provider,
            String id,
            Sealed sealed,
            ProcessorClient.Made made,
            Instant at,
            @Nullable ProviderConnection before) {
        return new ProviderConnection(
                tenantId,
                provider,
                before == null ? id : before.id,
                new ConnectionStatus.Connected(),
                made.account(),
                at,
                null,
                at,
                made.subscriptions(),
                before == null ? 0 : before.revision,
                before == null ? 0 : before.tokensRevision + 1,
                sealed,
                made.webhook());
    }

    /// The connection as its processor's webhook was found.
    ///
    /// @param hookSecret sealed; null if it is as before
    ProviderConnection with(Webhook found, @Nullable String hookSecret) {
        String secret = hookSecret == null ? sealed.hookSecret() : hookSecret;
        return copy(
                status,
                checkedAt,
                subscriptions,
                revision,
                new Sealed(sealed.credentials(), sealed.tokens(), secret),
                found);
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
    boolean isUnverified(String type) {
        return Stream.of(PlatformSubscription.State.PENDING, PlatformSubscription.State.MISSING)
                .anyMatch(state -> subscriptions.contains(new PlatformSubscription(type, state)));
    }

    /// The connection with the receiver verified for a type. If no other one is missing, it is whole again.
    ProviderConnection verified(String type) {
        List<PlatformSubscription> changed = subscriptions.stream()
                .map(subscription -> subscription.type().equals(type)
                        ? new PlatformSubscription(type, PlatformSubscription.State.OK)
                        : subscription)
                .toList();
        boolean isWhole = status.equals(new ConnectionStatus.Degraded(ConnectionStatus.Defect.SUBSCRIPTION_MISSING))
                && changed.stream().allMatch(PlatformSubscription::isThere);
        return checked(isWhole ? new ConnectionStatus.Connected() : status, changed, checkedAt);
    }

    /// The connection with its secrets sealed anew.
    ProviderConnection with(Sealed changed) {
        return copy(status, checkedAt, subscriptions, revision, changed, webhook);
    }

    /// Whether it is of the same authorization and the same credentials.
    public boolean continues(ProviderConnection earlier) {
        return Objects.equals(connectedAt, earlier.connectedAt)
                && sealed.credentials().equals(earlier.sealed.credentials());
    }

    /// The connection after its write.
    public ProviderConnection written() {
        return copy(status, checkedAt, subscriptions, revision + 1, sealed, webhook);
    }

    /// Whether the streamer has allowed the application, as far as is known.
    public boolean hasTokens() {
        return sealed.tokens() != null && account != null;
    }

    /// Whether there is something to check beside the credentials.
    public boolean isAllowed() {
        return hasTokens() || !provider.isPlatform();
    }

    /// The bot's arrival in the chat of the streamer's account. On Twitch it speaks as the streamer, on Kick as an
    /// account of the application.
    public Outcome<BotState> joined(BotArrivals bot, Instant at) {
        ProviderAccount streamer = Objects.requireNonNull(account);
        ProviderAccount speaker = provider == Provider.TWITCH ? streamer : null;
        return bot.connected(
                tenantId,
                provider.platform(),
                streamer.login(),
                speaker == null ? null : speaker.login(),
                speaker == null ? null : speaker.name(),
                at);
    }

    /// The connection at its end. Tokens that the platform does not take any more are gone; those of an application
    /// whose secret was changed hold, and stay. Subscriptions end with the authorization.
    public ProviderConnection ended(ConnectionStatus.Ending ending) {
        ConnectionStatus ended = new ConnectionStatus.Disconnected(ending);
        Sealed withoutTokens = new Sealed(sealed.credentials(), null, sealed.hookSecret());
        return switch (ending) {
            case INVALID_CREDENTIALS -> with(ended);
            case AUTHORIZATION_REVOKED ->
                checked(ended, revoked(subscriptions), checkedAt).with(withoutTokens);
            case AUTHORIZATION_NEEDED, ACCESS_DENIED, TOKEN_REFUSED ->
                with(ended).with(withoutTokens);
        };
    }

    private static List<PlatformSubscription> revoked(List<PlatformSubscription> subscriptions) {
        return subscriptions.stream()
                .map(subscription -> new PlatformSubscription(subscription.type(), PlatformSubscription.State.REVOKED))
                .toList();
    }

    /// The connection as a check found it.
    public ProviderConnection checked(ConnectionStatus found, List<PlatformSubscription> there, @Nullable Instant at) {
        return copy(found, at, there, revision, sealed, webhook);
    }

    /// The connection with the account as the platform names it now: a streamer can take another name.
    ///
    /// @param named the same account, by its id
    public ProviderConnection with(ProviderAccount named) {
        return new ProviderConnection(
                tenantId,
                provider,
                id,
                status,
                named,
                connectedAt,
                lastEventAt,
                checkedAt,
                subscriptions,
                revision,
                tokensRevision,
                sealed,
                webhook);
    }

    /// The connection of the same authorization, with other values of what changes within one.
    private ProviderConnection copy(
            ConnectionStatus newStatus,
            @Nullable Instant newCheckedAt,
            List<PlatformSubscription> newSubscriptions,
            long newRevision,
            Sealed newSealed,
            @Nullable Webhook newWebhook) {
        return new ProviderConnection(
                tenantId,
                provider,
                id,
                newStatus,
                account,
                connectedAt,
                lastEventAt,
                newCheckedAt,
                newSubscriptions,
                newRevision,
                tokensRevision,
                newSealed,
                newWebhook);
    }
}
