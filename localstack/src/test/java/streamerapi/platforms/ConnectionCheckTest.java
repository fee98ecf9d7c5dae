package streamerapi.platforms;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.bot.BotPresence;
import streamerapi.bot.BotState;
import streamerapi.connections.ConnectionHealth.Checked;
import streamerapi.connections.ConnectionRows;
import streamerapi.connections.ConnectionStatus;
import streamerapi.connections.ConnectionStatus.Connected;
import streamerapi.connections.ConnectionStatus.Defect;
import streamerapi.connections.ConnectionStatus.Degraded;
import streamerapi.connections.ConnectionStatus.Disconnected;
import streamerapi.connections.ConnectionStatus.Ending;
import streamerapi.connections.PlatformSubscription;
import streamerapi.connections.ProviderConnection;
import streamerapi.platforms.ScriptedPlatform.Call;
import streamerapi.platforms.ScriptedPlatform.Reply;
import streamerapi.providers.ProviderCalls;
import streamerapi.shared.connectors.Platform;

import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

import static org.assertj.core.api.Assertions.assertThat;
import static streamerapi.connections.Provider.TWITCH;
import static streamerapi.platforms.ConnectionStage.TENANT;
import static streamerapi.platforms.ConnectionStage.WEBHOOK;
import static streamerapi.platforms.TwitchScript.CREATE;
import static streamerapi.platforms.TwitchScript.DELETE;
import static streamerapi.platforms.TwitchScript.LIST;
import static streamerapi.platforms.TwitchScript.REVOKE;
import static streamerapi.platforms.TwitchScript.TOKEN;
import static streamerapi.platforms.TwitchScript.VALIDATE;

@NullMarked
class ConnectionCheckTest {

    private static final List<String> TYPES = List.of(
            "channel.follow",
            "channel.subscribe",
            "channel.subscription.message",
            "channel.subscription.gift",
            "channel.cheer",
            "channel.raid",
            "channel.channel_points_custom_reward_redemption.add",
            "channel.chat.message",
            "stream.online",
            "stream.offline");

    /// Good answers.
    private static final Map<String, String> ANSWERS =
            Map.of(TOKEN, "{\"access_token\":\"app-1\"}", VALIDATE, "{\"user_id\":\"12345\"}", LIST, "{\"data\":[]}");

    private final ConnectionStage stage = new ConnectionStage();
    private final TwitchScript twitch = new TwitchScript(stage);

    @AfterEach
    void close() {
        stage.close();
    }

    private Checked check() {
        return stage.platforms.health().check(stage.connection(TWITCH), WEBHOOK);
    }

    private ConnectionStatus status() {
        return stage.status(TWITCH);
    }

    @Test
    void aChannelThatWasRenamedHasItsNewNameInTheConnectionAndInTheBotsStatus() {
        stage.connected(TWITCH);
        check();
        stage.server.on(VALIDATE, call -> Reply.json(Map.of("user_id", "12345", "login", "novaplayslive")));
        ProviderConnection after = check().after();

        assertThat(Objects.requireNonNull(after.account()).login()).isEqualTo("novaplayslive");
        assertThat(Objects.requireNonNull(stage.connection(TWITCH).account()).name())
                .isEqualTo("novaplayslive");
        BotState.OnPlatform bot = new BotPresence(stage.table).read(TENANT).on(Platform.ALPHA);
        assertThat(bot.channel()).isEqualTo("novaplayslive");
        assertThat(bot.login()).isEqualTo("novaplayslive");
    }

