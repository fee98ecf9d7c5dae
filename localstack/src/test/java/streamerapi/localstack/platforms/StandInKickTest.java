package streamerapi.localstack.platforms;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.localstack.fixtures.EventSubscriber;
import streamerapi.localstack.fixtures.EventSubscriber.Arrived;
import streamerapi.localstack.fixtures.StandInServer;
import streamerapi.localstack.fixtures.StandInServer.Said;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// The stand-in for Kick, asked as an app asks: what it takes, what it refuses, and what it sends.
class StandInKickTest {

    private static final String SUBSCRIPTIONS = "/public/v1/events/subscriptions";

    private final PlatformStage stage = new PlatformStage("kick", null);
    private final EventSubscriber subscriber = new EventSubscriber();

    @AfterEach
    void close() {
        stage.close();
        subscriber.close();
    }

    @Test
    void theAuthorizePageHasOneFormWithTwoDecisions() {
        Said page = stage.get(
                "/oauth/authorize?" + StandInServer.form(KickApp.question(stage, KickApp.SCOPES, "decision", "")));

        assertThat(page.status()).isEqualTo(200);
        assertThat(page.text())
                .containsOnlyOnce("<form ")
                .contains("name=\"decision\" value=\"approve\"", "name=\"decision\" value=\"deny\"");
        assertThat(stage.form("/oauth/authorize", KickApp.question(stage, KickApp.SCOPES, "decision", "deny"))
                        .back("error"))
                .isEqualTo("access_denied");
        assertThat(stage.form("/oauth/authorize", KickApp.question(stage, KickApp.SCOPES, "decision", ""))
                        .status())
                .isEqualTo(400);
    }

    @ParameterizedTest
    @CsvSource({
        "client_id, unknown",
        "redirect_uri, http://127.0.0.1:3999/callback",
        "response_type, token",
        "scope, ''",
        "state, ''",
        "code_challenge, short",
        "code_challenge_method, plain",
    })
    void aRequestToAuthorizeThatIsWrongIsRefused(String field, String value) {
        String[] fields = KickApp.question(stage, KickApp.SCOPES, "decision", "approve");
        for (int i = 0; i < fields.length; i += 2) {
            if (fields[i].equals(field)) {
                fields[i + 1] = value;
            }
        }

        assertInvalid(stage.get("/oauth/authorize?" + StandInServer.form(fields)), 400, "Invalid request");
        assertInvalid(stage.form("/oauth/authorize", fields), 400, "Invalid request");
    }

    private static void assertInvalid(Said said, int status, String error) {
        assertThat(said.status()).as(said.text()).isEqualTo(status);
        assertThat(said.json().path("error").asText()).isEqualTo(error);
    }

    @Test
    void anAppWithARedirectAddressIsHeldToIt() {
        stage.form("/app", "redirect_url", "https://example.com/callback", "webhook_url", "");

        assertThat(stage.form("/oauth/authorize", KickApp.question(stage, "user:read", "decision", "approve"))
                        .status())
                .isEqualTo(400);
        assertThat(stage.get("/app").text())
                .contains("https://example.com/callback", stage.clientId(), stage.clientSecret());
    }

    @Test
    void aCodeNeedsItsVerifierAndIsGoodOnce() {
        String wrong = "another-verifier-of-43-characters-at-the-very-least";

        assertInvalid(KickApp.exchange(stage, KickApp.code(stage, "user:read"), wrong), 400, "invalid_grant");
        assertInvalid(KickApp.exchange(stage, KickApp.code(stage, "user:read"), ""), 400, "Invalid request");
        String code = KickApp.code(stage, "user:read");
        JsonNode good = KickApp.exchange(stage, code, KickApp.VERIFIER).json();
        assertThat(good.path("scope").asText()).isEqualTo("user:read");
        assertThat(good.path("token_type").asText()).isEqualTo("Bearer");
        assertThat(good.path("expires_in").asInt()).isBetween(7_000, 7_200);
        assertInvalid(KickApp.exchange(stage, code, KickApp.VERIFIER), 400, "invalid_grant");
    }

