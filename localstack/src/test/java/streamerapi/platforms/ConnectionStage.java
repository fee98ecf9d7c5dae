package streamerapi.platforms;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import streamerapi.checkouts.Checkout;
import streamerapi.checkouts.Checkouts;
import streamerapi.checkouts.NewCheckout;
import streamerapi.checkouts.StartedCheckout;
import streamerapi.connections.ApplicationCredentials;
import streamerapi.connections.ConnectionRows;
import streamerapi.connections.ConnectionStatus;
import streamerapi.connections.ProcessorClient;
import streamerapi.connections.Provider;
import streamerapi.connections.ProviderAccount;
import streamerapi.connections.ProviderConnection;
import streamerapi.connections.ProviderConnections;
import streamerapi.connections.Tokens;
import streamerapi.connections.Webhook;
import streamerapi.platforms.ScriptedPlatform.Call;
import streamerapi.platforms.ScriptedPlatform.Reply;
import streamerapi.service.TestClock;
import streamerapi.shared.connectors.Processor;
import streamerapi.shared.effects.Effect;
import streamerapi.shared.effects.EffectAction;
import streamerapi.shared.effects.EffectResult;
import streamerapi.shared.events.Outbox;
import streamerapi.shared.json.Json;
import streamerapi.shared.secrets.SecretCipher;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Table;
import streamerapi.simulation.MemoryTable;
import streamerapi.simulation.TableService;
import streamerapi.tips.HeldTip;

import java.math.BigDecimal;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/// A table in memory, a platform's server, and an account that is connected to it.
final class ConnectionStage implements AutoCloseable {

    static final String TENANT = "ten_0123456789abc";
    static final ApplicationCredentials CREDENTIALS = new ApplicationCredentials("client-1", "secret-1");
    static final ProviderAccount ACCOUNT = new ProviderAccount("12345", "novaplays", "novaplays");
    static final URI WEBHOOK = URI.create("https://api.example.com/hooks/twitch/con_0123456789abcdef");

    static final Set<String> TWITCH_SCOPES = Set.of(
            "moderator:read:followers",
            "channel:read:subscriptions",
            "bits:read",
            "channel:manage:redemptions",
            "user:read:chat",
            "user:write:chat",
            "user:bot",
            "channel:bot");
    static final Set<String> KICK_SCOPES =
            Set.of("user:read", "channel:read", "events:subscribe", "chat:write", "kicks:read");

    final ScriptedPlatform server = new ScriptedPlatform();
    final TestClock clock = new TestClock();
    final List<Map<String, AttributeValue>> inserted = new CopyOnWriteArrayList<>();
    final Table table = TableService.over(MemoryTable.ofInserts(inserted::add));
    final ProviderConnections connections = new ProviderConnections(table, cipher());
    final Platforms platforms = process();

    /// The platforms of another process.
    Platforms process() {
        Map<String, String> variables = Map.of(
                "TWITCH_API_URL", server.url(),
                "TWITCH_AUTH_URL", server.url(),
                "KICK_API_URL", server.url(),
                "KICK_AUTH_URL", server.url(),
                "STRIPE_API_URL", server.url(),
                "PAYPAL_API_URL", server.url());
        Ids ids = new Ids(clock);
        return new Platforms(table, new Outbox(table, ids, clock), ids, cipher(), clock, variables::get);
    }

    static SecretCipher cipher() {
        return new SecretCipher(() -> new LinkedHashMap<>(Map.of("k1", new byte[32])));
    }

    /// An account that is connected to a platform, with the tokens `access-1` and `refresh-1`, which end in an hour.
    ProviderConnection connected(Provider provider) {
        return connected(provider, provider == Provider.TWITCH ? TWITCH_SCOPES : KICK_SCOPES);
    }

