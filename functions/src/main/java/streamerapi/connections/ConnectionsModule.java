package streamerapi.connections;

import org.jspecify.annotations.Nullable;
import streamerapi.connections.AuthorizationFlow.Visitor;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Answer;
import streamerapi.shared.http.AuthorizedCall;
import streamerapi.shared.http.Endpoint;
import streamerapi.shared.http.Module;
import streamerapi.shared.http.PublicOrigin;
import streamerapi.shared.lambda.Services;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.schema.Field;
import streamerapi.shared.schema.Schema;
import streamerapi.timers.BotArrivals;

import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import static streamerapi.shared.auth.Role.SUPER_ADMIN;
import static streamerapi.shared.problems.ErrorCode.BAD_REQUEST;
import static streamerapi.shared.problems.ErrorCode.INVALID_CREDENTIALS;
import static streamerapi.shared.problems.ErrorCode.NOT_CONNECTED;
import static streamerapi.shared.problems.ErrorCode.UNAVAILABLE;

/// The account's connections to platforms and payment processors (connectors "Connections in the dashboard").
public final class ConnectionsModule implements Module {

    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;

    private static final String CONNECTION = "/connections/{provider}";
    private static final String REWARDS = "/connections/twitch/rewards";

    private final ProviderConnections connections;
    private final ConnectionChanges changes;
    private final ProcessorChanges processors;
    private final RewardsClient rewards;
    private final String authUrl;

    public ConnectionsModule(
            Services services,
            AuthorizationFlow flow,
            Map<Provider, PlatformClient> clients,
            ConnectionHealth health,
            RewardsClient rewards,
            BotArrivals bot,
            List<ProcessorClient<?>> processors) {
        this.connections = new ProviderConnections(services.table(), services.secrets());
        this.changes = new ConnectionChanges(connections, flow, clients, health, bot, services.clock());
        this.processors = new ProcessorChanges(connections, processors, health, services.clock());
        this.rewards = rewards;
        this.authUrl = services.environment().orElse("AUTH_URL", "");
    }

    /// A connection, and where the streamer allows the application.
    private record Authorizable(ShownConnection connection, URI authorizeUrl) {
        static final Schema<Authorizable> SCHEMA =
                Schema.shown("AuthorizableConnection", "A connection that the streamer has not authorized yet.", s -> {
                    s.object("connection", Authorizable::connection, ShownConnection.SCHEMA);
                    described(s.text("authorize_url", shown -> shown.authorizeUrl.toString()));
                });
    }

    /// An address at which the streamer allows the application.
    private record AuthorizeUrl(URI authorizeUrl) {
        static final Schema<AuthorizeUrl> SCHEMA =
                Schema.shown("AuthorizeUrl", "The address at which the streamer authorizes the application.", s -> {
                    described(s.text("authorize_url", shown -> shown.authorizeUrl.toString()));
                });
    }

    /// A connection after a check.
    private record Checked(ShownConnection connection, List<String> repaired) {
        static final Schema<Checked> SCHEMA = Schema.shown("CheckedConnection", "A connection after a check.", s -> {
            s.object("connection", Checked::connection, ShownConnection.SCHEMA);
            s.texts("repaired", Checked::repaired)
                    .doc("The event types whose subscriptions were created again.")
                    .example(List.of("channel.follow"));
        });
    }

    @Override
    public List<Endpoint> endpoints() {
        return Stream.concat(ofAll().stream(), processors.clients().stream().map(this::connect))
                .toList();
    }

