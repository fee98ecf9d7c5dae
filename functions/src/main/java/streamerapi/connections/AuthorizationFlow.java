package streamerapi.connections;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.auth.Session;
import streamerapi.shared.digests.Sha256;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.secrets.SecretCipher;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;
import streamerapi.timers.BotArrivals;

import java.net.URI;
import java.time.InstantSource;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;

/// The way of a streamer's browser to a platform and back, by which the streamer allows their application to act for
/// them (OAuth 2.0's authorization code grant, RFC 6749, 4.1; PKCE where the platform has it).
public final class AuthorizationFlow {

    private static final String DENIED = "access_denied";

    private final Table table;
    private final SecretCipher cipher;
    private final ProviderConnections connections;
    private final Map<Provider, PlatformClient> clients;
    private final ConnectionHealth health;
    private final BotArrivals bot;
    private final InstantSource clock;

    public AuthorizationFlow(
            Table table,
            SecretCipher cipher,
            Map<Provider, PlatformClient> clients,
            ConnectionHealth health,
            BotArrivals bot,
            InstantSource clock) {
        this.table = table;
        this.cipher = cipher;
        this.connections = new ProviderConnections(table, cipher);
        this.clients = clients;
        this.health = health;
        this.bot = bot;
        this.clock = clock;
    }

    /// How an authorization ended.
    public enum End {
        /// The streamer has allowed the application.
        ALLOWED,
        /// The streamer has not.
        DENIED,
        /// The platform did not take the code or the credentials.
        REFUSED,
        /// The platform did not answer.
        UNAVAILABLE
    }

    /// The sender of a request.
    ///
    /// @param authUrl `{auth_url}`
    public record Visitor(Session session, String authUrl) {

        String tenantId() {
            return session.tenantId();
        }

        String csrfToken() {
            return session.csrfToken();
        }
    }

    /// The parameters that a platform sends a browser back with, null if they are missing.
    public record Back(
            @Nullable String state,
            @Nullable String code,
            @Nullable String error) {
        @Override
        public String toString() {
            return "Back[…]";
        }
    }

    /// An authorization that begins.
    ///
    /// @param write stores its state
    record NewAuthorization(URI authorizeUrl, Write write) {}

    /// Begins an authorization.
    NewAuthorization begin(ProviderConnection connection, Visitor visitor) {
        PlatformClient client = client(connection.provider());
        ApplicationCredentials credentials = connections.credentials(connection);
        String parameter = AuthorizationState.random();
        String verifier = client.hasPkce() ? AuthorizationState.random() : null;
        AuthorizationState state = new AuthorizationState(
                AuthorizationState.key(visitor.tenantId(), parameter),
                connection.provider(),
                AuthorizationState.ofSession(visitor.csrfToken()),
                AuthorizationState.ofApplication(credentials),
                verifier == null ? null : cipher.seal(verifier, context(visitor.tenantId(), connection.provider())),
                clock.instant().plus(AuthorizationState.LIFE));
        URI authorizeUrl = client.authorizeUrl(
                credentials,
                ProviderConnections.redirectUri(visitor.authUrl, connection.provider()),
                client.scopes(),
                parameter,
                verifier == null ? null : Sha256.base64Url(verifier));
        return new NewAuthorization(authorizeUrl, state.begin());
    }

    /// Takes a browser that comes back. Its state is used up before the platform is asked, so of two that come back
    /// with one state the platform sees one.
    ///
    /// @throws Problem `bad_request` if the state is missing, unknown, used, too old, or of another platform, session
    /// or application
    public Outcome<End> end(Provider provider, Visitor visitor, Back back) {
        AuthorizationState state = state(provider, visitor, back);
        ProviderConnection connection = connections.find(visitor.tenantId(), provider);
        String code = back.code;
        if (connection == null || !isOf(state, connection) || (code == null && back.error == null)) {
            throw invalid();
        }
        Write use = state.use().orElse(gone -> invalid());
        if (code != null && back.error == null) {
            return Outcome.of(End.REFUSED).writing(use).then(() -> exchanged(connection, state, visitor, code));
        }
        return DENIED.equals(back.error)
                ? Outcome.of(End.DENIED).writing(use).and(denied(connection))
                : Outcome.of(End.REFUSED).writing(use);
    }

