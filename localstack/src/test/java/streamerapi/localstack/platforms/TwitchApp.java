package streamerapi.localstack.platforms;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import streamerapi.localstack.fixtures.StandInServer.Said;

import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

/// An app that a streamer has connected to the stand-in for Twitch, as the service does.
final class TwitchApp extends PlatformApp {

    static final String SCOPES = "moderator:read:followers channel:read:subscriptions bits:read"
            + " channel:manage:redemptions user:read:chat user:write:chat user:bot channel:bot";
    static final String SECRET = "a-secret-of-more-than-32-characters";

    private static final ObjectMapper JSON = new ObjectMapper();

    private final String userId;

    private TwitchApp(PlatformStage stage, String scopes) {
        super(stage, exchange(stage, code(stage, scopes), PlatformStage.REDIRECT));
        userId = call("GET", "/helix/users", "").json().at("/data/0/id").asText();
    }

    static TwitchApp connect(PlatformStage stage) {
        return connect(stage, SCOPES);
    }

    static TwitchApp connect(PlatformStage stage, String scopes) {
        return new TwitchApp(stage, scopes);
    }

    /// The code that a streamer who says yes is sent back with.
    static String code(PlatformStage stage, String scopes) {
        Said decided = decide(stage, scopes, "approve");
        assertThat(decided.status()).as(decided.text()).isEqualTo(303);
        return decided.back("code");
    }

    static Said exchange(PlatformStage stage, String code, String redirect) {
        return stage.token("authorization_code", "code", code, "redirect_uri", redirect);
    }

    static Said decide(PlatformStage stage, String scopes, String decision) {
        return stage.form(
                "/oauth2/authorize",
                "client_id",
                stage.clientId(),
                "redirect_uri",
                PlatformStage.REDIRECT,
                "response_type",
                "code",
                "scope",
                scopes,
                "state",
                "s t&a=te",
                "decision",
                decision);
    }

    String userId() {
        return userId;
    }

    /// Asks for a subscription whose condition is the streamer in every field.
    Said subscribe(TwitchTopic topic, String callback) {
        ObjectNode body = JSON.createObjectNode().put("type", topic.type()).put("version", version(topic));
        ObjectNode condition = body.putObject("condition");
        topic.condition().forEach(field -> condition.put(field, userId));
        body.putObject("transport")
                .put("method", "webhook")
                .put("callback", callback)
                .put("secret", SECRET);
        return subscribe(body);
    }

    Said subscribe(JsonNode body) {
        return stage().call("POST", "/helix/eventsub/subscriptions", appToken(), body.toString());
    }

    static String version(TwitchTopic topic) {
        return topic == TwitchTopic.FOLLOW ? "2" : "1";
    }

    /// The subscriptions of the app.
    ///
    /// @param query of the address, or empty for the first page of all
    JsonNode subscriptions(String query) {
        return stage().call("GET", "/helix/eventsub/subscriptions" + query, appToken(), "")
                .json();
    }

    /// The status of a subscription of the first page.
    ///
    /// @param place from 0
    String status(int place) {
        return subscriptions("").path("data").path(place).path("status").asText();
    }

    Said validate(String token) {
        return stage().call("GET", "/oauth2/validate", Map.of("Authorization", "OAuth " + token), "");
    }

    /// Checks that Twitch refused, in its own form.
    static void assertRefused(Said said, int status, String message) {
        assertThat(said.status()).as(said.text()).isEqualTo(status);
        assertThat(said.json()).hasSize(3);
        assertThat(said.json().path("status").asInt()).isEqualTo(status);
        assertThat(said.json().path("error").asText()).isNotEmpty();
        assertThat(said.json().path("message").asText()).isEqualTo(message);
    }
}