    @Test
    void allThatIsMissingIsMadeByTheApplicationsToken() {
        stage.connected(TWITCH);
        Checked checked = check();

        assertThat(checked.repaired()).containsExactlyElementsOf(TYPES);
        assertThat(checked.after().status()).isEqualTo(new Connected());
        assertThat(checked.after().subscriptions())
                .containsExactlyElementsOf(TYPES.stream()
                        .map(type -> new PlatformSubscription(type, PlatformSubscription.State.OK))
                        .toList());
        assertThat(checked.after().checkedAt()).isNotNull();
        Map<String, Map<String, @Nullable Object>> made = new HashMap<>();
        stage.server.calls(CREATE).forEach(call -> made.put((String) call.json().get("type"), call.json()));
        assertThat(made).hasSize(10);
        assertThat(made.get("channel.follow"))
                .containsEntry("version", "2")
                .extracting("condition")
                .isEqualTo(Map.of("broadcaster_user_id", "12345", "moderator_user_id", "12345"));
        assertThat(made.get("channel.raid"))
                .containsEntry("version", "1")
                .extracting("condition")
                .isEqualTo(Map.of("to_broadcaster_user_id", "12345"));
        assertThat(made.get("channel.chat.message"))
                .extracting("condition")
                .isEqualTo(Map.of("broadcaster_user_id", "12345", "user_id", "12345"));
        assertThat(made.get("stream.online"))
                .extracting("transport")
                .satisfies(transport -> assertThat((Map<?, ?>) transport)
                        .hasSize(3)
                        .satisfies(it -> {
                            assertThat(it.get("method")).isEqualTo("webhook");
                            assertThat(it.get("callback")).isEqualTo(WEBHOOK.toString());
                            assertThat((String) it.get("secret")).hasSizeBetween(32, 100);
                        }));
    }

    @Test
    void aCheckThatFindsAllMakesNothing() {
        stage.connected(TWITCH);
        check();
        stage.server.forget();

        assertThat(check().repaired()).isEmpty();
        assertThat(stage.server.calls(CREATE)).isEmpty();
        assertThat(stage.server.calls(DELETE)).isEmpty();
        assertThat(stage.server.calls(LIST)).hasSize(4);
        assertThat(stage.server.calls(TOKEN)).hasSize(1);
    }

    @Test
    void whatIsDeadDoubledOrForAnotherAddressIsReplaced() {
        stage.connected(TWITCH);
        check();
        Map<String, Object> follow = twitch.subscriptions.stream()
                .filter(each -> "channel.follow".equals(each.get("type")))
                .findFirst()
                .orElseThrow();
        twitch.add(follow, "enabled");
        twitch.change("channel.raid", "notification_failures_exceeded");
        Map<String, Object> elsewhere = new HashMap<>(follow);
        elsewhere.put("type", "channel.cheer");
        elsewhere.put("transport", Map.of("method", "webhook", "callback", "https://another.example.com/mine"));
        twitch.add(elsewhere, "enabled");
        Map<String, Object> earlier = new HashMap<>(follow);
        earlier.put(
                "transport", Map.of("method", "webhook", "callback", "https://old.example.com" + WEBHOOK.getPath()));
        twitch.add(earlier, "enabled");

        assertThat(check().repaired()).containsExactly("channel.raid");

        assertThat(stage.server.calls(DELETE)).hasSize(3);
        assertThat(twitch.subscriptions).hasSize(11);
        assertThat(twitch.subscriptions)
                .anySatisfy(each -> assertThat(each.get("transport")).isEqualTo(elsewhere.get("transport")));
        assertThat(status()).isEqualTo(new Connected());
        assertThat(stage.warnings()).isEmpty();
    }

    @Test
    void aSubscriptionThatIsThereAlreadyIsNoFault() {
        stage.connected(TWITCH);
        stage.server.on(CREATE, call -> Reply.of(409, "{\"message\":\"subscription already exists\"}"));

        Checked checked = check();
        assertThat(checked.repaired()).isEmpty();
        assertThat(checked.after().status()).isEqualTo(new Connected());
        assertThat(checked.after().subscriptions())
                .hasSameSizeAs(TYPES)
                .allSatisfy(each -> assertThat(each.state()).isEqualTo(PlatformSubscription.State.PENDING));
    }

    @Test
    void aSubscriptionThatTwitchRefusesIsMissingWithOneWarning() {
        stage.connected(TWITCH);
        stage.server.on(CREATE, call -> Reply.of(403, "{}"));
        for (int n = 0; n < 3; n++) {
            assertThat(check().after().status()).isEqualTo(new Degraded(Defect.SUBSCRIPTION_MISSING));
        }
        assertThat(stage.warnings()).containsExactly("twitch subscription_missing");

        new TwitchScript(stage);
        assertThat(check().after().status()).isEqualTo(new Connected());
        stage.server.on(LIST, call -> Reply.of(503, "{}"));
        assertThat(check().after().status()).isEqualTo(new Degraded(Defect.UNREACHABLE));
        assertThat(stage.warnings()).containsExactly("twitch subscription_missing", "twitch unreachable");
    }

