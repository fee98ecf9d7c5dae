package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import streamerapi.bot.BotPresence;
import streamerapi.shared.auth.Scope;
import streamerapi.shared.json.Json;
import streamerapi.shared.storage.ChatKeys;
import streamerapi.shared.storage.Query;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import static org.assertj.core.api.Assertions.assertThat;

/// The bot: its status, messages through it, and what connectors tell of moderation (spec "Chat bot", contract "REST").
@NullMarked
class BotTest {

    private final Account account = Service.shared().newAccount();
    private final ApiClient api = account.api();
    private final TestConnector alpha = account.connector("alpha");
    private final TestConnector beta = account.connector("beta");

    @Test
    void aStreamThatBeginsHasTheFunctionsStartedThatItNeeds() {
        account.connector("alpha").send("stream.online", Map.of());
        String partition = ChatKeys.streamBegun(account.tenantId(), "").partition();
        assertThat(account.table().query(Query.of(partition, "begun_"))).hasSize(1);
        account.connector("alpha").send("bot.connected", Map.of("channel", "ada"));
        assertThat(account.table().query(Query.of(partition, "begun_"))).hasSize(1);
    }

    @Test
    void aStreamCountsFromItsBeginningThoughItIsToldLater() {
        Instant now = Service.shared().clock().instant();
        BotPresence presence = new BotPresence(account.table());
        alpha.send("stream.online", Map.of("started_at", now.minusSeconds(90)));
        assertThat(presence.read(account.tenantId()).streamingSince())
                .isEqualTo(now.minusSeconds(90).truncatedTo(ChronoUnit.MILLIS));
        alpha.send("stream.offline", Map.of());

        Service.shared().clock().advance(Duration.ofSeconds(5));
        Instant again = Service.shared().clock().instant();
        alpha.send("stream.online", Map.of("started_at", again.minusSeconds(30)));
        assertThat(presence.read(account.tenantId()).streamingSince())
                .as("it began before the end of the one before was told")
                .isEqualTo(again.minusSeconds(30).truncatedTo(ChronoUnit.MILLIS));
        beta.send("stream.online", Map.of("started_at", again.plusSeconds(30)));
        assertThat(presence.read(account.tenantId()).beta().liveSince())
                .as("none begins after it is told")
                .isBeforeOrEqualTo(Service.shared().clock().instant());
    }

    @Test
    void aStreamsBeginningIsATime() {
        alpha.post(alpha.message("odd", "stream.online", Map.of("started_at", "soon")))
                .refuses(400, "bad_request")
                .names("data.started_at");
    }

    @Test
    void aBotThatWasNeverConnectedIsEnabledAndNowhere() {
        Answer bot = account.api(Scope.TTS_READ).get("/bot").expect(200);
        assertThat(bot.at("bot.enabled")).isEqualTo(true);
        assertThat(bot.at("bot.channel")).isNull();
        assertThat(bot.at("bot.channels")).isEqualTo(nulls());
        assertThat(bot.at("bot.identity.type")).isEqualTo("default");
    }

    @Test
    void connectionsTellWhereItIsAndWhoItSpeaksAs() {
        connect(alpha, "nova", "streamer_api_bot");
        connect(beta, "nova_b", "some_app");
        Answer bot = api.get("/bot").expect(200);
        assertThat(bot.at("bot.channel")).isEqualTo("nova");
        assertThat(bot.at("bot.channels")).isEqualTo(Map.of("alpha", "nova", "beta", "nova_b"));
        assertThat(bot.at("bot.identity"))
                .isEqualTo(Map.of("type", "default", "login", "streamer_api_bot", "display_name", "The Bot"));
        assertThat(bot.at("bot.platforms.beta.identity.type"))
                .as("beta knows no other")
                .isEqualTo("default");
        assertThat(bot.at("bot.platforms.beta.identity.login")).isEqualTo("streamer_api_bot");
        assertThat(bot.at("bot.platforms.beta.identity.display_name")).isEqualTo("streamer_api_bot");

        connect(alpha, "nova", "novas_own_bot");
        assertThat(api.get("/bot").at("bot.identity.type")).isEqualTo("custom");
        assertThat(api.get("/bot").at("bot.platforms.alpha.identity.login")).isEqualTo("novas_own_bot");

        alpha.send("bot.disconnected", Map.of());
        assertThat(api.get("/bot").at("bot.channel")).isNull();
        assertThat(api.get("/bot").at("bot.channels.beta")).isEqualTo("nova_b");
        assertThat(account.eventTypes()).isEmpty();
    }

