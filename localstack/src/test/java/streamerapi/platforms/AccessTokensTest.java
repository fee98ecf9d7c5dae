package streamerapi.platforms;

import org.awaitility.Awaitility;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.connections.ConnectionRows;
import streamerapi.connections.ConnectionStatus.Disconnected;
import streamerapi.connections.ConnectionStatus.Ending;
import streamerapi.connections.Provider;
import streamerapi.connections.ProviderConnection;
import streamerapi.connections.Tokens;
import streamerapi.platforms.ScriptedPlatform.Call;
import streamerapi.platforms.ScriptedPlatform.Reply;
import streamerapi.shared.effects.EffectResult;
import streamerapi.shared.tasks.Async;
import streamerapi.shared.tasks.SteppedHost;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;
import static streamerapi.connections.Provider.TWITCH;
import static streamerapi.platforms.ConnectionStage.TENANT;

@NullMarked
class AccessTokensTest {

    private static final String TOKEN = "POST /oauth2/token";
    private static final String CHAT = "POST /helix/chat/messages";
    private static final Duration BEYOND_THE_END = Duration.ofHours(2);

    private final ConnectionStage stage = new ConnectionStage();

    @AfterEach
    void close() {
        stage.close();
    }

    private static Reply said(Call call) {
        return Reply.json(
                Map.of("data", List.of(Map.of("message_id", "m-" + call.header("authorization"), "is_sent", true))));
    }

    private void connected() {
        stage.connected(TWITCH);
        stage.rotate(TOKEN);
        stage.server.on(CHAT, AccessTokensTest::said);
    }

    private String accessToken() {
        return Objects.requireNonNull(stage.tokens(TWITCH)).access();
    }

    @Test
    void aTokenIsUsedUntilFiveMinutesBeforeItsEnd() {
        connected();
        stage.clock.advance(Duration.ofMinutes(54));
        assertThat(stage.say(stage.platforms, TWITCH, "Hi")).isInstanceOf(EffectResult.Done.class);
        assertThat(stage.refreshes(TOKEN)).isZero();

        stage.clock.advance(Duration.ofMinutes(2));
        assertThat(stage.say(stage.platforms, TWITCH, "Hi")).isInstanceOf(EffectResult.Done.class);
        assertThat(stage.refreshes(TOKEN)).isEqualTo(1);
        assertThat(accessToken()).isEqualTo("access-2");
        assertThat(stage.server.calls(CHAT).getLast().header("authorization")).isEqualTo("Bearer access-2");
    }

    @Test
    void aTokenThatHasNotEndedIsUsedIfThePlatformDoesNotRefreshIt() {
        connected();
        stage.clock.advance(Duration.ofMinutes(56));
        stage.server.on(TOKEN, call -> Reply.of(503, "{}"));
        assertThat(stage.say(stage.platforms, TWITCH, "Hi")).isInstanceOf(EffectResult.Done.class);
        assertThat(stage.server.routes()).containsExactly(TOKEN, CHAT);

        stage.server.on(CHAT, call -> Reply.of(401, "{}"));
        assertThat(stage.say(stage.platforms, TWITCH, "Hi"))
                .as("refused before its end")
                .isInstanceOf(EffectResult.Unknown.class);

        stage.server.on(CHAT, AccessTokensTest::said);
        stage.clock.advance(Duration.ofMinutes(4));
        assertThat(stage.say(stage.platforms, TWITCH, "Hi")).as("at its end").isInstanceOf(EffectResult.Unknown.class);
    }

    @Test
    void aCallThatIsRefusedWith401IsRepeatedOnceWithANewToken() {
        connected();
        stage.server.on(
                CHAT,
                call -> call.header("authorization").equals("Bearer access-1") ? Reply.of(401, "{}") : said(call));

        assertThat(stage.say(stage.platforms, TWITCH, "Hi")).isInstanceOf(EffectResult.Done.class);
        assertThat(stage.server.routes()).containsExactly(CHAT, TOKEN, CHAT);
    }

    @Test
    void aCallThatIsRefusedAgainIsNotRepeated() {
        connected();
        stage.server.on(CHAT, call -> Reply.of(401, "{}"));

        assertThat(stage.say(stage.platforms, TWITCH, "Hi")).isEqualTo(new EffectResult.Refused("status 401"));
        assertThat(stage.server.routes()).containsExactly(CHAT, TOKEN, CHAT);
        assertThat(stage.status(TWITCH).label()).isEqualTo("connected");
    }

    @Test
    void theNewRefreshTokenIsStoredBeforeTheNewAccessTokenIsUsed() {
        connected();
        stage.clock.advance(BEYOND_THE_END);
        AtomicReference<Tokens> stored = new AtomicReference<>();
        stage.server.on(CHAT, call -> {
            stored.set(Objects.requireNonNull(stage.tokens(TWITCH)));
            return said(call);
        });

        stage.say(stage.platforms, TWITCH, "Hi");

        assertThat(stored.get().refresh()).isEqualTo("refresh-2");
        assertThat(stored.get().scopes()).isEqualTo(ConnectionStage.TWITCH_SCOPES);
    }