    @Test
    void tokensAreRefreshedOnceIntrospectedAndRevoked() {
        KickApp app = KickApp.connect(stage);
        assertThat(introspected(app.userToken()).path("token_type").asText()).isEqualTo("user");
        assertThat(introspected(app.appToken()).path("token_type").asText()).isEqualTo("app");

        String token = refresh(app).json().path("access_token").asText();

        assertInvalid(refresh(app), 400, "invalid_grant");
        assertThat(introspected(app.userToken()).path("active").asBoolean()).isFalse();
        assertThat(stage.form("/oauth/revoke?token=" + token + "&token_hint_type=access_token")
                        .text())
                .isEqualTo("OK");
        assertThat(stage.call("GET", "/public/v1/users", token, "").status()).isEqualTo(401);
        assertThat(stage.form("/oauth/revoke?token=none").status()).isEqualTo(200);
        assertInvalid(token("client_credentials", "wrong"), 401, "invalid_client");
        assertInvalid(token("password", stage.clientSecret()), 400, "Invalid request");
    }

    private Said refresh(KickApp app) {
        return app.refresh(app.refreshToken());
    }

    private Said token(String grant, String secret) {
        return stage.tokenOf(stage.clientId(), secret, grant);
    }

    private JsonNode introspected(String token) {
        return stage.call("POST", "/oauth/token/introspect", token, "").json().path("data");
    }

    @Test
    void peopleAndChannelsHaveIntegerIds() {
        KickApp app = KickApp.connect(stage);
        JsonNode user = app.call("GET", "/public/v1/users", "").json().at("/data/0");
        JsonNode channel = app.call("GET", "/public/v1/channels", "").json().at("/data/0");

        assertThat(user.path("user_id").isIntegralNumber()).isTrue();
        assertThat(user.path("name").asText()).isEqualTo("NovaFox");
        assertThat(channel.path("broadcaster_user_id")).isEqualTo(user.path("user_id"));
        assertThat(channel.path("slug").asText()).isEqualTo("novafox");
        assertThat(stage.call("GET", "/public/v1/channels?slug=novafox", app.appToken(), "")
                        .json()
                        .path("data"))
                .hasSize(1);
        assertRefused(stage.call("GET", "/public/v1/users?id=x", app.appToken(), ""), 400, "Invalid request");
        assertRefused(stage.call("GET", "/public/v1/users", app.appToken(), ""), 400, "Invalid request");
        assertRefused(stage.call("GET", "/public/v1/users", "none", ""), 401, "Unauthorized");
        assertRefused(KickApp.connect(stage, "user:read").call("GET", "/public/v1/channels", ""), 403, "Forbidden");
        assertRefused(
                app.call("GET", "/public/v1/categories", ""),
                404,
                "The stand-in for Kick does not play GET /public/v1/categories");
    }

    @Test
    void aChannelIsLiveFromItsFirstEventToItsLast() {
        KickApp app = KickApp.connect(stage);
        assertThat(stream(app).path("is_live").asBoolean()).isFalse();

        stage.control("emit", status(app, true));
        assertThat(stream(app).path("is_live").asBoolean()).isTrue();
        assertThat(stream(app).path("start_time").asText()).isEqualTo("2026-03-01T18:00:00Z");

        stage.control("emit", status(app, false));
        assertThat(stream(app).path("is_live").asBoolean()).isFalse();
    }

    private static JsonNode stream(KickApp app) {
        return app.call("GET", "/public/v1/channels", "").json().at("/data/0/stream");
    }

    private static String status(KickApp app, boolean isLive) {
        ObjectNode order = JsonNodeFactory.instance.objectNode().put("type", "livestream.status.updated");
        ObjectNode event = order.putObject("event").put("is_live", isLive).put("started_at", "2026-03-01T18:00:00Z");
        event.putObject("broadcaster").put("user_id", app.userId());
        return order.toString();
    }

    private static void assertRefused(Said said, int status, String message) {
        assertThat(said.status()).as(said.text()).isEqualTo(status);
        assertThat(said.json().path("data")).isEmpty();
        assertThat(said.json().path("message").asText()).isEqualTo(message);
    }

