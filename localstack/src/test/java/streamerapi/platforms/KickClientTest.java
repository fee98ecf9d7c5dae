package streamerapi.platforms;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.connections.ConnectionHealth.Checked;
import streamerapi.connections.ConnectionStatus.Connected;
import streamerapi.connections.ConnectionStatus.Defect;
import streamerapi.connections.ConnectionStatus.Degraded;
import streamerapi.connections.ConnectionStatus.Disconnected;
import streamerapi.connections.ConnectionStatus.Ending;
import streamerapi.connections.PlatformClient;
import streamerapi.connections.PlatformSubscription;
import streamerapi.connections.ProviderAccount;
import streamerapi.connections.ProviderConnection;
import streamerapi.connections.ProviderException;
import streamerapi.connections.Tokens;
import streamerapi.platforms.ScriptedPlatform.Call;
import streamerapi.platforms.ScriptedPlatform.Reply;

import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static streamerapi.connections.Provider.KICK;
import static streamerapi.platforms.ConnectionStage.ACCOUNT;
import static streamerapi.platforms.ConnectionStage.CREDENTIALS;
import static streamerapi.platforms.ConnectionStage.KICK_SCOPES;

@NullMarked
class KickClientTest {

    private static final String TOKEN = "POST /oauth/token";
    private static final String USERS = "GET /public/v1/users";
    private static final String LIST = "GET /public/v1/events/subscriptions";
    private static final String CREATE = "POST /public/v1/events/subscriptions";
    private static final String DELETE = "DELETE /public/v1/events/subscriptions";
    private static final URI WEBHOOK = URI.create("https://api.example.com/hooks/kick/con_1");
    private static final URI REDIRECT = URI.create("https://api.example.com/dashboard/connections/kick/callback");

    private static final List<String> TYPES = List.of(
            "channel.followed",
            "channel.subscription.new",
            "channel.subscription.renewal",
            "channel.subscription.gifts",
            "kicks.gifted",
            "chat.message.sent",
            "livestream.status.updated");

    private final ConnectionStage stage = new ConnectionStage();

    @BeforeEach
    void script() {
        stage.rotate(TOKEN);
        stage.server.on(
                USERS,
                call -> call.header("authorization").startsWith("Bearer access-")
                        ? Reply.json(Map.of("data", List.of(Map.of("user_id", 12345, "name", "NovaPlays"))))
                        : Reply.of(401, "{}"));
        stage.server.on(LIST, call -> Reply.json(Map.of("data", List.of())));
        stage.server.on(CREATE, call -> made(call, ""));
        stage.server.on(DELETE, call -> Reply.of(204, ""));
    }

    @AfterEach
    void close() {
        stage.close();
    }

    private PlatformClient client() {
        return Objects.requireNonNull(stage.platforms.clients().get(KICK));
    }

    private Checked check() {
        return stage.platforms.health().check(stage.connection(KICK), WEBHOOK);
    }

    /// @param refused the type that Kick refuses
    private static Reply made(Call call, String refused) {
        List<Map<String, Object>> events = new ArrayList<>();
        for (Object event : (List<?>) Objects.requireNonNull(call.json().get("events"))) {
            String name = (String) Objects.requireNonNull(((Map<?, ?>) event).get("name"));
            events.add(
                    name.equals(refused)
                            ? Map.of("name", name, "version", 1, "error", "not allowed")
                            : Map.of("name", name, "version", 1, "subscription_id", "sub-" + name));
        }
        return Reply.json(Map.of("data", events, "message", "OK"));
    }

    private static Map<String, Object> listed(String id, String type, long broadcaster) {
        return Map.of("id", id, "event", type, "version", 1, "broadcaster_user_id", broadcaster, "method", "webhook");
    }

    @ParameterizedTest
    @CsvSource({"true, 2026-03-01T18:00:00Z, 2026-03-01T18:00:00Z", "false, 0001-01-01T00:00:00Z, "})
    void aChannelTellsItsStream(boolean isLive, String startTime, @Nullable Instant since) {
        stage.server.on(
                "GET /public/v1/channels",
                call -> call.header("authorization").equals("Bearer access-1")
                                && "12345".equals(call.query().get("broadcaster_user_id"))
                        ? Reply.json(Map.of(
                                "data", List.of(Map.of("stream", Map.of("is_live", isLive, "start_time", startTime)))))
                        : Reply.of(401, "{}"));

        assertThat(client().stream(CREDENTIALS, "access-1", ACCOUNT).since()).isEqualTo(since);
    }