    @Test
    void itIsTurnedOffForEachPlatform() {
        account.dashboard()
                .patch("/dashboard/api/settings", Map.of("bot", Map.of("alpha", false)))
                .expect(200);
        assertThat(api.get("/bot").at("bot.platforms.alpha.enabled")).isEqualTo(false);
        assertThat(api.get("/bot").at("bot.enabled")).isEqualTo(true);
        account.dashboard()
                .patch("/dashboard/api/settings", Map.of("bot", Map.of("beta", false)))
                .expect(200);
        assertThat(api.get("/bot").at("bot.enabled")).isEqualTo(false);
    }

    @Test
    void whatHappenedBeforeTheLastWordIsIgnored() {
        Map<String, @Nullable Object> connected =
                alpha.message("late", "bot.connected", Map.of("channel", "old", "login", "a", "display_name", "A"));
        connected.put("occurred_at", Service.shared().clock().instant().minusSeconds(60));
        alpha.send("bot.disconnected", Map.of());
        alpha.post(connected).expect(202);
        assertThat(api.get("/bot").at("bot.channel")).isNull();
    }

    @Test
    void aClockThatIsFarAheadDoesNotMakeLaterMessagesLate() {
        for (String type : List.of("stream.online", "bot.connected")) {
            Map<String, @Nullable Object> ahead = alpha.message(type, type, Map.of("channel", "nova"));
            ahead.put("occurred_at", Service.shared().clock().instant().plus(Duration.ofDays(400)));
            alpha.post(ahead).expect(202);
        }
        assertThat(new BotPresence(account.table())
                        .read(account.tenantId())
                        .alpha()
                        .liveSince())
                .isBeforeOrEqualTo(Service.shared().clock().instant());
        alpha.send("stream.offline", Map.of());
        alpha.send("bot.disconnected", Map.of());
        assertThat(new BotPresence(account.table()).read(account.tenantId()).streamingSince())
                .isNull();
        assertThat(api.get("/bot").at("bot.channel")).isNull();
    }

    @Test
    void aConnectionWithoutAChannelIsRefused() {
        alpha.sendAs("x", "bot.connected", Map.of("login", "a"))
                .refuses(400, "bad_request")
                .names("data.channel");
        alpha.sendAs("x", "bot.connected", Map.of("channel", "a", "login", 5))
                .refuses(400, "bad_request")
                .names("data.login");
    }

    @Test
    void aMessageIsSentWhereTheBotIs() {
        connect(alpha, "nova", "bot");
        assertThat(send("hello").expect(200).json()).isEqualTo(result(true, true, null));
        connect(beta, "nova", "bot");
        assertThat(send("both").expect(200).json()).isEqualTo(result(true, true, true));
        assertThat(api.post("/chat/messages", Map.of("message", "b", "platforms", List.of("beta")))
                        .expect(200)
                        .json())
                .isEqualTo(result(true, null, true));
        assertThat(said(alpha)).containsExactly("hello", "both");
        assertThat(said(beta)).containsExactly("both", "b");
    }

    @Test
    void aPlatformThatDoesNotTakeItIsFalse() {
        connect(alpha, "nova", "bot");
        connect(beta, "nova", "bot");
        for (String answer : List.of("not_sent", "error", "none")) {
            alpha.answers(answer);
            assertThat(send("hello").expect(200).json()).isEqualTo(result(false, false, false));
        }
        alpha.answers("sent");
        assertThat(send("hello").expect(200).json()).isEqualTo(result(true, true, true));
    }