    ProviderConnection connected(Provider provider, Set<String> scopes) {
        Tokens tokens = new Tokens("access-1", "refresh-1", clock.instant().plus(Duration.ofHours(1)), scopes);
        return ConnectionRows.connected(
                table, connections, TENANT, provider, CREDENTIALS, tokens, ACCOUNT, clock.instant());
    }

    /// An account that is connected to a payment processor, with a webhook `webhook-1`.
    ProviderConnection connected(Provider provider, Map<String, String> credentials) {
        ProcessorClient.Made made =
                new ProcessorClient.Made(new Webhook("webhook-1", true), "whsec_1", null, List.of(), List.of());
        return ConnectionRows.connected(table, connections, TENANT, provider, credentials, made, clock.instant());
    }

    /// The connection as it stands.
    ProviderConnection connection(Provider provider) {
        return Objects.requireNonNull(connections.find(TENANT, provider));
    }

    ConnectionStatus status(Provider provider) {
        return connection(provider).status();
    }

    @Nullable
    Tokens tokens(Provider provider) {
        return connections.tokens(connection(provider));
    }

    /// The reasons of the warnings that were raised, in order.
    List<String> warnings() {
        return inserted.stream()
                .filter(row -> Objects.requireNonNull(row.get("pk")).s().equals(Keys.events(TENANT)))
                .map(row -> Json.asObject(Json.readObject(
                                Objects.requireNonNull(row.get("body")).s().getBytes(StandardCharsets.UTF_8))
                        .get("data")))
                .filter(data -> "connection_degraded".equals(data.get("code")))
                .map(data -> data.get("provider") + " " + data.get("reason"))
                .toList();
    }

    /// Has a line said.
    EffectResult say(Platforms process, Provider provider, String text) {
        return process.transport()
                .carryOut(
                        TENANT,
                        new Effect(
                                "message:1",
                                EffectAction.CHAT_SEND,
                                Objects.requireNonNull(provider.connector()),
                                Map.of("message", text)));
    }

    /// Answers as a token endpoint that rotates: only the newest refresh token is taken, and the access token follows
    /// it.
    ///
    /// @param route `POST /oauth2/token`
    void rotate(String route) {
        server.on(route, this::token);
    }

    private Reply token(Call call) {
        if (call.form("grant_type").equals("client_credentials")) {
            return Reply.json(Map.of("access_token", "app-1", "expires_in", 5_000_000, "token_type", "bearer"));
        }
        long turn = server.calls(call.route()).stream()
                .filter(each -> each.form("grant_type").equals("refresh_token"))
                .count();
        return call.form("refresh_token").equals("refresh-" + turn)
                ? Reply.json(Map.of(
                        "access_token",
                        "access-" + (turn + 1),
                        "refresh_token",
                        "refresh-" + (turn + 1),
                        "expires_in",
                        14_400,
                        "token_type",
                        "bearer"))
                : Reply.of(400, "{\"status\":400,\"message\":\"Invalid refresh token\"}");
    }

    /// Begins a checkout by card at the processor.
    ///
    /// @param heldFor as of [NewCheckout]
    Checkout begun(HeldTip.@Nullable Reason heldFor) {
        Checkouts checkouts = platforms.processors().checkouts();
        StartedCheckout started = checkouts.start(
                TENANT,
                new NewCheckout(
                        "nova",
                        "request-0123456789abcdef-0123456789abcdef",
                        "Mira",
                        new BigDecimal("5"),
                        "USD",
                        "Hello",
                        null,
                        null,
                        Processor.CARD,
                        heldFor,
                        "Support Nova",
                        URI.create("https://api.example.com/tip/nova"),
                        token -> URI.create("https://api.example.com/tip/nova/status/" + token)));
        return Objects.requireNonNull(checkouts.find(TENANT, started.token()));
    }

    /// How many refreshes a token endpoint was asked for.
    long refreshes(String route) {
        return server.calls(route).stream()
                .filter(call -> call.form("grant_type").equals("refresh_token"))
                .count();
    }

    @Override
    public void close() {
        server.close();
    }
}