    /// The way in for a payment processor's credentials.
    private <C> Endpoint connect(ProcessorClient<C> client) {
        Provider provider = client.provider();
        String name = provider.displayName();
        return managing(Endpoint.put(
                        "/connections/" + provider.label(),
                        "connect" + name.replace("-", ""),
                        "Enter " + name + "'s credentials"))
                .doc(
                        client.checksCredentials()
                                ? "Checks them with " + name
                                        + ", has it send its events here, and stores them encrypted; if " + name
                                        + " does not accept them, nothing changes."
                                : "Stores them encrypted. Nothing is asked of " + name
                                        + ": enter `webhook_url` in its settings, too.")
                .body(client.credentials())
                .answers(Answer.ok("connection", ShownConnection.SCHEMA))
                .refuses(
                        client.checksCredentials()
                                ? new ErrorCode[] {INVALID_CREDENTIALS, UNAVAILABLE}
                                : new ErrorCode[0])
                .handles(call -> processors
                        .replace(client, visitor(call), call.body(), call::holdToPrecondition, call.externalCalls())
                        .map(connection -> shown(call, connection)));
    }

    private List<Endpoint> ofAll() {
        return List.of(
                managing(Endpoint.get("/connections", "listConnections", "List connections"))
                        .doc("All five providers, connected or not, always in the same order.")
                        .answers(Answer.list("connections", ShownConnection.SCHEMA))
                        .handles(call -> Outcome.of(all(call))),
                managing(Endpoint.get(CONNECTION, "getConnection", "Read a connection"))
                        .answers(Answer.ok("connection", ShownConnection.SCHEMA))
                        .handles(call -> Outcome.of(
                                shown(call, provider(call), connections.find(call.tenantId(), provider(call))))),
                managing(Endpoint.put(CONNECTION, "connectPlatform", "Enter a platform's credentials"))
                        .doc("Checks the credentials of the streamer's own application with the platform. If the"
                                + " platform accepts them, they are stored encrypted; otherwise nothing changes. The"
                                + " streamer then authorizes the application at `authorize_url`. A new secret of the"
                                + " same application keeps the authorization; another application needs a new one.")
                        .body(ApplicationCredentials.SCHEMA)
                        .answers(Answer.of(Authorizable.SCHEMA))
                        .refuses(INVALID_CREDENTIALS, UNAVAILABLE)
                        .handles(call -> changes.replace(
                                        platform(call),
                                        visitor(call),
                                        call.body(),
                                        call::holdToPrecondition,
                                        call.externalCalls())
                                .map(to -> new Authorizable(shown(call, to.connection()), to.authorizeUrl()))),
                managing(Endpoint.post(CONNECTION + "/authorize", "authorizePlatform", "Begin an authorization"))
                        .doc("Returns a new address at the platform. It can be used once, within ten minutes, in"
                                + " the session that asked for it.")
                        .answers(Answer.of(AuthorizeUrl.SCHEMA))
                        .refuses(NOT_CONNECTED)
                        .handles(call ->
                                changes.authorize(platform(call), visitor(call)).map(AuthorizeUrl::new)),
                managing(Endpoint.post(CONNECTION + "/check", "checkConnection", "Check and repair a connection"))
                        .doc(
                                "Tries credentials and tokens, and makes the subscriptions or the webhook if they are missing."
                                        + " The same happens each day and when a stream begins.")
                        .answers(Answer.of(Checked.SCHEMA))
                        .refuses(NOT_CONNECTED)
                        .handles(call -> changes.check(provider(call), visitor(call))
                                .map(checked -> new Checked(shown(call, checked.after()), checked.repaired()))),
                managing(Endpoint.delete(CONNECTION, "disconnectPlatform", "Disconnect"))
                        .doc("Erases credentials and tokens, deletes the subscriptions or the webhook at the provider,"
                                + " and revokes the tokens there. Its receiver answers 404 from then on.")
                        .answers(Answer.done(ConnectionChanges.Ended.SCHEMA))
                        .handles(call -> changes.end(provider(call), visitor(call))),
                managing(Endpoint.get(REWARDS, "listTwitchRewards", "List Twitch's rewards"))
                        .doc("The channel points rewards of the connected channel.")
                        .answers(Answer.list("rewards", ChannelReward.SCHEMA))
                        .refuses(NOT_CONNECTED, UNAVAILABLE)
                        .handles(call -> Outcome.of(asked(call, "list", rewards::all))),
                managing(Endpoint.post(REWARDS, "createTwitchReward", "Make a reward on Twitch"))
                        .doc("Twitch lets an app resolve only the redemptions of rewards that it created: those that"
                                + " are made here. A title can be used once, and the channel must have channel points.")
                        .body(NewChannelReward.SCHEMA)
                        .answers(Answer.created("reward", ChannelReward.SCHEMA))
                        .refuses(NOT_CONNECTED, UNAVAILABLE)
                        .handles(call -> Outcome.of(asked(call, "create", to -> rewards.create(to, call.body())))));
    }

