package streamerapi.localstack.platforms;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import streamerapi.localstack.fixtures.EventSubscriber;
import streamerapi.localstack.fixtures.StandInServer.Said;

import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static streamerapi.localstack.platforms.TwitchApp.assertRefused;

/// The stand-in for Twitch, asked as an app asks: what it takes, and what it refuses.
class StandInTwitchTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String REWARDS = "/helix/channel_points/custom_rewards";

    private final PlatformStage stage = new PlatformStage("twitch", null);
    private final EventSubscriber subscriber = new EventSubscriber();

    @AfterEach
    void close() {
        stage.close();
        subscriber.close();
    }

    @Test
    void aCallerIsKnownByTokenAndClientId() {
        TwitchApp app = TwitchApp.connect(stage);

        assertRefused(stage.get("/helix/users"), 401, "OAuth token is missing");
        assertRefused(stage.call("GET", "/helix/users", "none", ""), 401, "Invalid OAuth token");
        assertRefused(
                stage.call("GET", "/helix/users", Map.of("Authorization", "Bearer " + app.userToken()), ""),
                401,
                "Client ID is missing");
        assertRefused(
                stage.call(
                        "GET",
                        "/helix/users",
                        Map.of("Authorization", "Bearer " + app.userToken(), "Client-Id", "another"),
                        ""),
                401,
                "Client ID and OAuth token do not match");
        assertRefused(
                stage.call("GET", "/helix/users", app.appToken(), ""), 400, "Must provide an ID, Login or OAuth Token");
        assertThat(stage.call("GET", "/helix/users?login=novafox&id=1", app.appToken(), "")
                        .json()
                        .path("data"))
                .hasSize(1);
        assertRefused(
                app.call("GET", "/helix/clips", ""), 404, "The stand-in for Twitch does not play GET /helix/clips");
    }

    @Test
    void aChannelIsLiveFromItsFirstEventToItsLast() {
        TwitchApp app = TwitchApp.connect(stage);
        String path = "/helix/streams?user_id=" + app.userId();
        assertThat(app.call("GET", path, "").json().path("data")).isEmpty();

        stage.control("emit", online(app, "stream.online"));
        JsonNode stream = app.call("GET", path, "").json().at("/data/0");
        assertThat(stream.path("user_id").asText()).isEqualTo(app.userId());
        assertThat(stream.path("type").asText()).isEqualTo("live");
        assertThat(stream.path("started_at").asText()).isEqualTo("2026-03-01T18:00:00Z");

        stage.control("emit", online(app, "stream.offline"));
        assertThat(app.call("GET", path, "").json().path("data")).isEmpty();
    }

    private static String online(TwitchApp app, String type) {
        ObjectNode order = JSON.createObjectNode().put("type", type);
        order.putObject("event").put("broadcaster_user_id", app.userId()).put("started_at", "2026-03-01T18:00:00Z");
        return order.toString();
    }

    @Test
    void aLineOfChatIsEchoedWithItsMessageId() {
        TwitchApp app = TwitchApp.connect(stage);
        app.subscribe(TwitchTopic.CHAT, subscriber.url());
        await().untilAsserted(() -> assertThat(app.status(0)).isEqualTo("enabled"));

        JsonNode sent = say(app, app.userId(), "hello").json().at("/data/0");

        assertThat(sent.path("is_sent").asBoolean()).isTrue();
        assertThat(stage.get("/control/chat").json().at("/lines/0/sender").asText())
                .isEqualTo("NovaFox");
        await().untilAsserted(() -> assertThat(subscriber.events())
                .singleElement()
                .satisfies(message -> {
                    JsonNode event = message.json().path("event");
                    assertThat(event.path("message_id")).isEqualTo(sent.path("message_id"));
                    assertThat(event.path("chatter_user_id").asText()).isEqualTo(app.userId());
                    assertThat(event.at("/message/text").asText()).isEqualTo("hello");
                    assertThat(event.at("/message/fragments/0/text").asText()).isEqualTo("hello");
                    assertThat(event.at("/badges/0/set_id").asText()).isEqualTo("broadcaster");
                }));
    }

    private static Said say(TwitchApp app, String sender, String text) {
        return app.call("POST", "/helix/chat/messages", line(app, sender, text));
    }

    private static String line(TwitchApp app, String sender, String text) {
        return JSON.createObjectNode()
                .put("broadcaster_id", app.userId())
                .put("sender_id", sender)
                .put("message", text)
                .toString();
    }

    @Test
    void aLineOfChatIsRefused() {
        TwitchApp app = TwitchApp.connect(stage);
        assertRefused(say(app, app.userId(), ""), 400, "The parameter \"message\" is required");
        assertRefused(
                say(app, "1", "hello"),
                401,
                "The ID in sender_id must match the user ID found in the request's OAuth token.");
        assertRefused(say(app, app.userId(), "x".repeat(501)), 422, "The message is too large");
        assertThat(stage.call("POST", "/helix/chat/messages", app.appToken(), line(app, app.userId(), "hi"))
                        .status())
                .isEqualTo(200);

        TwitchApp mute = TwitchApp.connect(stage, "bits:read");
        assertRefused(say(mute, mute.userId(), "hello"), 401, "Missing scope: user:write:chat");
        assertRefused(
                stage.call("POST", "/helix/chat/messages", mute.appToken(), line(mute, mute.userId(), "hi")),
                401,
                "Missing scope: user:write:chat, user:bot or channel:bot");
    }

    @Test
    void anAppSeesAndMakesRewards() {
        TwitchApp app = TwitchApp.connect(stage);
        String here = REWARDS + "?broadcaster_id=" + app.userId();
        String body = "{\"title\": \"Play a tip\", \"cost\": 500, \"is_user_input_required\": true}";

        JsonNode made = app.call("POST", here, body).json().at("/data/0");

        assertThat(made.path("is_user_input_required").asBoolean()).isTrue();
        assertThat(app.call("GET", here, "").json().path("data")).hasSize(2);
        assertThat(app.call("GET", here + "&only_manageable_rewards=true", "")
                        .json()
                        .path("data"))
                .containsExactly(made);
        assertRefused(app.call("POST", here, body), 400, "CREATE_CUSTOM_REWARD_DUPLICATE_REWARD");
        assertThat(app.call("POST", here, "{\"title\": \"\", \"cost\": 5}").status())
                .isEqualTo(400);
        assertThat(app.call("POST", here, "{\"title\": \"A\", \"cost\": 0}").status())
                .isEqualTo(400);
        assertThat(app.call("GET", here + "&id=none", "").status()).isEqualTo(404);
        assertThat(app.call("GET", REWARDS, "").status()).isEqualTo(400);
        assertThat(app.call("GET", REWARDS + "?broadcaster_id=1", "").status()).isEqualTo(401);
        assertRefused(stage.call("GET", here, app.appToken(), ""), 401, "Missing User OAUTH Token");
        TwitchApp reader = TwitchApp.connect(stage, "channel:read:redemptions");
        assertThat(reader.call("GET", here, "").status()).isEqualTo(200);
        assertRefused(reader.call("POST", here, body), 401, "Missing scope: channel:manage:redemptions");
    }

    @Test
    void aRedemptionIsResolvedOnceByTheAppOfItsReward() {
        TwitchApp app = TwitchApp.connect(stage);
        app.subscribe(TwitchTopic.REDEMPTION, subscriber.url());
        await().untilAsserted(() -> assertThat(app.status(0)).isEqualTo("enabled"));
        JsonNode byHand = redeemed("{}");
        String here = REWARDS + "?broadcaster_id=" + app.userId();
        app.call("POST", here, "{\"title\": \"Play a tip\", \"cost\": 500}");
        JsonNode ours = redeemed("{\"user_input\": \"hello\"}");

        Said done = app.call("PATCH", resolving(app, ours), "{\"status\": \"FULFILLED\"}");

        assertThat(done.json().at("/data/0/status").asText()).isEqualTo("FULFILLED");
        assertThat(done.json().at("/data/0/user_input").asText()).isEqualTo("hello");
        assertThat(stage.get("/control/redemption?broadcaster_id=" + app.userId() + "&id="
                                + ours.path("id").asText())
                        .json()
                        .path("status")
                        .asText())
                .isEqualTo("FULFILLED");
        Said unknown = stage.get("/control/redemption?broadcaster_id=" + app.userId() + "&id=none");
        assertThat(unknown.status()).isEqualTo(404);
        assertThat(unknown.text()).isEqualTo("There is no such redemption\n");
        assertThat(app.call("PATCH", resolving(app, ours), "{\"status\": \"CANCELED\"}")
                        .status())
                .isEqualTo(400);
        assertThat(app.call("PATCH", resolving(app, byHand), "{\"status\": \"FULFILLED\"}")
                        .status())
                .isEqualTo(403);
        assertThat(app.call("PATCH", resolving(app, ours) + "x", "{\"status\": \"FULFILLED\"}")
                        .status())
                .isEqualTo(404);
        assertThat(app.call("PATCH", resolving(app, ours), "{\"status\": \"DONE\"}")
                        .status())
                .isEqualTo(400);
        assertThat(app.call("PATCH", REWARDS + "/redemptions?broadcaster_id=" + app.userId(), "{}")
                        .status())
                .isEqualTo(400);
    }

    private JsonNode redeemed(String event) {
        stage.control("emit", "{\"type\": \"" + TwitchTopic.REDEMPTION.type() + "\", \"event\": " + event + "}");
        return subscriber.events().getLast().json().path("event");
    }

    private static String resolving(TwitchApp app, JsonNode redemption) {
        return REWARDS + "/redemptions?broadcaster_id=" + app.userId() + "&reward_id="
                + redemption.at("/reward/id").asText() + "&id="
                + redemption.path("id").asText();
    }

    @Test
    void whenTheStreamerRevokesTokensEndAndSubscribersAreTold() {
        TwitchApp app = TwitchApp.connect(stage);
        app.subscribe(TwitchTopic.CHEER, subscriber.url());
        app.subscribe(TwitchTopic.ONLINE, subscriber.url());
        await().untilAsserted(() ->
                assertThat(app.subscriptions("?status=enabled").path("data")).hasSize(2));

        assertThat(stage.control("revoke", "{}").path("delivered")).hasSize(1);

        assertThat(subscriber.events()).singleElement().satisfies(message -> {
            assertThat(message.header("Twitch-Eventsub-Message-Type")).isEqualTo("revocation");
            assertThat(message.json().at("/subscription/status").asText()).isEqualTo("authorization_revoked");
            assertThat(message.json().has("event")).isFalse();
        });
        assertThat(app.validate(app.userToken()).status()).isEqualTo(401);
        assertThat(app.refresh(app.refreshToken()).json().path("message").asText())
                .isEqualTo("Invalid refresh token");
        assertRefused(
                app.subscribe(TwitchTopic.CHEER, subscriber.url()), 403, "subscription missing proper authorization");
    }
}
