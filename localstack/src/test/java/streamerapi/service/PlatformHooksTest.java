package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import streamerapi.bot.BotPresence;
import streamerapi.connections.Provider;
import streamerapi.shared.json.Json;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.ConnectionKeys;
import streamerapi.shared.storage.Row;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// Events that are received and lead to a question to their platform, and Kick's (contract "Receivers").
@NullMarked
class PlatformHooksTest {

    private static final PlatformApis APIS = new PlatformApis();
    private static final Service SERVICE = Service.start(APIS.variables());

    private final Account account = SERVICE.newAccount();
    private final TestPlatform twitch = TestPlatform.connected(account, Provider.TWITCH);
    private final TestPlatform kick = TestPlatform.connected(account, Provider.KICK);

    @AfterAll
    static void close() {
        SERVICE.close();
        APIS.close();
    }

    @Test
    void anEventOfKickIsTakenOnceKickHasToldItsKey() {
        assertThat(kick("m1", "channel.followed", follow()).expect(200).text()).isEqualTo("{}");
        kick("m1", "channel.followed", follow()).expect(200);
        await().until(() -> account.eventTypes().contains("beta.follow"));
        HooksTest.settled(SERVICE);
        assertThat(account.eventTypes()).containsExactly("beta.follow");
        assertThat(APIS.calls().stream().filter("GET /public/v1/public-key"::equals))
                .as("the stack's process has asked once")
                .hasSize(1);
    }

    @Test
    void aLineOfKickIsKnownByItsOwnId() {
        counter();
        Map<String, Object> line = line("l1", "!wins+");
        kick("m1", "chat.message.sent", line).expect(200);
        kick("m2", "chat.message.sent", line).expect(200);
        await().until(() -> !fromChat().isEmpty());
        HooksTest.settled(SERVICE);
        assertThat(fromChat()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"channel.subscription.new", "kicks.gifted", "chat.message.sent", "livestream.status.updated"})
    void aTypeThatTheBodyIsNotOfIsRefused(String type) {
        assertThat(kick("m1", type, follow()).expect(400).at("code")).isEqualTo("bad_request");
        HooksTest.settled(SERVICE);
        assertThat(account.eventTypes()).isEmpty();
    }

    /// The end that Kick sends may lack its time: timers for streams alone must stop all the same.
    @Test
    void theEndOfAStreamCountsWithoutItsTime() {
        Map<String, Object> event = new LinkedHashMap<>(follow());
        event.put("is_live", true);
        event.put("started_at", now().toString());
        kick("m1", "livestream.status.updated", event).expect(200);
        await().until(this::isLive);
        event.put("is_live", false);
        event.put("ended_at", null);
        kick("m2", "livestream.status.updated", event).expect(200);
        await().until(() -> !isLive());
    }

    private boolean isLive() {
        return new BotPresence(account.table()).read(account.tenantId()).beta().liveSince() != null;
    }

    @Test
    void anEventOfAnotherChannelIsRefused() {
        Map<String, Object> other = new LinkedHashMap<>(follow());
        other.put("broadcaster", person(1, "Other"));
        assertThat(kick("m1", "channel.followed", other).expect(400).at("field"))
                .isEqualTo("broadcaster.user_id");
        other.remove("broadcaster");
        kick("m1", "channel.followed", other).expect(400);
    }

    @Test
    void whatKickSignsAndTheServiceDoesNotTakeIsAnswered() {
        kick("m1", "moderation.banned", follow()).expect(200);
        byte[] body = "{".getBytes(StandardCharsets.UTF_8);
        post(APIS.kick("m1", "channel.followed", body, now()), body).expect(200);
    }

    @Test
    void eachHeaderOfKickIsNeededAndTheTimeCounts() {
        byte[] body = Json.write(follow());
        for (String name : List.of("Message-Id", "Type", "Message-Timestamp", "Signature")) {
            Map<String, String> headers = APIS.kick("m1", "channel.followed", body, now());
            headers.remove("Kick-Event-" + name);
            post(headers, body).expect(401);
        }
        post(APIS.kick("m1", "channel.followed", body, now().minusSeconds(660)), body)
                .expect(401);
        post(APIS.kick("m1", "channel.followed", body, now().plusSeconds(660)), body)
                .expect(401);
        Map<String, String> forged = APIS.kick("m2", "channel.followed", body, now());
        forged.put("Kick-Event-Message-Id", "m3");
        post(forged, body).expect(401);
    }

    @ParameterizedTest
    @CsvSource({"ours,true", "theirs,false"})
    void aRedemptionTellsWhetherTheRewardIsOurs(String reward, boolean isManaged) {
        twitch.send(
                        "channel.channel_points_custom_reward_redemption.add",
                        Map.of(
                                "id", "r1",
                                "broadcaster_user_id", TestPlatform.BROADCASTER,
                                "user_id", "5",
                                "user_login", "ada",
                                "user_name", "Ada",
                                "user_input", "",
                                "status", "unfulfilled",
                                "redeemed_at", now().toString(),
                                "reward", Map.of("id", reward, "title", "Hydrate!", "cost", 100)))
                .expect(204);
        await().until(() -> account.eventTypes().contains("alpha.channel_point_redemption"));
        assertThat(account.events().getLast()).contains("\"is_managed\":" + isManaged);
    }