    @Test
    void thePageSaysWhichPlatformDidNotTakeAMessage() {
        DashboardVisitor owner = DashboardVisitor.owner(account);
        connect(alpha, "nova", "bot");
        connect(beta, "nova", "bot");
        Map<String, String> message = Map.of("message", "hello");
        assertThat(owner.use("/dashboard/bot", "/dashboard/bot", message).text())
                .contains("The message is sent.");
        alpha.answers("not_sent");
        assertThat(owner.use("/dashboard/bot", "/dashboard/bot", message).text())
                .doesNotContain("The message is sent.")
                .contains("The message was not taken");
    }

    @Test
    void aBotThatIsNotThereIsAConflictWhichCountsNothing() {
        for (int i = 0; i < 25; i++) {
            send("hello").refuses(409, "bot_not_connected");
        }
        connect(alpha, "nova", "bot");
        api.post("/chat/messages", Map.of("message", "b", "platforms", List.of("beta")))
                .refuses(409, "bot_not_connected");
        send("hello").expect(200);
    }

    @Test
    void twentyMessagesPassInThirtySecondsOfAllKeysTogether() {
        connect(alpha, "nova", "bot");
        ApiClient other = account.api(Scope.CHAT_WRITE);
        List<Integer> statuses = AtOnce.run(
                32,
                i -> (i % 2 == 0 ? api : other)
                        .post("/chat/messages", Map.of("message", "m" + i))
                        .status());
        assertThat(statuses.stream().filter(status -> status == 200)).hasSize(20);
        assertThat(statuses.stream().filter(status -> status == 429)).hasSize(12);
        assertThat(said(alpha)).hasSize(20);
        Answer refused = send("more").refuses(429, "chat_rate_limited");
        assertThat(Integer.parseInt(String.valueOf(refused.header("Retry-After"))))
                .isBetween(1, 30);
        Service.shared().clock().advance(Duration.ofSeconds(31));
        send("again").expect(200);
        Account another = Service.shared().newAccount();
        connect(another.connector("alpha"), "other", "bot");
        another.api().post("/chat/messages", Map.of("message", "mine")).expect(200);
    }

    @Test
    void aMessageTellsHowManyMoreMayBeSent() {
        connect(alpha, "nova", "bot");
        assertThat(send("first").expect(200).headers())
                .containsEntry("ratelimit-limit", "20")
                .containsEntry("ratelimit-remaining", "19")
                .containsEntry("ratelimit-reset", "30")
                .containsEntry("ratelimit-policy", "20;w=30");
        assertThat(send("second").expect(200).headers()).containsEntry("ratelimit-remaining", "18");
    }