    @Test
    void aRefreshThatIsRefusedBecauseAnotherProcessHasRefreshedEndsNothing() {
        connected();
        stage.clock.advance(BEYOND_THE_END);
        ProviderConnection old = stage.connection(TWITCH);
        stage.server.on(TOKEN, call -> {
            Tokens newer = new Tokens(
                    "access-2", "refresh-2", stage.clock.instant().plus(BEYOND_THE_END), ConnectionStage.TWITCH_SCOPES);
            if (call.form("grant_type").equals("refresh_token")) {
                assertThat(stage.connections.endRefresh(old, newer)).isNotNull();
            }
            return Reply.of(400, "{}");
        });

        assertThat(stage.say(stage.platforms, TWITCH, "Hi")).isInstanceOf(EffectResult.Done.class);
        assertThat(stage.server.calls(CHAT).getLast().header("authorization")).isEqualTo("Bearer access-2");
        assertThat(stage.status(TWITCH).label()).isEqualTo("connected");
        assertThat(accessToken()).isEqualTo("access-2");
    }

    @Test
    void ofManyThreadsAndProcessesOneRefreshes() {
        connected();
        stage.clock.advance(BEYOND_THE_END);
        List<Platforms> processes =
                IntStream.range(0, 4).mapToObj(n -> stage.process()).toList();
        List<Async<EffectResult>> calls = new ArrayList<>();
        for (int n = 0; n < 20; n++) {
            Platforms process = processes.get(n % processes.size());
            calls.add(Async.start(() -> stage.say(process, TWITCH, "Hi")));
        }

        assertThat(calls).allSatisfy(call -> assertThat(call.join()).isInstanceOf(EffectResult.Done.class));
        assertThat(stage.refreshes(TOKEN)).isEqualTo(1);
        assertThat(stage.server.calls(CHAT))
                .hasSize(20)
                .allSatisfy(call -> assertThat(call.header("authorization")).isEqualTo("Bearer access-2"));
    }

    @Test
    void aThreadWaitsForTheOneOfItsProcessThatRefreshes() {
        connected();
        stage.clock.advance(BEYOND_THE_END);
        FutureTask<EffectResult> second = new FutureTask<>(() -> stage.say(stage.platforms, TWITCH, "Hi"));
        Thread waiting = Thread.ofVirtual().unstarted(second);
        stage.server.on(TOKEN, call -> {
            waiting.start();
            Awaitility.await()
                    .until(() -> Arrays.stream(waiting.getStackTrace())
                            .anyMatch(frame -> frame.getMethodName().equals("joined")));
            return Reply.json(Map.of("access_token", "access-2", "refresh_token", "refresh-2", "expires_in", 14_400));
        });

        assertThat(stage.say(stage.platforms, TWITCH, "Hi")).isInstanceOf(EffectResult.Done.class);
        assertThat(second).succeedsWithin(Duration.ofSeconds(60)).isInstanceOf(EffectResult.Done.class);
        assertThat(stage.refreshes(TOKEN)).isEqualTo(1);
    }