    @Test
    void theAuthorizationHasAChallenge() {
        URI address = client().authorizeUrl(CREDENTIALS, REDIRECT, client().scopes(), "state-1", "challenge-1");
        assertThat(address.toString())
                .startsWith(stage.server.url() + "/oauth/authorize?response_type=code&client_id=client-1")
                .contains("&scope=user%3Aread+channel%3Aread+events%3Asubscribe+chat%3Awrite+kicks%3Aread")
                .endsWith("&state=state-1&code_challenge=challenge-1&code_challenge_method=S256");
        assertThat(client().hasPkce()).isTrue();
    }

    @Test
    void aCodeIsExchangedWithItsVerifier() {
        stage.server.on(
                TOKEN,
                call -> Reply.json(Map.of(
                        "access_token",
                        "a",
                        "refresh_token",
                        "r",
                        "expires_in",
                        "7200",
                        "scope",
                        "user:read chat:write")));
        Tokens tokens = client().exchange(CREDENTIALS, "code-1", REDIRECT, "verifier-1");

        assertThat(tokens.scopes()).containsExactlyInAnyOrder("user:read", "chat:write");
        assertThat(tokens.endsAt()).isAfter(stage.clock.instant().plusSeconds(7100));
        Call call = stage.server.calls(TOKEN).getFirst();
        assertThat(call.header("content-type")).isEqualTo("application/x-www-form-urlencoded");
        assertThat(call.form("grant_type")).isEqualTo("authorization_code");
        assertThat(call.form("code")).isEqualTo("code-1");
        assertThat(call.form("code_verifier")).isEqualTo("verifier-1");
        assertThat(call.form("redirect_uri")).isEqualTo(REDIRECT.toString());

        stage.server.on(TOKEN, refused -> Reply.of(400, "{\"error\":\"Invalid request\"}"));
        assertThatThrownBy(() -> client().exchange(CREDENTIALS, "code-2", REDIRECT, "verifier-1"))
                .isInstanceOf(ProviderException.Refused.class);
    }

    @Test
    void anIdIsAWholeNumber() {
        stage.server.on(
                USERS,
                call -> Reply.json(Map.of("data", List.of(Map.of("user_id", 123456789012L, "name", "NovaPlays")))));
        assertThat(client().account(CREDENTIALS, "access-1"))
                .isEqualTo(new ProviderAccount("123456789012", "novaplays", "NovaPlays"));
    }

    @Test
    void allThatIsMissingIsMadeInOneRequestByTheStreamersToken() {
        stage.connected(KICK);
        Checked checked = check();

        assertThat(checked.after().status()).isEqualTo(new Connected());
        assertThat(checked.repaired()).containsExactlyElementsOf(TYPES);
        assertThat(stage.server.calls(CREATE)).hasSize(1);
        Call call = stage.server.calls(CREATE).getFirst();
        assertThat(call.header("authorization")).isEqualTo("Bearer access-1");
        assertThat(call.json())
                .containsEntry("broadcaster_user_id", new BigDecimal(12345))
                .containsEntry("method", "webhook");
        assertThat((List<?>) call.json().get("events"))
                .hasSize(7)
                .first()
                .isEqualTo(Map.of("name", "channel.followed", "version", BigDecimal.ONE));
    }

    @Test
    void doublesAreDeletedAndOtherChannelsLeftAlone() {
        stage.connected(KICK);
        List<Map<String, Object>> all = new ArrayList<>();
        TYPES.forEach(type -> all.add(listed("sub-" + type, type, 12345)));
        all.add(listed("double", "channel.followed", 12345));
        all.add(listed("another", "channel.followed", 999));
        all.add(listed("untaken", "moderation.banned", 12345));
        stage.server.on(LIST, call -> Reply.json(Map.of("data", all)));

        assertThat(check().repaired()).isEmpty();
        assertThat(stage.server.calls(DELETE))
                .extracting(call -> call.query().get("id"))
                .containsExactly("double");
        assertThat(stage.server.calls(CREATE)).isEmpty();
    }

    @Test
    void aTypeThatKickRefusesIsMissing() {
        stage.connected(KICK);
        stage.server.on(CREATE, call -> made(call, "kicks.gifted"));

        Checked checked = check();
        assertThat(checked.repaired()).hasSize(6).doesNotContain("kicks.gifted");
        assertThat(checked.after().status()).isEqualTo(new Degraded(Defect.SUBSCRIPTION_MISSING));
        assertThat(checked.after().subscriptions())
                .contains(new PlatformSubscription("kicks.gifted", PlatformSubscription.State.MISSING));
    }

    @Test
    void withoutTheScopeOfSubscriptionsNoneIsAskedForAndTheScopeIsMissing() {
        stage.connected(KICK, Set.of("user:read", "channel:read", "chat:write"));
        stage.server.on(LIST, call -> Reply.of(403, "{}"));

        Checked checked = check();
        assertThat(checked.after().status()).isEqualTo(new Degraded(Defect.MISSING_SCOPE));
        assertThat(checked.after().subscriptions())
                .hasSize(7)
                .allSatisfy(each -> assertThat(each.state()).isEqualTo(PlatformSubscription.State.MISSING));
        assertThat(stage.server.calls(LIST)).isEmpty();
    }