    private static <T> void described(Field<T, String> authorizeUrl) {
        authorizeUrl
                .uri()
                .doc("An address at the platform. It can be used once, within ten minutes, in the session that asked"
                        + " for it.")
                .example(
                        "https://id.twitch.tv/oauth2/authorize?response_type=code&client_id=hof5gwx0su6owfnys0yan9c87zr6t");
    }

    private static Endpoint.Draft<Void, Void> managing(Endpoint.Draft<Void, Void> draft) {
        return draft.dashboard(SUPER_ADMIN);
    }

    /// The provider that a path names.
    private static Provider provider(AuthorizedCall<?> call) {
        return Provider.of(call.path("provider")).orElseThrow(() -> Problem.of(ErrorCode.NOT_FOUND));
    }

    /// The platform that a path names.
    private static Provider platform(AuthorizedCall<?> call) {
        Provider provider = provider(call);
        if (!provider.isPlatform()) {
            throw Problem.of(ErrorCode.NOT_FOUND);
        }
        return provider;
    }

    private Visitor visitor(AuthorizedCall<?> call) {
        return new Visitor(call.request().session(), PublicOrigin.of(authUrl, call.request()));
    }

    private List<ShownConnection> all(AuthorizedCall<?> call) {
        Map<Provider, ProviderConnection> there = connections.all(call.tenantId()).stream()
                .collect(Collectors.toMap(ProviderConnection::provider, Function.identity()));
        return Arrays.stream(Provider.values())
                .map(provider -> shown(call, provider, there.get(provider)))
                .toList();
    }

    private ShownConnection shown(AuthorizedCall<?> call, Provider provider, @Nullable ProviderConnection connection) {
        String id = connection == null ? connections.id(call.tenantId(), provider) : connection.id();
        return new ShownConnection(provider, id, PublicOrigin.of(authUrl, call.request()), connection);
    }

    private ShownConnection shown(AuthorizedCall<?> call, ProviderConnection connection) {
        return shown(call, connection.provider(), connection);
    }

    /// Asks Twitch about rewards, once for a request.
    private <T> T asked(AuthorizedCall<?> call, String name, Function<ProviderConnection, T> question) {
        ProviderConnection connection = connections.find(call.tenantId(), Provider.TWITCH);
        if (connection == null || !connection.isUsable()) {
            throw Problem.of(NOT_CONNECTED, "Connect Twitch first");
        }
        return call.externalCalls().once(new Asked(call.requestId(), name), () -> {
            try {
                return question.apply(connection);
            } catch (ProviderException.Refused refused) {
                throw refused(refused);
            } catch (ProviderException.Unavailable unavailable) {
                throw ConnectionChanges.unavailable(Provider.TWITCH);
            }
        });
    }

    /// A question about rewards. A request that adds one shows the list again if it was refused.
    private record Asked(String requestId, String name) {}

    private static Problem refused(ProviderException.Refused refused) {
        return switch (refused.status()) {
            case UNAUTHORIZED ->
                Problem.of(NOT_CONNECTED, "Twitch does not accept the authorization: connect Twitch again");
            case FORBIDDEN ->
                Problem.of(
                        BAD_REQUEST,
                        "Twitch refuses: channel points need an affiliate or a partner, and the scope"
                                + " channel:manage:redemptions");
            default ->
                Problem.badField(
                        "title",
                        "Twitch refuses this reward: each title can be used once, and a channel has"
                                + " at most 50 rewards");
        };
    }
}