    @Test
    void aTypeOfWhichTwitchHasTooManyIsMissingAndTheOthersAreMade() {
        stage.connected(TWITCH);
        stage.server.on(
                CREATE,
                call -> "channel.follow".equals(call.json().get("type")) ? Reply.of(429, "{}") : twitch.created(call));

        Checked checked = check();
        assertThat(checked.after().status()).isEqualTo(new Degraded(Defect.SUBSCRIPTION_MISSING));
        assertThat(checked.repaired()).hasSize(9).doesNotContain("channel.follow");
        assertThat(checked.after().subscriptions())
                .contains(new PlatformSubscription("channel.follow", PlatformSubscription.State.MISSING))
                .contains(new PlatformSubscription("channel.raid", PlatformSubscription.State.OK));
        assertThat(stage.warnings()).containsExactly("twitch subscription_missing");
    }

    @Test
    void anAddressThatTwitchCannotVerifyIsADefectUntilItIsVerified() {
        stage.connected(TWITCH);
        stage.server.on(CREATE, this::pending);
        assertThat(check().after().status()).isEqualTo(new Connected());
        TYPES.forEach(type -> twitch.change(type, "webhook_callback_verification_failed"));

        Checked checked = check();
        assertThat(checked.after().status()).isEqualTo(new Degraded(Defect.SUBSCRIPTION_MISSING));
        assertThat(checked.after().subscriptions())
                .hasSameSizeAs(TYPES)
                .allSatisfy(each -> assertThat(each.state()).isEqualTo(PlatformSubscription.State.MISSING));
        assertThat(stage.warnings()).containsExactly("twitch subscription_missing");

        TYPES.stream().skip(1).forEach(type -> stage.connections.noteVerified(TENANT, TWITCH, type));
        assertThat(status()).isEqualTo(new Degraded(Defect.SUBSCRIPTION_MISSING));
        stage.connections.noteVerified(TENANT, TWITCH, TYPES.getFirst());
        assertThat(status()).isEqualTo(new Connected());
    }

    private Reply pending(Call call) {
        Reply reply = twitch.created(call);
        twitch.change(String.valueOf(call.json().get("type")), "webhook_callback_verification_pending");
        return reply;
    }

    @Test
    void aSubscriptionThatWasRevokedIsSaidToBe() {
        stage.connected(TWITCH);
        check();
        twitch.change("channel.cheer", "authorization_revoked");
        stage.server.on(CREATE, call -> Reply.of(403, "{}"));

        assertThat(check().after().subscriptions())
                .contains(new PlatformSubscription("channel.cheer", PlatformSubscription.State.REVOKED))
                .contains(new PlatformSubscription("channel.raid", PlatformSubscription.State.OK));
        assertThat(status()).isEqualTo(new Degraded(Defect.SUBSCRIPTION_MISSING));
    }

    @Test
    void aScopeThatWasNotGrantedLeavesTheRestWorking() {
        stage.connected(TWITCH, Set.of("bits:read", "user:read:chat"));

        Checked checked = check();
        assertThat(checked.after().status()).isEqualTo(new Degraded(Defect.MISSING_SCOPE));
        assertThat(checked.repaired())
                .containsExactly(
                        "channel.cheer", "channel.raid", "channel.chat.message", "stream.online", "stream.offline");
        assertThat(checked.after().subscriptions())
                .contains(new PlatformSubscription("channel.follow", PlatformSubscription.State.MISSING));
        assertThat(stage.warnings()).containsExactly("twitch missing_scope");
    }

    @Test
    void credentialsThatAreRefusedEndTheConnectionAndNewOnesBringItBack() {
        stage.connected(TWITCH);
        stage.server.on(TOKEN, call -> Reply.of(403, "{}"));
        assertThat(check().after().status()).isEqualTo(new Disconnected(Ending.INVALID_CREDENTIALS));
        assertThat(isBotThere()).isFalse();
        assertThat(stage.warnings()).containsExactly("twitch invalid_credentials");

        stage.rotate(TOKEN);
        assertThat(check().after().status()).isEqualTo(new Connected());
        assertThat(isBotThere()).isTrue();
    }

    @Test
    void aConnectionThatHadEndedStaysSoIfThePlatformDoesNotAnswer() {
        stage.connected(TWITCH);
        stage.server.on(TOKEN, call -> Reply.of(403, "{}"));
        check();
        stage.server.on(TOKEN, call -> Reply.of(503, "{}"));
        assertThat(check().after().status()).isEqualTo(new Disconnected(Ending.INVALID_CREDENTIALS));
        assertThat(stage.warnings()).containsExactly("twitch invalid_credentials");
    }