    @Test
    void subscriptionsAreMadeOnceListedAndDeleted() {
        KickApp app = KickApp.connect(stage);
        JsonNode made = app.subscribe().json().path("data");

        assertThat(made)
                .hasSize(7)
                .allSatisfy(one -> assertThat(one.path("error").asText()).isEmpty());
        assertThat(app.subscribe().json().path("data")).isEqualTo(made);
        JsonNode listed = app.call("GET", SUBSCRIPTIONS, "").json().path("data");
        assertThat(listed).hasSize(7).allSatisfy(one -> {
            assertThat(one.path("broadcaster_user_id").asLong()).isEqualTo(app.userId());
            assertThat(one.path("version").isInt()).isTrue();
            assertThat(one.path("id").asText()).hasSize(26);
        });
        assertThat(app.call("GET", SUBSCRIPTIONS + "?broadcaster_user_id=1", "")
                        .json()
                        .path("data"))
                .isEmpty();
        String ids = "?id=" + made.at("/0/subscription_id").asText() + "&id="
                + made.at("/1/subscription_id").asText();
        assertThat(app.call("DELETE", SUBSCRIPTIONS + ids, "").status()).isEqualTo(204);
        assertThat(app.call("GET", SUBSCRIPTIONS, "").json().path("data")).hasSize(5);
        assertRefused(app.call("DELETE", SUBSCRIPTIONS, ""), 400, "Invalid request");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{",
                "{\"events\": [{\"name\": \"channel.followed\", \"version\": 1}]}",
                "{\"method\": \"webhook\", \"events\": []}",
            })
    void aSubscriptionThatIsWrongIsRefused(String body) {
        assertRefused(KickApp.connect(stage).call("POST", SUBSCRIPTIONS, body), 400, "Invalid request");
    }

    @Test
    void aSubscriptionNeedsAScopeAndAnAppNamesItsChannel() {
        KickApp app = KickApp.connect(stage);
        String body = "{\"method\": \"webhook\", \"events\": [{\"name\": \"channel.none\", \"version\": 1}]}";

        assertRefused(stage.call("POST", SUBSCRIPTIONS, app.appToken(), body), 400, "Invalid request");
        assertThat(app.call("POST", SUBSCRIPTIONS, body)
                        .json()
                        .at("/data/0/error")
                        .asText())
                .isNotEmpty();
        assertRefused(KickApp.connect(stage, "user:read").call("POST", SUBSCRIPTIONS, body), 403, "Forbidden");
    }

    @ParameterizedTest
    @EnumSource(KickTopic.class)
    void everyEventIsSignedAndHasTheDocumentedFields(KickTopic topic) throws Exception {
        KickApp app = KickApp.connect(stage);
        app.subscribe();
        stage.control("webhook", "{\"url\": \"" + subscriber.url() + "\"}");

        String badge = "{\"sender\": {\"identity\": {\"badges\": [{\"text\": \"Mod\", \"type\": \"moderator\"}]}}}";
        JsonNode answer = stage.control(
                "emit",
                "{\"type\": \"%s\", \"event\": %s}".formatted(topic.type(), topic == KickTopic.CHAT ? badge : "{}"));

        assertThat(answer.path("delivered")).hasSize(1);
        Arrived event = subscriber.events().getFirst();
        assertThat(event.header("Kick-Event-Type")).isEqualTo(topic.type());
        assertThat(event.header("Kick-Event-Version")).isEqualTo("1");
        assertThat(event.header("Kick-Event-Message-Id")).hasSize(26);
        assertThat(event.header("Kick-Event-Subscription-Id")).hasSize(26);
        assertThat(event.header("Kick-Event-Message-Timestamp")).matches("[0-9T:-]{19}Z");
        assertThat(verified(event)).isTrue();
        event.body()[20]++;
        assertThat(verified(event)).isFalse();
        event.body()[20]--;
        JsonNode body = event.json();
        assertThat(body.at("/broadcaster/user_id").asLong()).isEqualTo(app.userId());
        assertThat(shape(body)).isEqualTo(shape(documented().required(topic.type())));
    }

    /// Verifies an event as Kick's documentation says, with the key that the stand-in shows.
    private boolean verified(Arrived event) throws GeneralSecurityException, IOException {
        String pem =
                stage.get("/public/v1/public-key").json().at("/data/public_key").asText();
        byte[] der = Base64.getMimeDecoder()
                .decode(pem.replace("-----BEGIN PUBLIC KEY-----", "").replace("-----END PUBLIC KEY-----", ""));
        Signature signature = Signature.getInstance("SHA256withRSA");
        signature.initVerify(KeyFactory.getInstance("RSA").generatePublic(new X509EncodedKeySpec(der)));
        ByteArrayOutputStream signed = new ByteArrayOutputStream();
        signed.write((event.header("Kick-Event-Message-Id") + "." + event.header("Kick-Event-Message-Timestamp") + ".")
                .getBytes(StandardCharsets.US_ASCII));
        signed.write(event.body());
        signature.update(signed.toByteArray());
        return signature.verify(Base64.getDecoder().decode(event.header("Kick-Event-Signature")));
    }