    private AuthorizationState state(Provider provider, Visitor visitor, Back back) {
        if (back.state == null) {
            throw invalid();
        }
        Key key = AuthorizationState.key(visitor.tenantId(), back.state);
        AuthorizationState state = AuthorizationState.of(table.get(key));
        boolean isGood = state != null
                && state.provider() == provider
                && state.session().equals(AuthorizationState.ofSession(visitor.csrfToken()))
                && clock.instant().isBefore(state.expiresAt());
        if (state == null || !isGood) {
            throw invalid();
        }
        return state;
    }

    private boolean isOf(AuthorizationState state, ProviderConnection connection) {
        return state.application().equals(AuthorizationState.ofApplication(connections.credentials(connection)));
    }

    /// A connection that works goes on working.
    private Outcome<ProviderConnection> denied(ProviderConnection connection) {
        ProviderConnection after =
                connection.with(new ConnectionStatus.Disconnected(ConnectionStatus.Ending.ACCESS_DENIED));
        return connection.isUsable()
                ? Outcome.of(connection)
                : Outcome.of(after).writing(connections.write(after));
    }

    private Supplier<Outcome<End>> exchanged(
            ProviderConnection connection, AuthorizationState state, Visitor visitor, String code) {
        PlatformClient client = client(connection.provider());
        ApplicationCredentials credentials = connections.credentials(connection);
        String sealed = state.verifier();
        try {
            Tokens tokens = client.exchange(
                    credentials,
                    code,
                    ProviderConnections.redirectUri(visitor.authUrl, connection.provider()),
                    sealed == null ? null : cipher.open(sealed, context(visitor.tenantId(), connection.provider())));
            ProviderAccount account = client.account(credentials, tokens.access());
            return () -> allowed(connection.provider(), state, visitor, tokens, account);
        } catch (ProviderException.Refused e) {
            return () -> Outcome.of(End.REFUSED);
        } catch (ProviderException.Unavailable e) {
            return () -> Outcome.of(End.UNAVAILABLE);
        }
    }

    /// The connection is usable before the platform is asked for subscriptions, because it asks the receiver back.
    private Outcome<End> allowed(
            Provider provider, AuthorizationState state, Visitor visitor, Tokens tokens, ProviderAccount account) {
        ProviderConnection before = connections.find(visitor.tenantId(), provider);
        if (before == null || !isOf(state, before)) {
            return Outcome.of(End.REFUSED);
        }
        ProviderConnection after = connections.allowed(before, tokens, account, clock.instant());
        return Outcome.of(End.ALLOWED)
                .writing(connections.replacing(before, after))
                .writing(health.firstChecks(after))
                .and(after.joined(bot, clock.instant()))
                .then(() -> {
                    ProviderConnection stored = connections.find(visitor.tenantId(), provider);
                    if (stored != null) {
                        health.begin(stored, ProviderConnections.webhookUrl(visitor.authUrl, provider, stored.id()));
                    }
                    return () -> Outcome.of(End.ALLOWED);
                });
    }

    private PlatformClient client(Provider provider) {
        return Objects.requireNonNull(clients.get(provider), provider.label());
    }

    private static String context(String tenantId, Provider provider) {
        return tenantId + "/" + provider.label() + "/verifier";
    }

    private static Problem invalid() {
        return Problem.of(
                ErrorCode.BAD_REQUEST,
                "This authorization is no longer valid: it was completed already, is older than ten minutes, or began"
                        + " in another browser. Nothing was changed. Start again on the page Connections");
    }
}