    @ParameterizedTest
    @ValueSource(strings = {LIST, DELETE})
    void subscriptionsThatTwitchDoesNotShowOrDeleteAreMissing(String route) {
        stage.connected(TWITCH);
        check();
        twitch.change("channel.raid", "notification_failures_exceeded");
        stage.server.on(route, call -> Reply.of(403, "{}"));
        assertThat(check().after().status()).isEqualTo(new Degraded(Defect.SUBSCRIPTION_MISSING));
    }

    @Test
    void aTokenOfTheApplicationThatEndedIsAskedForAgainBeforeASubscriptionIsMade() {
        stage.connected(TWITCH);
        AtomicInteger refused = new AtomicInteger();
        Function<Call, Reply> create = twitch::created;
        stage.server.on(CREATE, call -> refused.incrementAndGet() == 1 ? Reply.of(401, "{}") : create.apply(call));
        assertThat(check().after().status()).isEqualTo(new Connected());
        assertThat(twitch.enabled()).containsExactlyInAnyOrderElementsOf(TYPES);
    }

    @Test
    void anAccountThatCannotBeReadIsUnreachable() {
        stage.connected(TWITCH);
        stage.server.on(VALIDATE, call -> Reply.json(Map.of("user_id", "12345")));
        assertThat(check().after().status()).isEqualTo(new Degraded(Defect.UNREACHABLE));
    }

    private boolean isBotThere() {
        return new BotPresence(stage.table).read(TENANT).on(Platform.ALPHA).isConnected();
    }

    @Test
    void aRefusedTokenIsRefreshedOnceAndThenEndsTheConnection() {
        stage.connected(TWITCH);
        stage.server.on(VALIDATE, call -> Reply.of(401, "{}"));

        assertThat(check().after().status()).isEqualTo(new Disconnected(Ending.TOKEN_REFUSED));
        assertThat(stage.refreshes(TOKEN)).isEqualTo(1);
        assertThat(stage.server.calls(VALIDATE)).hasSize(2);
        assertThat(stage.warnings()).containsExactly("twitch token_refused");
        assertThat(stage.tokens(TWITCH)).isNull();
    }

    /// A wrong address of a platform, which answers 404, or a firewall before it, which answers 403, would end the
    /// connections of all accounts: each streamer would have to allow them again.
    @ParameterizedTest
    @ValueSource(ints = {400, 403, 404, 405, 418})
    void anAnswerThatDoesNotSpeakOfTheTokenLeavesTheTokensToTheNextCheck(int status) {
        stage.connected(TWITCH);
        Function<Call, Reply> good = call -> Reply.json(Map.of("user_id", "12345", "login", "novaplays"));
        stage.server.on(VALIDATE, call -> Reply.of(status, "<html>Not here</html>"));

        assertThat(check().after().status()).isEqualTo(new Degraded(Defect.UNREACHABLE));
        assertThat(stage.tokens(TWITCH)).isNotNull();
        stage.server.on(VALIDATE, good);
        assertThat(check().after().status()).isEqualTo(new Connected());
    }

    @Test
    void aFirewallsPageInPlaceOfATokenIsNoRefusalOfTheCredentials() {
        stage.connected(TWITCH);
        check();
        stage.server.on(
                TOKEN,
                call -> new Reply(403, "<html>Blocked</html>", Map.of("Content-Type", "text/html; charset=UTF-8")));

        assertThat(check().after().status()).isEqualTo(new Degraded(Defect.UNREACHABLE));
        stage.rotate(TOKEN);
        assertThat(check().after().status()).isEqualTo(new Connected());
    }

    @Test
    void aTokenOfAnotherChannelEndsTheConnection() {
        stage.connected(TWITCH);
        stage.server.on(VALIDATE, call -> Reply.json(Map.of("user_id", "999", "login", "another")));

        assertThat(check().after().status()).isEqualTo(new Disconnected(Ending.TOKEN_REFUSED));
        assertThat(stage.server.calls(CREATE)).isEmpty();
    }