    /// The examples of Kick's documentation, reduced to their fields and types.
    private static JsonNode documented() throws IOException {
        try (InputStream stream = StandInKickTest.class.getResourceAsStream("/stand-ins/kick-documented.json")) {
            return new ObjectMapper().readTree(stream);
        }
    }

    /// A body's fields, with the types of their values in place of these.
    private static JsonNode shape(JsonNode node) {
        ObjectMapper json = new ObjectMapper();
        return switch (node.getNodeType()) {
            case OBJECT -> {
                var shape = json.createObjectNode();
                node.properties().forEach(field -> shape.set(field.getKey(), shape(field.getValue())));
                yield shape;
            }
            case ARRAY -> json.createArrayNode().add(shape(node.path(0)));
            case NUMBER -> json.createObjectNode().textNode("number");
            case BOOLEAN -> json.createObjectNode().textNode("boolean");
            case STRING -> json.createObjectNode().textNode("text");
            case NULL, MISSING, BINARY, POJO -> json.createObjectNode().textNode("none");
        };
    }

    @Test
    void aStreamThatEndedHasItsEnd() {
        KickApp.connect(stage).subscribe();
        stage.control("webhook", "{\"url\": \"" + subscriber.url() + "\"}");
        stage.control("emit", "{\"type\": \"livestream.status.updated\", \"event\": {\"is_live\": false}}");

        JsonNode body = subscriber.events().getFirst().json();
        assertThat(body.path("ended_at").asText())
                .isGreaterThan(body.path("started_at").asText());
    }

    @Test
    void withoutAWebhookEventsGoWhereTheStackTakesThem() {
        String order = "{\"type\": \"channel.followed\"}";
        KickApp.connect(stage).subscribe();
        assertThat(stage.control("emit", order).path("delivered")).isEmpty();

        stage.receiving(subscriber.url());
        assertThat(stage.control("emit", order).path("delivered")).hasSize(1);

        try (EventSubscriber entered = new EventSubscriber()) {
            stage.control("webhook", "{\"url\": \"" + entered.url() + "\"}");
            assertThat(stage.control("emit", order).path("delivered")).hasSize(1);
            assertThat(entered.events()).hasSize(1);
        }
        assertThat(subscriber.events()).hasSize(1);
    }

    @Test
    void aLineOfChatIsEchoedWithItsMessageId() {
        KickApp app = KickApp.connect(stage);
        app.subscribe();
        stage.control("webhook", "{\"url\": \"" + subscriber.url() + "\"}");

        JsonNode sent = app.call("POST", "/public/v1/chat", "{\"type\": \"bot\", \"content\": \"hello\"}")
                .json()
                .path("data");

        assertThat(sent.path("is_sent").asBoolean()).isTrue();
        assertThat(stage.get("/control/chat").json().at("/lines/0/text").asText())
                .isEqualTo("hello");
        await().untilAsserted(() -> assertThat(subscriber.events())
                .singleElement()
                .satisfies(message -> {
                    assertThat(message.json().path("message_id")).isEqualTo(sent.path("message_id"));
                    assertThat(message.json().path("content").asText()).isEqualTo("hello");
                    assertThat(message.json().at("/sender/user_id").asLong()).isNotEqualTo(app.userId());
                }));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\": \"bot\", \"content\": \"\"}",
                "{\"type\": \"user\", \"content\": \"no channel\"}",
                "{\"type\": \"owner\", \"content\": \"hello\", \"broadcaster_user_id\": 1}",
                "[]",
            })
    void aLineOfChatThatIsWrongIsRefused(String body) {
        KickApp app = KickApp.connect(stage);

        assertRefused(app.call("POST", "/public/v1/chat", body), 400, "Invalid request");
        assertRefused(stage.call("POST", "/public/v1/chat", app.appToken(), body), 401, "Unauthorized");
        assertRefused(KickApp.connect(stage, "user:read").call("POST", "/public/v1/chat", body), 403, "Forbidden");
        assertRefused(stage.call("POST", "/public/v1/chat", Map.of(), body), 401, "Unauthorized");
    }

    @Test
    void anotherKeySignsWhatComesAfterIt() throws Exception {
        KickApp.connect(stage).subscribe();
        stage.control("webhook", "{\"url\": \"" + subscriber.url() + "\"}");
        stage.control("emit", "{\"type\": \"channel.followed\"}");
        stage.control("key", "");
        stage.control("emit", "{\"type\": \"channel.followed\"}");

        assertThat(verified(subscriber.events().getFirst())).isFalse();
        assertThat(verified(subscriber.events().getLast())).isTrue();
    }
}