    @Test
    void aLineThatTheServiceSaidItselfRunsNoCommand() {
        counter();
        account.connector("alpha").send("bot.connected", Map.of("channel", "novaplays"));
        account.api()
                .post("/commands", Map.of("name", "hug", "response", "!wins+"))
                .expect(201);
        twitch.send("channel.chat.message", TestPlatform.line("77", "ada", "l1", "!hug"))
                .expect(204);
        await().until(() -> APIS.calls().contains("POST /helix/chat/messages"));

        twitch.send("channel.chat.message", ofTheStreamer("own-1")).expect(204);
        HooksTest.settled(SERVICE);
        assertThat(fromChat()).isEmpty();

        twitch.send("channel.chat.message", ofTheStreamer("l2")).expect(204);
        await().until(() -> !fromChat().isEmpty());
    }

    @Test
    void anAuthorizationThatIsRevokedIsToldOnce() {
        byte[] body =
                Json.write(Map.of("subscription", Map.of("type", "channel.follow", "status", "authorization_revoked")));
        for (int i = 0; i < 3; i++) {
            assertThat(twitch.post("m" + i, "revocation", body, now()).status()).isIn(204, 404);
        }
        HooksTest.settled(SERVICE);
        assertThat(Objects.requireNonNull(account.table().get(ConnectionKeys.connection(account.tenantId(), "twitch")))
                        .find(Attribute.text("reason")))
                .isEqualTo("authorization_revoked");
        assertThat(account.events().stream().filter(event -> event.contains("connection_degraded")))
                .hasSize(1);
        twitch.send("user.update", Map.of()).expect(404);
    }

    @Test
    void aRevocationOfAnEarlierAuthorizationEndsNothing() {
        byte[] body =
                Json.write(Map.of("subscription", Map.of("type", "channel.follow", "status", "authorization_revoked")));
        Instant connectedAt = connection().get(Attribute.time("connected_at"));
        assertThat(twitch.post("m1", "revocation", body, connectedAt.minusSeconds(1))
                        .status())
                .isEqualTo(204);
        HooksTest.settled(SERVICE);
        assertThat(connection().get(Attribute.text("status"))).isNotEqualTo("disconnected");
        assertThat(twitch.post("m2", "revocation", body, now()).status()).isEqualTo(204);
        HooksTest.settled(SERVICE);
        assertThat(connection().get(Attribute.text("status"))).isEqualTo("disconnected");
    }

    @ParameterizedTest
    @CsvSource({"channel.follow,broadcaster_user_id", "channel.raid,to_broadcaster_user_id"})
    void aSubscriptionOfAChannelThatWasConnectedBeforeTellsNothing(String type, String field) {
        assertThat(twitch.post("m1", "notification", ofChannel(type, field, "1"), now())
                        .status())
                .isEqualTo(204);
        assertThat(twitch.post("m2", "revocation", ofChannel(type, field, "1"), now())
                        .status())
                .isEqualTo(204);
        HooksTest.settled(SERVICE);
        assertThat(account.eventTypes()).isEmpty();
        assertThat(connection().get(Attribute.text("status"))).isEqualTo("connected");

        twitch.post("m3", "notification", ofChannel(type, field, TestPlatform.BROADCASTER), now())
                .expect(204);
        await().until(() -> account.eventTypes().contains(type.replace("channel", "alpha")));
    }

    private static byte[] ofChannel(String type, String field, String channel) {
        return Json.write(Map.of(
                "subscription",
                Map.of("type", type, "status", "authorization_revoked", "condition", Map.of(field, channel)),
                "event",
                Map.of(
                        "user_id", "77",
                        "user_login", "ada",
                        "user_name", "Ada",
                        "from_broadcaster_user_id", "77",
                        "from_broadcaster_user_login", "ada",
                        "from_broadcaster_user_name", "Ada",
                        "viewers", 5)));
    }

    private Row connection() {
        return Objects.requireNonNull(account.table().get(ConnectionKeys.connection(account.tenantId(), "twitch")));
    }

    private Answer kick(String messageId, String type, Map<String, Object> event) {
        byte[] body = Json.write(event);
        return post(APIS.kick(messageId, type, body, now()), body);
    }

    private Answer post(Map<String, String> headers, byte[] body) {
        ApiClient caller = new ApiClient(SERVICE.stack().authUrl(), null);
        for (Map.Entry<String, String> header : headers.entrySet()) {
            caller = caller.with(header.getKey(), header.getValue());
        }
        return caller.beside("POST", "/hooks/kick/" + kick.id(), body);
    }

    private static Instant now() {
        return SERVICE.clock().instant();
    }

    private void counter() {
        account.api()
                .send("PUT", "/counters/wins", Json.write(Map.of("value", 1)))
                .expect(201);
    }

    private List<String> fromChat() {
        return account.events().stream()
                .filter(event -> event.contains("\"source\":\"chat\""))
                .toList();
    }

    private static Map<String, Object> follow() {
        return Map.of("broadcaster", person(12826, "NovaPlays"), "follower", person(5, "Ada"));
    }

    private static Map<String, Object> line(String id, String text) {
        return Map.of(
                "message_id",
                id,
                "broadcaster",
                person(12826, "NovaPlays"),
                "sender",
                person(12826, "NovaPlays"),
                "content",
                text);
    }

    private static Map<String, Object> person(int id, String name) {
        return Map.of("is_anonymous", false, "user_id", id, "username", name, "channel_slug", name);
    }

    private static Map<String, Object> ofTheStreamer(String messageId) {
        Map<String, Object> line =
                new LinkedHashMap<>(TestPlatform.line(TestPlatform.BROADCASTER, "novaplays", messageId, "!wins+"));
        line.put("badges", List.of(Map.of("set_id", "broadcaster", "id", "1", "info", "")));
        return line;
    }
}
