package streamerapi.platforms;

import org.jspecify.annotations.Nullable;
import streamerapi.bot.BotPresence;
import streamerapi.connections.ConnectionHealth;
import streamerapi.connections.ConnectionStatus;
import streamerapi.connections.ManagedRewards;
import streamerapi.connections.OwnLines;
import streamerapi.connections.PlatformClient;
import streamerapi.connections.PlatformEffects;
import streamerapi.connections.Provider;
import streamerapi.connections.ProviderConnection;
import streamerapi.connections.ProviderConnections;
import streamerapi.connections.ProviderException;
import streamerapi.connections.RewardsClient;
import streamerapi.connectors.Connectors;
import streamerapi.effects.EffectTransport;
import streamerapi.kick.KickApi;
import streamerapi.kick.KickClient;
import streamerapi.kick.KickEffects;
import streamerapi.shared.events.Outbox;
import streamerapi.shared.secrets.SecretCipher;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Table;
import streamerapi.shared.tasks.Host;
import streamerapi.timers.BotArrivals;
import streamerapi.timers.ChatTimers;
import streamerapi.twitch.TwitchApi;
import streamerapi.twitch.TwitchClient;
import streamerapi.twitch.TwitchEffects;
import streamerapi.twitch.TwitchRewards;

import java.time.InstantSource;
import java.util.Map;
import java.util.function.Function;

/// The platforms' clients, and what is built of them: tokens, checks, and the way to the platforms.
public final class Platforms {

    private static final int UNAUTHORIZED = 401;

    private final Map<Provider, PlatformClient> clients;
    private final ProviderConnections connections;
    private final ConnectionCheck check;
    private final CheckSchedule schedule;
    private final Processors processors;
    private final KeptRewards rewards;
    private final SentLines lines;
    private final EffectTransport transport;
    private final StatusChanges changes;

    /// The platforms of a function.
    ///
    /// @param variables the function's environment variables by name: `TWITCH_API_URL`, `TWITCH_AUTH_URL`,
    /// `KICK_API_URL`, `KICK_AUTH_URL`, and those of [Processors] and [Connectors]
    Platforms(
            Table table,
            Outbox outbox,
            Ids ids,
            SecretCipher cipher,
            InstantSource clock,
            Function<String, @Nullable String> variables) {
        Function<String, String> addresses = address(variables);
        TwitchApi twitch = new TwitchApi(addresses.apply("TWITCH_API_URL"), addresses.apply("TWITCH_AUTH_URL"), clock);
        KickApi kick = new KickApi(addresses.apply("KICK_API_URL"), addresses.apply("KICK_AUTH_URL"), clock);
        this.clients = Map.of(Provider.TWITCH, new TwitchClient(twitch), Provider.KICK, new KickClient(kick));
        this.connections = new ProviderConnections(table, cipher);
        BotArrivals bot = new BotArrivals(new BotPresence(table), new ChatTimers(table, ids, clock, Host::random));
        this.changes = new StatusChanges(connections, outbox, bot, clock);
        this.processors = Processors.of(table, cipher, clock, variables);
        AccessTokens tokens = new AccessTokens(connections, clients, changes, clock);
        this.schedule = new CheckSchedule(table, clock);
        this.check = new ConnectionCheck(
                connections,
                clients,
                new ProcessorCheck(connections, processors.clients(), clock),
                tokens,
                changes,
                schedule,
                clock);
        this.rewards = new KeptRewards(new TwitchRewards(twitch), tokens, clock);
        this.lines = new SentLines(table, clock);
        Map<Provider, PlatformEffects> effects =
                Map.of(Provider.TWITCH, new TwitchEffects(twitch), Provider.KICK, new KickEffects(kick));
        this.transport = new ProviderTransport(
                connections,
                effects,
                tokens,
                lines,
                new ProcessorTransport(
                        connections, processors, changes, new Connectors(table, cipher, clock, variables)));
    }

    /// The platforms' addresses: those of the variables, or the platforms' own.
    private static Function<String, String> address(Function<String, @Nullable String> variables) {
        Map<String, String> own = Map.of(
                "TWITCH_API_URL", "https://api.twitch.tv",
                "TWITCH_AUTH_URL", "https://id.twitch.tv",
                "KICK_API_URL", "https://api.kick.com",
                "KICK_AUTH_URL", "https://id.kick.com");
        return name -> {
            String address = variables.apply(name);
            return address == null || address.isEmpty() ? own.getOrDefault(name, "") : address;
        };
    }

    /// The client of each platform.
    public Map<Provider, PlatformClient> clients() {
        return clients;
    }

    /// The payment processors.
    public Processors processors() {
        return processors;
    }

    /// Notes that a processor has refused to take a donor's payment, unless the streamer has entered other credentials
    /// meanwhile. Without good credentials the connection ends; if they are good, its account may not take payments.
    public void paymentRefused(ProviderConnection connection, ProviderException.Refused refused) {
        ConnectionStatus degraded = new ConnectionStatus.Degraded(ConnectionStatus.Defect.PAYMENTS_REFUSED);
        if (refused.status() == UNAUTHORIZED) {
            changes.end(connection, ConnectionStatus.Ending.INVALID_CREDENTIALS);
        } else if (!connection.status().equals(degraded)) {
            changes.write(
                    connection,
                    now -> now.status() instanceof ConnectionStatus.Disconnected ? now : now.with(degraded));
        }
    }

    /// The checks of connections.
    public ConnectionHealth health() {
        return check;
    }

    /// The checks that are due.
    ///
    /// @param authUrl the address of the service, at which its receivers are
    public DueChecks checks(String authUrl) {
        return new DueChecks(connections, check, schedule, authUrl);
    }

    /// The way to the platforms, and to the connectors.
    public EffectTransport transport() {
        return transport;
    }

    /// The rewards that viewers redeem.
    public RewardsClient rewards() {
        return rewards;
    }

    /// The rewards that the service manages.
    public ManagedRewards managedRewards() {
        return rewards;
    }

    /// The lines that the service said.
    public OwnLines ownLines() {
        return lines;
    }
}