    @Test
    void aRefusedTokenIsRefreshedAndARefusedRefreshEndsTheConnection() {
        stage.connected(KICK);
        stage.server.on(
                USERS,
                call -> call.header("authorization").equals("Bearer access-1")
                        ? Reply.of(401, "{}")
                        : Reply.json(Map.of("data", List.of(Map.of("user_id", 12345, "name", "NovaPlays")))));
        assertThat(check().after().status()).isEqualTo(new Connected());
        assertThat(Objects.requireNonNull(stage.tokens(KICK)).scopes()).isEqualTo(KICK_SCOPES);

        stage.server.on(USERS, call -> Reply.of(401, "{}"));
        stage.server.on(
                TOKEN,
                call -> call.form("grant_type").equals("refresh_token")
                        ? Reply.of(400, "{}")
                        : Reply.json(Map.of("access_token", "app-1")));
        assertThat(check().after().status()).isEqualTo(new Disconnected(Ending.TOKEN_REFUSED));
        assertThat(stage.warnings()).containsExactly("kick token_refused");
    }

    @ParameterizedTest
    @ValueSource(strings = {LIST, CREATE})
    void aTokenThatIsRefusedForTheSubscriptionsAloneEndsTheConnection(String route) {
        stage.connected(KICK);
        stage.server.on(route, call -> Reply.of(401, "{}"));
        stage.server.on(
                TOKEN,
                call -> call.form("grant_type").equals("refresh_token")
                        ? Reply.of(400, "{}")
                        : Reply.json(Map.of("access_token", "app-1")));

        for (int n = 0; n < 2; n++) {
            assertThat(check().after().status()).isEqualTo(new Disconnected(Ending.TOKEN_REFUSED));
        }
        assertThat(stage.tokens(KICK)).isNull();
        assertThat(stage.warnings()).containsExactly("kick token_refused");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"data\":[]}", "{\"data\":[{\"name\":\"NovaPlays\"}]}"})
    void anAccountThatCannotBeReadIsUnreachable(String answer) {
        stage.connected(KICK);
        stage.server.on(USERS, call -> Reply.of(200, answer));
        assertThat(check().after().status()).isEqualTo(new Degraded(Defect.UNREACHABLE));
    }

    @Test
    void aDoubledSubscriptionThatKickDoesNotDeleteIsADefect() {
        ProviderConnection connection = stage.connected(KICK);
        stage.server.on(
                LIST,
                call -> Reply.json(Map.of(
                        "data",
                        List.of(listed("one", "channel.followed", 12345), listed("two", "channel.followed", 12345)))));
        stage.server.on(DELETE, call -> Reply.of(403, "{}"));
        assertThat(check().after().status()).isEqualTo(new Degraded(Defect.SUBSCRIPTION_MISSING));
        assertThat(stage.platforms.health().leave(connection, WEBHOOK)).isFalse();
    }

    @Test
    void aCodeThatBringsNoRefreshTokenConnectsNothing() {
        stage.server.on(TOKEN, call -> Reply.json(Map.of("access_token", "a", "expires_in", 7200)));
        assertThatThrownBy(() -> client().exchange(CREDENTIALS, "code-1", REDIRECT, "verifier-1"))
                .isInstanceOf(ProviderException.Unavailable.class);
    }

    @Test
    void leavingWithoutATokenTellsThatItWasNotRevoked() {
        ProviderConnection connection = stage.connected(KICK);
        stage.clock.advance(Duration.ofHours(2));
        stage.server.on(TOKEN, call -> Reply.of(400, "{}"));
        assertThat(stage.platforms.health().leave(connection, WEBHOOK)).isFalse();
        assertThat(stage.server.routes()).containsExactly(TOKEN);
    }

    @Test
    void leavingDeletesTheSubscriptionsAndRevokesBothTokens() {
        ProviderConnection connection = stage.connected(KICK);
        stage.server.on(LIST, call -> Reply.json(Map.of("data", List.of(listed("sub-1", "channel.followed", 12345)))));
        stage.server.on("POST /oauth/revoke", call -> Reply.of(200, "OK"));

        assertThat(stage.platforms.health().leave(connection, WEBHOOK)).isTrue();
        assertThat(stage.server.calls(DELETE)).hasSize(1);
        assertThat(stage.server.calls("POST /oauth/revoke"))
                .extracting(
                        call -> call.query().get("token") + " " + call.query().get("token_hint_type"))
                .containsExactly("access-1 access_token", "refresh-1 refresh_token");
    }
}
