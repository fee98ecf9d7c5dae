package streamerapi.localstack.platforms;

import streamerapi.localstack.fixtures.StandInServer.Said;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

import static org.assertj.core.api.Assertions.assertThat;

/// An app that a streamer has connected to the stand-in for Kick, as the service does.
final class KickApp extends PlatformApp {

    static final String SCOPES = "user:read channel:read events:subscribe chat:write kicks:read";
    static final String VERIFIER = "a-verifier-of-43-characters-at-the-very-least";

    private final long userId;

    private KickApp(PlatformStage stage, String scopes) {
        super(stage, exchange(stage, code(stage, scopes), VERIFIER));
        userId =
                call("GET", "/public/v1/users", "").json().at("/data/0/user_id").asLong();
    }

    static KickApp connect(PlatformStage stage) {
        return connect(stage, SCOPES);
    }

    static KickApp connect(PlatformStage stage, String scopes) {
        return new KickApp(stage, scopes);
    }

    static String code(PlatformStage stage, String scopes) {
        Said decided = stage.form("/oauth/authorize", question(stage, scopes, "decision", "approve"));
        assertThat(decided.status()).as(decided.text()).isEqualTo(303);
        return decided.back("code");
    }

    /// The parameters of the authorize page, the last of them another.
    static String[] question(PlatformStage stage, String scopes, String name, String value) {
        return new String[] {
            "client_id",
            stage.clientId(),
            "redirect_uri",
            PlatformStage.REDIRECT,
            "response_type",
            "code",
            "scope",
            scopes,
            "state",
            "state",
            "code_challenge",
            challenge(),
            "code_challenge_method",
            "S256",
            name,
            value
        };
    }

    private static String challenge() {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(VERIFIER.getBytes(StandardCharsets.US_ASCII));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    static Said exchange(PlatformStage stage, String code, String verifier) {
        return stage.token(
                "authorization_code", "code", code, "redirect_uri", PlatformStage.REDIRECT, "code_verifier", verifier);
    }

    long userId() {
        return userId;
    }

    /// Asks for every event of the streamer.
    Said subscribe() {
        StringBuilder events = new StringBuilder();
        for (KickTopic topic : KickTopic.values()) {
            events.append(events.isEmpty() ? "" : ",")
                    .append("{\"name\": \"")
                    .append(topic.type())
                    .append("\", \"version\": 1}");
        }
        return stage().call(
                        "POST",
                        "/public/v1/events/subscriptions",
                        appToken(),
                        "{\"broadcaster_user_id\": " + userId + ", \"method\": \"webhook\", \"events\": [" + events
                                + "]}");
    }
}
