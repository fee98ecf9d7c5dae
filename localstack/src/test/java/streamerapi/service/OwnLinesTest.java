package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;
import java.util.Map;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// The lines of a streamer whose account the bot uses too, with the platforms that the local stack plays: the
/// streamer's commands work, and the echoes of the bot's lines do nothing.
@NullMarked
class OwnLinesTest {

    private static @Nullable Service started;

    private final Account account = service().newAccount();

    /// The streamer's login. Each test has another one: a platform sends its events to every account of a channel.
    private final String streamer = account.tenantId().substring("ten_".length());

    @BeforeAll
    static void start() {
        started = Service.start(Map.of());
    }

    @AfterAll
    static void stop() {
        service().close();
    }

    private static Service service() {
        return Objects.requireNonNull(started);
    }

    @ParameterizedTest
    @CsvSource({"twitch", "kick"})
    void theStreamersCommandsWorkAndTheBotsEchoesDoNothing(String provider) {
        PlatformBrowser platform = new PlatformBrowser(account, provider).connected(streamer);
        assertCommandsWork(platform, provider);
    }

    @ParameterizedTest
    @CsvSource({"twitch, alpha", "kick, beta"})
    void theStreamersCommandsWorkIfTheBotIsKnownByTheStreamersLogin(String provider, String source) {
        PlatformBrowser platform = new PlatformBrowser(account, provider).connected(streamer);
        account.connector(source)
                .send("bot.connected", Map.of("channel", streamer, "login", streamer, "display_name", streamer));
        assertCommandsWork(platform, provider);
    }

    @Test
    void theBotSpeaksAsTheStreamerOnTwitchAndAsTheServiceOnKick() {
        new PlatformBrowser(account, "twitch").connected(streamer);
        new PlatformBrowser(account, "kick").connected(streamer);
        assertIdentities();
    }

    @Test
    void aBotThatReturnsSpeaksAsBefore() {
        for (String provider : List.of("twitch", "kick")) {
            PlatformBrowser platform = new PlatformBrowser(account, provider);
            Map<String, @Nullable Object> app = platform.anotherApplication();
            Object address = platform.put(app).expect(200).at("authorize_url");
            platform.comesBack(platform.decided(Objects.requireNonNull(address), "approve", streamer))
                    .expect(303);
            String id = String.valueOf(app.get("client_id"));
            Object secret = platform.control("secret", Map.of("client_id", id))
                    .expect(200)
                    .at("client_secret");
            assertThat(platform.check().expect(200).at("connection.reason")).isEqualTo("invalid_credentials");
            platform.put(Map.of("client_id", id, "client_secret", String.valueOf(secret)))
                    .expect(200);
        }
        assertIdentities();
    }

    private void assertIdentities() {
        Answer bot = account.api().get("/bot").expect(200);
        assertThat(bot.at("bot.channels")).isEqualTo(Map.of("alpha", streamer, "beta", streamer));
        assertThat(bot.at("bot.platforms.alpha.identity"))
                .isEqualTo(Map.of("type", "custom", "login", streamer, "display_name", streamer));
        assertThat(bot.at("bot.platforms.beta.identity"))
                .isEqualTo(Map.of("type", "default", "login", "streamer_api_bot", "display_name", "streamer_api_bot"));
    }

    /// The command's response is the command again, which the bot's echo must not run.
    private void assertCommandsWork(PlatformBrowser platform, String provider) {
        account.api()
                .post("/commands", Map.of("name", "hey", "response", "!hey", "cooldown_seconds", 0))
                .expect(201);
        Object id = Objects.requireNonNull(platform.get().at("connection.account.id"));

        platform.control("emit", line(provider, id, "!hey")).expect(202);
        await().until(() -> platform.calls().stream()
                .anyMatch(call -> call.endsWith("/chat/messages") || call.endsWith("/v1/chat")));
        HooksTest.settled(service());
        assertThat(commands()).isEqualTo(1);

        platform.control("emit", line(provider, id, "!pause")).expect(202);
        await().until(() ->
                Boolean.TRUE.equals(account.api().get("/tts/queue").expect(200).at("is_paused")));
    }

    private long commands() {
        return account.eventTypes().stream().filter("chat.command"::equals).count();
    }

    /// A line of the streamer, as an order to the platform's stand-in.
    private Map<String, Object> line(String provider, Object id, String text) {
        if (provider.equals("kick")) {
            Map<String, Object> sender =
                    Map.of("user_id", Long.parseLong(id.toString()), "username", streamer, "channel_slug", streamer);
            return Map.of(
                    "type",
                    "chat.message.sent",
                    "event",
                    Map.of("content", text, "broadcaster", sender, "sender", sender));
        }
        return Map.of(
                "type",
                "channel.chat.message",
                "event",
                Map.of(
                        "broadcaster_user_id", id,
                        "chatter_user_id", id,
                        "chatter_user_login", streamer,
                        "chatter_user_name", streamer,
                        "badges", List.of(Map.of("set_id", "broadcaster", "id", "1", "info", "")),
                        "message", Map.of("text", text)));
    }
}