    @Test
    void aProcessWaitsForTheOneThatRefreshes() throws InterruptedException {
        connected();
        stage.clock.advance(BEYOND_THE_END);
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch mayAnswer = new CountDownLatch(1);
        stage.server.on(TOKEN, call -> {
            asked.countDown();
            await(mayAnswer);
            return Reply.json(Map.of("access_token", "access-2", "refresh_token", "refresh-2", "expires_in", 14_400));
        });
        Async<EffectResult> first = Async.start(() -> stage.say(stage.platforms, TWITCH, "Hi"));
        asked.await();
        Platforms other = stage.process();
        Async<EffectResult> second = Async.start(() -> stage.say(other, TWITCH, "Hi"));
        mayAnswer.countDown();

        assertThat(first.join()).isInstanceOf(EffectResult.Done.class);
        assertThat(second.join()).isInstanceOf(EffectResult.Done.class);
        assertThat(stage.refreshes(TOKEN)).isEqualTo(1);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aRefusedRefreshEndsTheConnectionWithOneWarning() {
        connected();
        stage.clock.advance(BEYOND_THE_END);
        stage.server.on(
                TOKEN,
                call -> call.form("grant_type").equals("refresh_token")
                        ? Reply.of(401, "{}")
                        : Reply.json(Map.of("access_token", "app-1")));

        assertThat(stage.say(stage.platforms, TWITCH, "Hi")).isEqualTo(new EffectResult.Refused("status 401"));

        assertThat(stage.status(TWITCH)).isEqualTo(new Disconnected(Ending.TOKEN_REFUSED));
        assertThat(stage.tokens(TWITCH)).isNull();
        assertThat(stage.warnings()).containsExactly("twitch token_refused");
        assertThat(stage.say(stage.platforms, TWITCH, "Hi")).isEqualTo(new EffectResult.Refused("not connected"));
        assertThat(stage.warnings()).hasSize(1);
    }

    @Test
    void aSecretThatWasChangedAtThePlatformIsNamed() {
        connected();
        stage.clock.advance(BEYOND_THE_END);
        stage.server.on(TOKEN, call -> Reply.of(403, "{\"status\":403,\"message\":\"invalid client secret\"}"));

        stage.say(stage.platforms, TWITCH, "Hi");

        assertThat(stage.status(TWITCH)).isEqualTo(new Disconnected(Ending.INVALID_CREDENTIALS));
        assertThat(stage.tokens(TWITCH)).isNotNull();
        assertThat(stage.warnings()).containsExactly("twitch invalid_credentials");
    }

    @Test
    void aRefusedRefreshWhoseReasonCannotBeAskedEndsTheToken() {
        connected();
        stage.clock.advance(BEYOND_THE_END);
        stage.server.on(TOKEN, call -> Reply.of(call.form("grant_type").equals("refresh_token") ? 400 : 503, "{}"));

        stage.say(stage.platforms, TWITCH, "Hi");

        assertThat(stage.status(TWITCH)).isEqualTo(new Disconnected(Ending.TOKEN_REFUSED));
        assertThat(stage.warnings()).containsExactly("twitch token_refused");
    }

    @Test
    void aProcessThatRefreshesForTooLongLeavesTheCallToBeMadeAgain() {
        connected();
        stage.clock.advance(BEYOND_THE_END);
        stage.connections.beginRefresh(stage.connection(TWITCH), stage.clock.instant(), Duration.ofHours(1));
        AtomicReference<EffectResult> result = new AtomicReference<>();

        new SteppedHost().run(() -> result.set(stage.say(stage.platforms, TWITCH, "Hi")));

        assertThat(result).hasValue(new EffectResult.Unknown("another process refreshes the tokens", null));
        assertThat(stage.server.routes()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"refresh_token\":\"refresh-2\"}"})
    void aRefreshThatBringsNoTokenIsNoRefusal(String answer) {
        connected();
        stage.clock.advance(BEYOND_THE_END);
        stage.server.on(TOKEN, call -> Reply.of(200, answer));
        assertThat(stage.say(stage.platforms, TWITCH, "Hi")).isInstanceOf(EffectResult.Unknown.class);
        assertThat(Objects.requireNonNull(stage.tokens(TWITCH)).refresh()).isEqualTo("refresh-1");
    }

    @Test
    void anAnswerThatIsLostAfterTheTokenWasRotatedEndsTheConnection() {
        connected();
        stage.clock.advance(BEYOND_THE_END);
        stage.server.on(TOKEN, call -> Reply.of(502, "lost"));
        assertThat(stage.say(stage.platforms, TWITCH, "Hi")).isInstanceOf(EffectResult.Unknown.class);
        assertThat(stage.status(TWITCH).label()).isEqualTo("connected");

        stage.server.on(
                TOKEN,
                call -> call.form("grant_type").equals("refresh_token")
                        ? Reply.of(400, "{\"status\":400,\"message\":\"Invalid refresh token\"}")
                        : Reply.json(Map.of("access_token", "app-1")));
        stage.say(stage.platforms, TWITCH, "Hi");

        assertThat(stage.status(TWITCH)).isEqualTo(new Disconnected(Ending.TOKEN_REFUSED));
    }

    @Test
    void silenceAndFaultsAreNoRefusals() {
        connected();
        stage.clock.advance(BEYOND_THE_END);
        for (int status : new int[] {500, 503, 404, 429}) {
            stage.server.on(TOKEN, call -> Reply.of(status, "{}"));
            assertThat(stage.say(stage.platforms, TWITCH, "Hi")).isInstanceOf(EffectResult.Unknown.class);
        }
        assertThat(stage.status(TWITCH).label()).isEqualTo("connected");
        assertThat(stage.warnings()).isEmpty();

        stage.server.on(TOKEN, call -> Reply.json(Map.of("access_token", "access-2", "expires_in", "14400")));
        assertThat(stage.say(stage.platforms, TWITCH, "Hi")).isInstanceOf(EffectResult.Done.class);
        assertThat(Objects.requireNonNull(stage.tokens(TWITCH)).refresh()).isEqualTo("refresh-1");
    }

    @Test
    void tokensThatComeAfterTheEndOfTheConnectionAreDropped() {
        connected();
        stage.clock.advance(BEYOND_THE_END);
        stage.server.on(TOKEN, call -> {
            ConnectionRows.erase(stage.table, stage.connections, stage.connection(TWITCH));
            return Reply.json(Map.of("access_token", "access-2", "refresh_token", "refresh-2"));
        });

        assertThat(stage.say(stage.platforms, TWITCH, "Hi")).isInstanceOf(EffectResult.Refused.class);
        assertThat(stage.connections.find(TENANT, Provider.TWITCH)).isNull();
        assertThat(stage.server.calls(CHAT)).isEmpty();
    }
}