    @Test
    void aPlatformThatDoesNotAnswerIsUnreachable() {
        stage.connected(TWITCH);
        check();
        for (String route : List.of(TOKEN, VALIDATE, LIST)) {
            new TwitchScript(stage);
            stage.server.on(route, call -> Reply.of(500, "{}"));
            Checked checked = check();
            assertThat(checked.after().status()).as(route).isEqualTo(new Degraded(Defect.UNREACHABLE));
            assertThat(checked.after().subscriptions()).hasSize(10);
        }
        assertThat(stage.warnings()).containsExactly("twitch unreachable");
    }

    @Test
    void aConnectionThatWasNotAllowedHasItsCredentialsTriedAlone() {
        ConnectionRows.begun(stage.table, stage.connections, TENANT, TWITCH, ConnectionStage.CREDENTIALS);
        assertThat(check().after().status()).isEqualTo(new Disconnected(Ending.AUTHORIZATION_NEEDED));
        assertThat(stage.server.routes()).containsExactly(TOKEN);

        stage.server.on(TOKEN, call -> Reply.of(400, "{}"));
        assertThat(check().after().status()).isEqualTo(new Disconnected(Ending.INVALID_CREDENTIALS));
        stage.server.on(TOKEN, call -> Reply.of(503, "{}"));
        assertThat(check().after().status()).as("as it was").isEqualTo(new Disconnected(Ending.INVALID_CREDENTIALS));
        stage.rotate(TOKEN);
        assertThat(check().after().status()).isEqualTo(new Disconnected(Ending.AUTHORIZATION_NEEDED));
        assertThat(stage.warnings()).isEmpty();
    }

    @Test
    void aRevocationIsToldOnceHoweverOftenItComes() {
        stage.connected(TWITCH);
        ProviderConnection connection = check().after();
        for (int n = 0; n < 3; n++) {
            stage.platforms.health().revoked(connection);
        }
        assertThat(status()).isEqualTo(new Disconnected(Ending.AUTHORIZATION_REVOKED));
        assertThat(stage.tokens(TWITCH)).isNull();
        assertThat(stage.warnings()).containsExactly("twitch authorization_revoked");
        assertThat(stage.connection(TWITCH).subscriptions())
                .isNotEmpty()
                .allMatch(subscription -> subscription.state() == PlatformSubscription.State.REVOKED);
        assertThat(check().after().status()).isEqualTo(new Disconnected(Ending.AUTHORIZATION_REVOKED));
    }

    @Test
    void aCheckLeavesAConnectionAloneThatWasEndedMeanwhile() {
        stage.connected(TWITCH);
        stage.server.on(VALIDATE, call -> {
            ConnectionRows.erase(stage.table, stage.connections, stage.connection(TWITCH));
            return Reply.of(500, "{}");
        });
        check();
        assertThat(stage.connections.find(TENANT, TWITCH)).isNull();
        assertThat(stage.warnings()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        TOKEN + ",200",
        TOKEN + ",500",
        VALIDATE + ",200",
        VALIDATE + ",401",
        VALIDATE + ",500",
        LIST + ",200",
        LIST + ",403",
        LIST + ",500"
    })
    void aConnectionWhoseAuthorizationIsRevokedDuringItsCheckStaysEnded(String route, int status) {
        ProviderConnection connection = stage.connected(TWITCH);
        stage.server.on(route, call -> {
            stage.platforms.health().revoked(connection);
            return Reply.of(status, ANSWERS.get(route));
        });

        assertThat(check().after().status()).isEqualTo(new Disconnected(Ending.AUTHORIZATION_REVOKED));
        assertThat(status()).isEqualTo(new Disconnected(Ending.AUTHORIZATION_REVOKED));
        assertThat(isBotThere()).isFalse();
        assertThat(stage.warnings()).containsExactly("twitch authorization_revoked");
    }

    @Test
    void aNewConnectionReplacesTheSubscriptionsOfTheSameAddress() {
        ProviderConnection connection = stage.connected(TWITCH);
        check();
        stage.server.forget();

        assertThat(stage.platforms.health().begin(connection, WEBHOOK).repaired())
                .hasSize(10);
        assertThat(stage.server.calls(DELETE)).hasSize(10);
        assertThat(twitch.enabled()).containsExactlyInAnyOrderElementsOf(TYPES);
    }

