package streamerapi.platforms;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.bot.BotPresence;
import streamerapi.connections.AuthorizationFlow;
import streamerapi.connections.ConnectionHealth;
import streamerapi.connections.ConnectionRows;
import streamerapi.connections.Provider;
import streamerapi.connections.ProviderConnection;
import streamerapi.connections.Webhook;
import streamerapi.platforms.ScriptedPlatform.Call;
import streamerapi.platforms.ScriptedPlatform.Reply;
import streamerapi.shared.auth.Role;
import streamerapi.shared.auth.Session;
import streamerapi.shared.events.Outbox;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.json.Json;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.schema.Form;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.EffectKeys;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Write;
import streamerapi.stripe.StripeApi;
import streamerapi.stripe.StripeClient;
import streamerapi.stripe.StripeKey;
import streamerapi.timers.BotArrivals;
import streamerapi.timers.ChatTimers;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static streamerapi.connections.Provider.STRIPE;
import static streamerapi.connections.Provider.TWITCH;
import static streamerapi.platforms.ConnectionStage.CREDENTIALS;
import static streamerapi.platforms.ConnectionStage.TENANT;

/// The first checks of a connection, which are kept in the transaction that begins it.
class FirstChecksTest {

    private static final String ORIGIN = "https://api.example.com";
    private static final AuthorizationFlow.Visitor OWNER =
            new AuthorizationFlow.Visitor(new Session(TENANT, "u_1", "nova@example.com", Role.OWNER, "csrf"), ORIGIN);

    private final ConnectionStage stage = new ConnectionStage();
    private final Ids ids = new Ids(stage.clock);
    private final Outbox outbox = new Outbox(stage.table, ids, stage.clock);
    private final DueChecks checks = stage.platforms.checks(ORIGIN);

    @AfterEach
    void close() {
        stage.close();
    }

    /// The death of a process that has committed an authorization.
    private static final class Died extends Error {
        private static final long serialVersionUID = 1;
    }

    /// The platform is slow, so the process is ended before it has made the subscriptions.
    private record DyingHealth(ConnectionHealth health) implements ConnectionHealth {

        @Override
        public List<Write> firstChecks(ProviderConnection connection) {
            return health.firstChecks(connection);
        }

        @Override
        public void checkSoon(ProviderConnection connection) {
            health.checkSoon(connection);
        }

        @Override
        public Checked begin(ProviderConnection connection, URI webhookUrl) {
            throw new Died();
        }

        @Override
        public Checked check(ProviderConnection connection, URI webhookUrl) {
            return health.check(connection, webhookUrl);
        }

        @Override
        public boolean leave(ProviderConnection connection, URI webhookUrl) {
            return health.leave(connection, webhookUrl);
        }

        @Override
        public void revoked(ProviderConnection connection) {
            health.revoked(connection);
        }
    }

    private List<Row> kept(Provider provider, String number) {
        return stage.table.query(Query.of(EffectKeys.LATER, "2")).stream()
                .filter(row -> row.key().sort().endsWith("#connection_check#" + provider.label() + "#" + number))
                .toList();
    }

    private void handleSoonCheck(Provider provider) {
        assertThat(kept(provider, "0")).hasSize(1);
        Row soon = kept(provider, "2").getFirst();
        Duration until = Duration.between(stage.clock.instant(), soon.get(Attribute.time("due")));
        assertThat(until).isBetween(Duration.ofMinutes(10), Duration.ofMinutes(20));
        handle(soon);
    }

    private void handle(Row row) {
        stage.clock.advance(Duration.between(stage.clock.instant(), row.get(Attribute.time("due"))));
        Map<String, ?> message =
                Json.readObject(row.get(Attribute.text("message")).getBytes(StandardCharsets.UTF_8));
        checks.goOn(Json.asObject(message.get(DueChecks.TASK)));
    }