    @Test
    void whatWasTooManyIsSentLaterUnderTheSameIdempotencyKey() {
        connect(alpha, "nova", "bot");
        for (int i = 0; i < 20; i++) {
            send("m" + i).expect(200);
        }
        ApiClient keyed = api.with("Idempotency-Key", UUID.randomUUID().toString());
        Answer refused = keyed.post("/chat/messages", Map.of("message", "more")).refuses(429, "chat_rate_limited");
        long wait = Long.parseLong(String.valueOf(refused.header("Retry-After")));
        assertThat(refused.headers())
                .containsEntry("ratelimit-limit", "20")
                .containsEntry("ratelimit-remaining", "0")
                .containsEntry("ratelimit-reset", Long.toString(wait))
                .containsEntry("ratelimit-policy", "20;w=30");
        Service.shared().clock().advance(Duration.ofSeconds(wait));
        Answer sent = keyed.post("/chat/messages", Map.of("message", "more")).expect(200);
        assertThat(sent.header("Idempotent-Replayed")).isNull();
        Answer again = keyed.post("/chat/messages", Map.of("message", "more")).expect(200);
        assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    message   | ""
                    message   | "  "
                    message   | null
                    message   | 5
                    message   | "/ban bob"
                    message   | " .ban bob"
                    message   | "two\\nlines"
                    platforms | []
                    platforms | ["gamma"]
                    platforms | "alpha"
                    """)
    void aBadFieldIsNamed(String field, String value) {
        connect(alpha, "nova", "bot");
        Map<String, @Nullable Object> body = new LinkedHashMap<>(Map.of("message", "m"));
        body.put(field, Json.read(value));
        api.post("/chat/messages", body).refuses(400, "bad_request").names(field);
        assertThat(said(alpha)).isEmpty();
    }

    @Test
    void aMessageThatIsTooLongIsRefusedNotCut() {
        connect(alpha, "nova", "bot");
        send("😀".repeat(500)).expect(200);
        send("m".repeat(501)).refuses(400, "bad_request").names("message");
        assertThat(said(alpha)).containsExactly("😀".repeat(500));
    }

    @Test
    void anotherScopeSendsNothing() {
        connect(alpha, "nova", "bot");
        account.api(Scope.COMMANDS_MANAGE)
                .post("/chat/messages", Map.of("message", "m"))
                .refuses(403, "missing_scope");
        assertThat(said(alpha)).isEmpty();
    }

    @Test
    void whatModerationDidIsTold() {
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        data.put("action", "timeout");
        data.put("enforced", false);
        data.put("duration_seconds", 600);
        data.put("target_user_id", "90217745");
        data.put("target_login", "bargain_bot");
        data.put("target_name", "bargain_bot");
        data.put("feature", "blocked_terms");
        data.put("matched_term", "cheap followers");
        data.put("message", "Get cheap followers today");
        data.put("reason", "Blocked term: cheap followers");
        alpha.send("chat.moderated", data);
        Map<String, @Nullable Object> event = new AccountEvents(account).all().getLast();
        assertThat(event.get("type")).isEqualTo("chat.moderated");
        assertThat(event.get("actor")).isNull();
        Map<String, @Nullable Object> expected = new LinkedHashMap<>();
        expected.put("platform", "alpha");
        expected.putAll(data);
        expected.put("duration_seconds", new BigDecimal(600));
        assertThat(Json.asObject(event.get("data"))).isEqualTo(expected);
        assertThat(new ArrayList<>(Json.asObject(event.get("data")).keySet()))
                .isEqualTo(new ArrayList<>(expected.keySet()));
    }

    @Test
    void whatModerationLeavesOutIsNull() {
        Map<String, Object> least = Map.of(
                "action", "ban", "target_user_id", "1", "target_login", "x", "target_name", "X", "feature", "spam");
        alpha.send("chat.moderated", least);
        Map<String, @Nullable Object> data =
                Json.asObject(new AccountEvents(account).all().getLast().get("data"));
        assertThat(data).containsEntry("enforced", true).containsEntry("reason", null);
        Map<String, Object> bad = Map.of(
                "action",
                "hug",
                "duration_seconds",
                -1,
                "enforced",
                "yes",
                "reason",
                5,
                "feature",
                "",
                "target_login",
                7);
        bad.forEach((field, value) -> {
            Map<String, @Nullable Object> message = new LinkedHashMap<>(least);
            message.put(field, value);
            alpha.sendAs("x", "chat.moderated", message)
                    .refuses(400, "bad_request")
                    .names("data." + field);
        });
    }

    private Answer send(String message) {
        return api.post("/chat/messages", Map.of("message", message));
    }

    private static List<String> said(TestConnector connector) {
        return Chatter.viewer(connector, "x").heard();
    }

    private static void connect(TestConnector connector, String channel, String login) {
        connector.send("bot.connected", Map.of("channel", channel, "login", login, "display_name", "The Bot"));
    }

    private static Map<String, @Nullable Object> nulls() {
        Map<String, @Nullable Object> channels = new LinkedHashMap<>();
        channels.put("alpha", null);
        channels.put("beta", null);
        return channels;
    }

    private static Map<String, @Nullable Object> result(
            boolean success, @Nullable Boolean toAlpha, @Nullable Boolean toBeta) {
        Map<String, @Nullable Object> sent = new LinkedHashMap<>();
        sent.put("alpha", toAlpha);
        sent.put("beta", toBeta);
        Map<String, @Nullable Object> result = new LinkedHashMap<>();
        result.put("success", success);
        result.put("sent", sent);
        return result;
    }
}
