package streamerapi.localstack.platforms;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import streamerapi.localstack.fixtures.EventSubscriber;
import streamerapi.localstack.fixtures.StandInServer;
import streamerapi.localstack.fixtures.StandInServer.Said;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

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
    void theAuthorizePageHasOneFormWithTwoDecisions() {
        Said page = stage.get("/oauth2/authorize?"
                + StandInServer.form(
                        "client_id", stage.clientId(),
                        "redirect_uri", PlatformStage.REDIRECT,
                        "response_type", "code",
                        "scope", "bits:read user:bot",
                        "state", "\"><script>"));

        assertThat(page.status()).isEqualTo(200);
        assertThat(page.text())
                .containsOnlyOnce("<form ")
                .contains("name=\"decision\" value=\"approve\"", "name=\"decision\" value=\"deny\"")
                .contains("<code>bits:read</code>", "&quot;&gt;&lt;script&gt;")
                .doesNotContain("<script>");
    }

    @ParameterizedTest
    @CsvSource({
        "client_id, unknown, invalid client",
        "redirect_uri, http://127.0.0.1:3999/callback, redirect_uri",
        "redirect_uri, http://example.com/callback, redirect_uri",
        "redirect_uri, https://user@example.com, redirect_uri",
        "response_type, token, response type",
        "scope, Bits, invalid scope",
    })
    void aRequestToAuthorizeThatIsWrongIsRefused(String field, String value, String message) {
        Map<String, String> fields = new java.util.TreeMap<>(Map.of(
                "client_id",
                stage.clientId(),
                "redirect_uri",
                PlatformStage.REDIRECT,
                "response_type",
                "code",
                "scope",
                "bits:read"));
        fields.put(field, value);
        List<String> pairs = new ArrayList<>();
        fields.forEach((name, text) -> pairs.addAll(List.of(name, text)));

        Said page = stage.get("/oauth2/authorize?" + StandInServer.form(pairs.toArray(String[]::new)));

        assertThat(page.status()).isEqualTo(400);
        assertThat(page.json().path("message").asText()).contains(message);
    }

    @Test
    void aStreamerWhoSaysNoIsSentBackWithoutACode() {
        Said denied = TwitchApp.decide(stage, "bits:read", "deny");

        assertThat(denied.location()).startsWith(PlatformStage.REDIRECT + "?");
        assertThat(denied.back("error")).isEqualTo("access_denied");
        assertThat(denied.back("state")).isEqualTo("s t&a=te");
        assertThat(denied.back("code")).isEmpty();
    }

    @Test
    void aCodeIsGoodOnceForItsAddressAlone() {
        String code = TwitchApp.code(stage, "bits:read");

        assertThat(exchange(code, "http://localhost:3999/other")
                        .json()
                        .path("message")
                        .asText())
                .isEqualTo("Invalid authorization code");
        String other = TwitchApp.code(stage, "bits:read");
        Said good = exchange(other, PlatformStage.REDIRECT);
        assertThat(good.status()).isEqualTo(200);
        assertThat(good.json().path("scope")).hasSize(1);
        assertThat(good.json().path("token_type").asText()).isEqualTo("bearer");
        assertThat(exchange(other, PlatformStage.REDIRECT).status()).isEqualTo(400);
        String late = TwitchApp.code(stage, "bits:read");
        stage.clock().advance(Duration.ofMinutes(6));
        assertThat(exchange(late, PlatformStage.REDIRECT).status()).isEqualTo(400);
    }

    private Said exchange(String code, String redirect) {
        return stage.form(
                "/oauth2/token",
                "client_id",
                stage.clientId(),
                "client_secret",
                stage.clientSecret(),
                "grant_type",
                "authorization_code",
                "code",
                code,
                "redirect_uri",
                redirect);
    }

    @ParameterizedTest
    @CsvSource({
        "'',      right, client_credentials, 400, missing client id",
        "unknown, right, client_credentials, 400, invalid client",
        "right,   '',    client_credentials, 400, missing client secret",
        "right,   wrong, client_credentials, 403, invalid client secret",
        "right,   right, password,           400, invalid grant type",
        "right,   right, refresh_token,      400, Invalid refresh token",
    })
    void aTokenIsRefused(String client, String secret, String grant, int status, String message) {
        Said said = stage.form(
                "/oauth2/token",
                "client_id",
                client.equals("right") ? stage.clientId() : client,
                "client_secret",
                secret.equals("right") ? stage.clientSecret() : secret,
                "grant_type",
                grant,
                "refresh_token",
                "none");

        assertThat(said.status()).isEqualTo(status);
        assertThat(said.json()).hasSize(2);
        assertThat(said.json().path("status").asInt()).isEqualTo(status);
        assertThat(said.json().path("message").asText()).isEqualTo(message);
    }

    @Test
    void aRefreshTokenIsGoodOnceAndEndsTheOldPair() {
        TwitchApp app = TwitchApp.connect(stage);
        Said refreshed = refresh(app.refreshToken());

        assertThat(refreshed.status()).isEqualTo(200);
        assertThat(refreshed.json().path("refresh_token").asText()).isNotEqualTo(app.refreshToken());
        assertThat(refresh(app.refreshToken()).status()).isEqualTo(400);
        assertThat(validate(app.userToken()).status()).isEqualTo(401);
        assertThat(validate(refreshed.json().path("access_token").asText()).status())
                .isEqualTo(200);
    }

    private Said refresh(String token) {
        return stage.form(
                "/oauth2/token",
                "client_id",
                stage.clientId(),
                "client_secret",
                stage.clientSecret(),
                "grant_type",
                "refresh_token",
                "refresh_token",
                token);
    }

    private Said validate(String token) {
        return stage.call("GET", "/oauth2/validate", Map.of("Authorization", "OAuth " + token), "");
    }

    @Test
    void aTokenIsValidatedUntilItEndsOrIsRevoked() {
        TwitchApp app = TwitchApp.connect(stage);
        JsonNode told = validate(app.userToken()).json();
        assertThat(told.path("login").asText()).isEqualTo("novafox");
        assertThat(told.path("user_id").asText()).isEqualTo(app.userId());
        assertThat(told.path("client_id").asText()).isEqualTo(stage.clientId());
        assertThat(told.path("scopes")).hasSize(8);
        assertThat(told.path("expires_in").asInt()).isBetween(14_000, 14_400);

        stage.clock().advance(Duration.ofHours(5));
        assertThat(validate(app.userToken()).json().path("message").asText()).isEqualTo("invalid access token");
        String token = refresh(app.refreshToken()).json().path("access_token").asText();
        assertThat(stage.form("/oauth2/revoke", "client_id", stage.clientId(), "token", token)
                        .status())
                .isEqualTo(200);
        assertThat(validate(token).status()).isEqualTo(401);
        assertThat(stage.form("/oauth2/revoke", "client_id", stage.clientId(), "token", token)
                        .status())
                .isEqualTo(400);
        assertThat(stage.form("/oauth2/revoke", "client_id", "unknown", "token", token)
                        .status())
                .isEqualTo(404);
        assertThat(stage.get("/oauth2/validate").status()).isEqualTo(401);
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
                app.call("GET", "/helix/streams", ""), 404, "The stand-in for Twitch does not play GET /helix/streams");
    }

    private static void assertRefused(Said said, int status, String message) {
        assertThat(said.status()).as(said.text()).isEqualTo(status);
        assertThat(said.json()).hasSize(3);
        assertThat(said.json().path("status").asInt()).isEqualTo(status);
        assertThat(said.json().path("error").asText()).isNotEmpty();
        assertThat(said.json().path("message").asText()).isEqualTo(message);
    }

    @Test
    void aSubscriptionIsPendingUntilItsAddressRepeatsTheChallenge() {
        TwitchApp app = TwitchApp.connect(stage);
        Said made = app.subscribe(TwitchTopic.FOLLOW, subscriber.url());

        assertThat(made.status()).isEqualTo(202);
        assertThat(made.json().at("/data/0/status").asText()).isEqualTo("webhook_callback_verification_pending");
        assertThat(made.text()).doesNotContain(TwitchApp.SECRET);
        await().untilAsserted(() -> assertThat(status(app, 0)).isEqualTo("enabled"));
        assertThat(subscriber.all()).singleElement().satisfies(message -> {
            assertThat(message.header("Twitch-Eventsub-Message-Type")).isEqualTo("webhook_callback_verification");
            assertThat(message.header("Twitch-Eventsub-Subscription-Type")).isEqualTo("channel.follow");
            assertThat(message.header("Twitch-Eventsub-Subscription-Version")).isEqualTo("2");
            assertThat(message.header("Twitch-Eventsub-Message-Retry")).isEqualTo("0");
        });
        assertRefused(app.subscribe(TwitchTopic.FOLLOW, subscriber.url()), 409, "subscription already exists");
    }

    @ParameterizedTest
    @CsvSource({"application/json, ''", "text/plain, ' '"})
    void anAddressThatDoesNotRepeatTheChallengeFails(String type, String prefix) {
        subscriber.challengesAs(type, prefix);
        TwitchApp app = TwitchApp.connect(stage);
        app.subscribe(TwitchTopic.CHEER, subscriber.url());

        await().untilAsserted(() -> assertThat(status(app, 0)).isEqualTo("webhook_callback_verification_failed"));
        assertThat(stage.control("emit", "{\"type\": \"channel.cheer\"}").path("delivered"))
                .isEmpty();
        subscriber.challengesAs("text/plain", "");
        assertThat(app.subscribe(TwitchTopic.CHEER, subscriber.url()).status()).isEqualTo(202);
    }

    private String status(TwitchApp app, int place) {
        return list(app, "").path("data").path(place).path("status").asText();
    }

    private JsonNode list(TwitchApp app, String query) {
        return stage.call("GET", "/helix/eventsub/subscriptions" + query, app.appToken(), "")
                .json();
    }

    @ParameterizedTest
    @EnumSource(
            value = TwitchTopic.class,
            names = {"RAID", "ONLINE", "OFFLINE"},
            mode = EnumSource.Mode.EXCLUDE)
    void aTypeThatNeedsAScopeIsRefusedWithoutIt(TwitchTopic topic) {
        TwitchApp app = TwitchApp.connect(stage, "user:read:email");

        assertRefused(app.subscribe(topic, subscriber.url()), 403, "subscription missing proper authorization");
    }

    @Test
    void aSubscriptionThatIsWrongIsRefused() throws IOException {
        TwitchApp app = TwitchApp.connect(stage);
        ObjectNode good = (ObjectNode) JSON.readTree("""
                {"type": "channel.follow", "version": "2",
                 "condition": {"broadcaster_user_id": "%s", "moderator_user_id": "%s"},
                 "transport": {"method": "webhook", "callback": "https://example.com/hooks", "secret": "%s"}}
                """.formatted(app.userId(), app.userId(), TwitchApp.SECRET));

        assertRefused(
                stage.call("POST", "/helix/eventsub/subscriptions", app.userToken(), good.toString()),
                400,
                "auth must use app access token to create webhook subscription");
        assertRefused(wrong(app, good, "/version", "1"), 400, "invalid subscription type and version");
        assertRefused(
                wrong(app, good, "/condition/moderator_user_id", ""),
                400,
                "invalid condition: moderator_user_id is required");
        assertRefused(wrong(app, good, "/transport/method", "websocket"), 400, "invalid transport method");
        assertRefused(
                wrong(app, good, "/transport/callback", "https://example.com:8443/hooks"),
                400,
                "invalid transport callback: it must be https, at port 443");
        assertRefused(
                wrong(app, good, "/transport/secret", "short"),
                400,
                "invalid transport secret: it must be 10 to 100 ASCII characters");
        assertRefused(
                wrong(app, good, "/condition/moderator_user_id", "1"),
                403,
                "subscription missing proper authorization");
        assertRefused(
                stage.call("POST", "/helix/eventsub/subscriptions", app.appToken(), "{"),
                400,
                "The request body is not valid JSON.");
    }

    private static Said wrong(TwitchApp app, ObjectNode good, String pointer, String value) {
        ObjectNode body = good.deepCopy();
        int slash = pointer.lastIndexOf('/');
        ((ObjectNode) body.at(pointer.substring(0, slash))).put(pointer.substring(slash + 1), value);
        return app.subscribe(body);
    }

    @Test
    void theListHasPagesAndFilters() {
        TwitchApp app = TwitchApp.connect(stage);
        for (TwitchTopic topic : TwitchTopic.values()) {
            app.subscribe(topic, subscriber.url());
        }
        await().untilAsserted(() ->
                assertThat(list(app, "?status=enabled").path("data")).hasSize(4));
        List<String> types = new ArrayList<>();
        String after = "";
        do {
            JsonNode page = list(app, "?after=" + after);
            page.path("data").forEach(one -> types.add(one.path("type").asText()));
            after = page.at("/pagination/cursor").asText();
            assertThat(page.path("total").asInt()).isEqualTo(10);
            assertThat(page.path("total_cost").asInt()).isEqualTo(3);
        } while (!after.isEmpty());

        assertThat(types).doesNotHaveDuplicates().hasSize(10);
        assertThat(list(app, "?type=channel.raid").path("data")).hasSize(1);
        assertThat(list(app, "?user_id=1").path("data")).isEmpty();
        assertRefused(
                stage.call("GET", "/helix/eventsub/subscriptions?type=a&status=b", app.appToken(), ""),
                400,
                "only one of status, type, user_id and subscription_id may be specified");
        assertRefused(
                stage.call("GET", "/helix/eventsub/subscriptions?after=!", app.appToken(), ""),
                400,
                "The cursor specified in the after query parameter is not valid.");
        assertRefused(
                stage.call("GET", "/helix/eventsub/subscriptions", app.userToken(), ""),
                400,
                "auth must use app access token to list webhook subscriptions");
    }

    @Test
    void aSubscriptionIsDeletedOnce() {
        TwitchApp app = TwitchApp.connect(stage);
        String id = app.subscribe(TwitchTopic.ONLINE, subscriber.url())
                .json()
                .at("/data/0/id")
                .asText();
        String path = "/helix/eventsub/subscriptions?id=" + id;

        assertRefused(
                stage.call("DELETE", path, app.userToken(), ""),
                400,
                "auth must use app access token to delete webhook subscriptions");
        assertThat(stage.call("DELETE", path, app.appToken(), "").status()).isEqualTo(204);
        assertRefused(stage.call("DELETE", path, app.appToken(), ""), 404, "subscription not found");
        assertRefused(
                stage.call("DELETE", "/helix/eventsub/subscriptions", app.appToken(), ""),
                400,
                "The parameter \"id\" was missing from the query");
    }

    @Test
    void aLineOfChatIsEchoedWithItsMessageId() {
        TwitchApp app = TwitchApp.connect(stage);
        app.subscribe(TwitchTopic.CHAT, subscriber.url());
        await().untilAsserted(() -> assertThat(status(app, 0)).isEqualTo("enabled"));

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
        await().untilAsserted(() -> assertThat(status(app, 0)).isEqualTo("enabled"));
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
                assertThat(list(app, "?status=enabled").path("data")).hasSize(2));

        assertThat(stage.control("revoke", "{}").path("delivered")).hasSize(1);

        assertThat(subscriber.events()).singleElement().satisfies(message -> {
            assertThat(message.header("Twitch-Eventsub-Message-Type")).isEqualTo("revocation");
            assertThat(message.json().at("/subscription/status").asText()).isEqualTo("authorization_revoked");
            assertThat(message.json().has("event")).isFalse();
        });
        assertThat(validate(app.userToken()).status()).isEqualTo(401);
        assertThat(refresh(app.refreshToken()).json().path("message").asText()).isEqualTo("Invalid refresh token");
        assertRefused(
                app.subscribe(TwitchTopic.CHEER, subscriber.url()), 403, "subscription missing proper authorization");
    }

    @Test
    void anEventThatIsNotAnswered2xxComesAgain() {
        TwitchApp app = TwitchApp.connect(stage);
        app.subscribe(TwitchTopic.RAID, subscriber.url());
        await().untilAsserted(() -> assertThat(status(app, 0)).isEqualTo("enabled"));
        subscriber.answering(503);

        assertThat(stage.control("emit", "{\"type\": \"channel.raid\"}")
                        .at("/delivered/0")
                        .asInt())
                .isEqualTo(503);

        await().untilAsserted(() -> assertThat(subscriber.events()).hasSize(2));
        var first = subscriber.events().getFirst();
        var second = subscriber.events().getLast();
        assertThat(second.body()).isEqualTo(first.body());
        assertThat(second.header("Twitch-Eventsub-Message-Id")).isEqualTo(first.header("Twitch-Eventsub-Message-Id"));
        assertThat(second.header("Twitch-Eventsub-Message-Retry")).isEqualTo("1");
    }
}