    @Test
    void anAuthorizationWhoseProcessDiesBeforeItsSubscriptionsAreMadeIsRepairedSoon() {
        TwitchScript twitch = new TwitchScript(stage);
        stage.server.on(
                TwitchScript.TOKEN,
                call -> call.form("grant_type").equals("client_credentials")
                        ? Reply.json(Map.of("access_token", "app-1", "expires_in", 5_000_000))
                        : Reply.json(Map.of(
                                "access_token",
                                "access-1",
                                "refresh_token",
                                "refresh-1",
                                "expires_in",
                                14_400,
                                "scope",
                                List.copyOf(ConnectionStage.TWITCH_SCOPES))));
        AuthorizationFlow flow = new AuthorizationFlow(
                stage.table,
                ConnectionStage.cipher(),
                stage.platforms.clients(),
                new DyingHealth(stage.platforms.health()),
                new BotArrivals(
                        new BotPresence(stage.table),
                        new ChatTimers(stage.table, ids, stage.clock, () -> new Random(1))),
                stage.clock);
        URI authorize = ConnectionRows.authorizing(
                stage.table,
                flow,
                ConnectionRows.begun(stage.table, stage.connections, TENANT, TWITCH, CREDENTIALS),
                OWNER);
        String state = Objects.requireNonNull(
                        Form.parse(authorize.getRawQuery()).get("state"))
                .getFirst();

        assertThatThrownBy(() -> outbox.commit(
                        TENANT, null, () -> flow.end(TWITCH, OWNER, new AuthorizationFlow.Back(state, "code-1", null))))
                .isInstanceOf(Died.class);
        assertThat(stage.status(TWITCH).label()).isEqualTo("degraded");
        assertThat(twitch.enabled()).isEmpty();

        handleSoonCheck(TWITCH);
        assertThat(twitch.enabled()).hasSize(10);
        assertThat(stage.status(TWITCH).label()).isEqualTo("connected");
    }

    /// Stripe's webhook endpoints, by their ids.
    private final Map<String, String> endpoints = new ConcurrentHashMap<>();

    private void stripe() {
        String path = "/v1/webhook_endpoints";
        AtomicInteger made = new AtomicInteger();
        stage.server.on(
                "GET " + path,
                call -> Reply.json(Map.of(
                        "data",
                        endpoints.entrySet().stream()
                                .map(each -> endpoint(each.getKey(), each.getValue()))
                                .toList())));
        stage.server.on("POST " + path, call -> {
            String id = "we_" + made.incrementAndGet();
            endpoints.put(id, call.form("url"));
            stage.server.on("DELETE " + path + "/" + id, gone -> deleted(gone, id));
            return Reply.json(endpoint(id, call.form("url")));
        });
    }

    private Reply deleted(Call call, String id) {
        return endpoints.remove(id) == null ? Reply.of(404, "{}") : Reply.json(Map.of("deleted", call.path()));
    }

    private static Map<String, Object> endpoint(String id, String url) {
        Map<String, Object> endpoint = new LinkedHashMap<>();
        endpoint.put("id", id);
        endpoint.put("url", url);
        endpoint.put("status", "enabled");
        endpoint.put("api_version", "2026-07-29.dahlia");
        endpoint.put("enabled_events", List.of("*"));
        endpoint.put("secret", "whsec_of_" + id);
        return endpoint;
    }

    @ParameterizedTest
    @ValueSource(ints = {403, 503})
    void aConnectionWhoseWebhookARequestInVainHasDeletedIsRepairedSoon(int status) {
        stripe();
        outbox.commit(TENANT, null, entering());
        String create = "POST /v1/webhook_endpoints";
        stage.server.on(create, call -> Reply.of(status, "{}"));
        assertThatThrownBy(this::entering).isInstanceOf(Problem.class);
        assertThat(endpoints).isEmpty();

        stripe();
        handle(kept(STRIPE, "1").getFirst());
        assertThat(endpoints).hasSize(1);
        assertThat(stage.connection(STRIPE).webhook())
                .isEqualTo(new Webhook(endpoints.keySet().iterator().next(), true));
    }

    private Outcome<ProviderConnection> entering() {
        return ConnectionRows.entering(
                stage.connections,
                new StripeClient(new StripeApi(stage.server.url(), stage.clock)),
                stage.platforms.health(),
                OWNER,
                new StripeKey("sk_test_1"),
                stage.clock);
    }

    @Test
    void aWebhookThatASecondClickReplacedIsRepairedSoon() {
        stripe();
        Outcome<ProviderConnection> first = entering();
        Outcome<ProviderConnection> second = entering();
        outbox.commit(TENANT, null, first);
        assertThat(second.value().webhook())
                .as("not committed: the first one has answered")
                .isNotNull();
        assertThat(endpoints).containsOnlyKeys("we_2");
        assertThat(stage.connection(STRIPE).webhook()).isEqualTo(new Webhook("we_1", true));

        handleSoonCheck(STRIPE);
        assertThat(endpoints).containsOnlyKeys("we_3");
        assertThat(stage.connection(STRIPE).webhook()).isEqualTo(new Webhook("we_3", true));
        assertThat(stage.connections.hookSecret(stage.connection(STRIPE))).isEqualTo("whsec_of_we_3");
    }
}