    @Test
    void subscriptionsThatAnEarlierConnectionCouldNotDeleteAreReplacedBecauseTheyHaveItsSecret() {
        stage.connected(TWITCH);
        check();
        stage.clock.advance(Duration.ofMinutes(1));
        ProviderConnection connection = stage.connected(TWITCH);
        stage.server.on(DELETE, call -> Reply.of(503, "{}"));
        assertThat(stage.platforms.health().begin(connection, WEBHOOK).after().status())
                .isEqualTo(new Degraded(Defect.UNREACHABLE));

        stage.server.on(DELETE, twitch::deleted);
        assertThat(check().repaired()).hasSize(10);
        assertThat(check().repaired()).isEmpty();
        assertThat(twitch.subscriptions)
                .hasSize(10)
                .allSatisfy(each -> assertThat(String.valueOf(each.get("transport")))
                        .contains(String.valueOf(stage.connections.hookSecret(stage.connection(TWITCH)))));
    }

    @Test
    void leavingDeletesTheSubscriptionsAndRevokesTheToken() {
        ProviderConnection connection = stage.connected(TWITCH);
        check();
        ConnectionRows.erase(stage.table, stage.connections, stage.connection(TWITCH));

        assertThat(stage.platforms.health().leave(connection, WEBHOOK)).isTrue();
        assertThat(twitch.subscriptions).isEmpty();
        Call revoked = stage.server.calls(REVOKE).getFirst();
        assertThat(revoked.form("client_id")).isEqualTo("client-1");
        assertThat(revoked.form("token")).isEqualTo("access-1");

        stage.server.on(REVOKE, call -> Reply.of(503, ""));
        assertThat(stage.platforms.health().leave(connection, WEBHOOK)).isFalse();
    }

    @Test
    void leavingRefreshesATokenThatHasEndedToRevokeIt() {
        ProviderConnection connection = stage.connected(TWITCH);
        check();
        stage.clock.advance(Duration.ofHours(2));

        assertThat(stage.platforms.health().leave(connection, WEBHOOK)).isTrue();
        assertThat(stage.server.calls(REVOKE))
                .extracting(call -> call.form("token"))
                .containsExactly("access-2");
        assertThat(Objects.requireNonNull(stage.tokens(TWITCH)).access())
                .as("nothing is stored")
                .isEqualTo("access-1");
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 503})
    void leavingWithoutATokenDeletesTheSubscriptionsAllTheSame(int status) {
        ProviderConnection connection = stage.connected(TWITCH);
        check();
        stage.clock.advance(Duration.ofHours(2));
        stage.server.on(
                TOKEN,
                call -> call.form("grant_type").equals("refresh_token")
                        ? Reply.of(status, "{}")
                        : Reply.json(Map.of("access_token", "app-1")));

        assertThat(stage.platforms.health().leave(connection, WEBHOOK)).isFalse();
        assertThat(twitch.subscriptions).isEmpty();
        assertThat(stage.server.calls(REVOKE)).isEmpty();
    }

    @Test
    void leavingTellsThatASubscriptionIsLeft() {
        ProviderConnection connection = stage.connected(TWITCH);
        check();
        stage.server.on(DELETE, call -> Reply.of(403, "{}"));
        assertThat(stage.platforms.health().leave(connection, WEBHOOK)).isFalse();
        assertThat(stage.server.calls(REVOKE)).hasSize(1);
    }

    @Test
    void aVerifiedAddressIsNoted() {
        stage.connected(TWITCH);
        stage.server.on(CREATE, call -> Reply.of(202, "{}"));
        assertThat(check().after().subscriptions())
                .contains(new PlatformSubscription("channel.raid", PlatformSubscription.State.PENDING));

        stage.connections.noteVerified(TENANT, TWITCH, "channel.raid");
        stage.connections.noteVerified(TENANT, TWITCH, "channel.raid");
        stage.connections.noteVerified(TENANT, TWITCH, "unknown");
        assertThat(stage.connection(TWITCH).subscriptions())
                .contains(new PlatformSubscription("channel.raid", PlatformSubscription.State.OK))
                .contains(new PlatformSubscription("channel.follow", PlatformSubscription.State.PENDING));
    }

    @Test
    void addressesCanHaveAPath() {
        assertThat(ProviderCalls.at("https://proxy.example.com/twitch/", "/helix/x"))
                .isEqualTo(URI.create("https://proxy.example.com/twitch/helix/x"));
    }
}
