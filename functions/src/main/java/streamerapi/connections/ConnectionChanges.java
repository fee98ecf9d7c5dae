package streamerapi.connections;

import org.jspecify.annotations.Nullable;
import streamerapi.connections.AuthorizationFlow.NewAuthorization;
import streamerapi.connections.AuthorizationFlow.Visitor;
import streamerapi.shared.calls.ExternalCalls;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.schema.Schema;
import streamerapi.shared.secrets.SecretCipher;
import streamerapi.timers.BotArrivals;

import java.net.URI;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// The changes that a streamer makes to a connection to a platform: credentials, authorization, check, and its end.
final class ConnectionChanges {

    private static final int BAD_REQUEST = 400;

    private final ProviderConnections connections;
    private final AuthorizationFlow flow;
    private final Map<Provider, PlatformClient> clients;
    private final ConnectionHealth health;
    private final Departures departures;
    private final BotArrivals bot;
    private final InstantSource clock;

    ConnectionChanges(
            ProviderConnections connections,
            AuthorizationFlow flow,
            Map<Provider, PlatformClient> clients,
            ConnectionHealth health,
            BotArrivals bot,
            InstantSource clock) {
        this.connections = connections;
        this.flow = flow;
        this.clients = clients;
        this.health = health;
        this.departures = new Departures(health);
        this.bot = bot;
        this.clock = clock;
    }

    /// A connection, and where the streamer allows the application.
    record Authorizable(ProviderConnection connection, URI authorizeUrl) {}

    /// The question whether a platform takes credentials.
    private record Trial(Provider provider, ApplicationCredentials credentials) {}

    /// Replaces the credentials, once the platform has taken them. Credentials of another application start anew; a new
    /// secret of the same application keeps the authorization.
    ///
    /// @throws Problem `invalid_credentials`, or `unavailable` if the platform does not answer; nothing is changed then
    Outcome<Authorizable> replace(
            Provider provider,
            Visitor visitor,
            ApplicationCredentials credentials,
            Runnable precondition,
            ExternalCalls calls) {
        ProviderConnection before = connections.find(visitor.tenantId(), provider);
        precondition.run();
        calls.once(new Trial(provider, credentials), () -> tried(provider, credentials));
        if (before != null && credentials.clientId().equals(clientId(before))) {
            return renewed(before, visitor, credentials);
        }
        ProviderConnection after = connections.begun(visitor.tenantId(), provider, credentials, before);
        NewAuthorization begun = flow.begin(after, visitor);
        Authorizable answer = new Authorizable(after, begun.authorizeUrl());
        Outcome<Authorizable> outcome = Outcome.of(answer).writing(connections.replacing(before, after), begun.write());
        return before == null
                ? outcome
                : outcome.and(departed(before)).then(() -> {
                    departures.leave(List.of(before), visitor.authUrl());
                    return () -> Outcome.of(answer);
                });
    }

    private boolean tried(Provider provider, ApplicationCredentials credentials) {
        try {
            client(provider).check(credentials);
            return true;
        } catch (ProviderException.Refused refused) {
            String field = refused.status() == BAD_REQUEST ? "client_id" : "client_secret";
            throw Problem.of(
                            ErrorCode.INVALID_CREDENTIALS,
                            provider.displayName() + " does not accept this " + field + ": copy both from your"
                                    + " application's page there")
                    .with("field", field);
        } catch (ProviderException.Unavailable unavailable) {
            throw unavailable(provider);
        }
    }

    /// The id of a connection's application; null if its seal does not open any more, as after the loss of its key.
    private @Nullable String clientId(ProviderConnection connection) {
        try {
            return connections.credentials(connection).clientId();
        } catch (SecretCipher.SealBroken e) {
            return null;
        }
    }

    /// A connection that ended is tried again with the new secret.
    private Outcome<Authorizable> renewed(
            ProviderConnection before, Visitor visitor, ApplicationCredentials credentials) {
        ProviderConnection renewed = connections.renewed(before, credentials);
        boolean isAllowed = renewed.sealed().tokens() != null;
        boolean isEnded = before.status() instanceof ConnectionStatus.Disconnected;
        ProviderConnection after = isAllowed
                ? renewed
                : renewed.with(new ConnectionStatus.Disconnected(ConnectionStatus.Ending.AUTHORIZATION_NEEDED));
        NewAuthorization begun = flow.begin(after, visitor);
        Outcome<Authorizable> outcome = Outcome.of(new Authorizable(after, begun.authorizeUrl()))
                .writing(connections.write(after), begun.write());
        return isAllowed && isEnded
                ? outcome.then(() -> {
                    ProviderConnection checked =
                            checked(visitor, before.provider()).after();
                    return () -> Outcome.of(new Authorizable(checked, begun.authorizeUrl()));
                })
                : outcome;
    }

    /// Begins an authorization anew.
    ///
    /// @throws Problem `not_connected`
    Outcome<URI> authorize(Provider provider, Visitor visitor) {
        NewAuthorization begun = flow.begin(existing(visitor, provider), visitor);
        return Outcome.of(begun.authorizeUrl()).writing(begun.write());
    }

    /// Checks the connection, once.
    ///
    /// @throws Problem `not_connected`
    Outcome<ConnectionHealth.Checked> check(Provider provider, Visitor visitor) {
        ProviderConnection connection = existing(visitor, provider);
        return Outcome.of(new ConnectionHealth.Checked(connection, List.of())).then(() -> {
            ConnectionHealth.Checked checked = checked(visitor, provider);
            return () -> Outcome.of(checked);
        });
    }

    private ConnectionHealth.Checked checked(Visitor visitor, Provider provider) {
        ProviderConnection connection = existing(visitor, provider);
        return health.check(connection, ProviderConnections.webhookUrl(visitor.authUrl(), provider, connection.id()));
    }

    /// The end of a connection.
    record Ended(boolean revoked) {
        static final Schema<Ended> SCHEMA = Schema.shown("EndedConnection", "The end of a connection.", s -> {
            s.flag("revoked", Ended::revoked)
                    .doc("Whether the provider deleted the subscriptions and revoked the tokens. The service has"
                            + " erased its own copies in any case.")
                    .example(true);
        });
    }

    /// Ends a connection: erases its stored data first, then leaves the platform.
    Outcome<Ended> end(Provider provider, Visitor visitor) {
        ProviderConnection connection = connections.find(visitor.tenantId(), provider);
        return connection == null
                ? Outcome.of(new Ended(true))
                : Outcome.of(new Ended(false))
                        .writing(connections.erasure(connection))
                        .writing(ProcessorWarnings.ofEnded(connection, visitor.session(), clock.instant()))
                        .and(departed(connection))
                        .then(() -> {
                            Ended ended = new Ended(departures.leave(List.of(connection), visitor.authUrl()));
                            return () -> Outcome.of(ended);
                        });
    }

    private Outcome<?> departed(ProviderConnection connection) {
        return connection.account() == null || !connection.provider().isPlatform()
                ? Outcome.of(connection)
                : bot.left(connection.tenantId(), connection.provider().platform());
    }

    private ProviderConnection existing(Visitor visitor, Provider provider) {
        ProviderConnection connection = connections.find(visitor.tenantId(), provider);
        if (connection == null) {
            throw Problem.of(ErrorCode.NOT_CONNECTED);
        }
        return connection;
    }

    private PlatformClient client(Provider provider) {
        return Objects.requireNonNull(clients.get(provider), provider.label());
    }

    static Problem unavailable(Provider provider) {
        return Problem.of(ErrorCode.UNAVAILABLE, provider.displayName() + " does not answer; try again in a moment");
    }
}
