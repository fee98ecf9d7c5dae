package streamerapi.localstack.platforms;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import streamerapi.localstack.fixtures.StandInServer;
import streamerapi.localstack.fixtures.StandInServer.Said;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

/// The authorize page and the tokens of the stand-in for Twitch.
class StandInTwitchTokensTest {

    private final PlatformStage stage = new PlatformStage("twitch", null);

    @AfterEach
    void close() {
        stage.close();
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
        return TwitchApp.exchange(stage, code, redirect);
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
        Said said = stage.tokenOf(
                client.equals("right") ? stage.clientId() : client,
                secret.equals("right") ? stage.clientSecret() : secret,
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
        Said refreshed = app.refresh(app.refreshToken());

        assertThat(refreshed.status()).isEqualTo(200);
        assertThat(refreshed.json().path("refresh_token").asText()).isNotEqualTo(app.refreshToken());
        assertThat(app.refresh(app.refreshToken()).status()).isEqualTo(400);
        assertThat(app.validate(app.userToken()).status()).isEqualTo(401);
        assertThat(app.validate(refreshed.json().path("access_token").asText()).status())
                .isEqualTo(200);
    }

    @Test
    void aTokenIsValidatedUntilItEndsOrIsRevoked() {
        TwitchApp app = TwitchApp.connect(stage);
        JsonNode told = app.validate(app.userToken()).json();
        assertThat(told.path("login").asText()).isEqualTo("novafox");
        assertThat(told.path("user_id").asText()).isEqualTo(app.userId());
        assertThat(told.path("client_id").asText()).isEqualTo(stage.clientId());
        assertThat(told.path("scopes")).hasSize(8);
        assertThat(told.path("expires_in").asInt()).isBetween(14_000, 14_400);

        stage.clock().advance(Duration.ofHours(5));
        assertThat(app.validate(app.userToken()).json().path("message").asText())
                .isEqualTo("invalid access token");
        String token =
                app.refresh(app.refreshToken()).json().path("access_token").asText();
        assertThat(stage.form("/oauth2/revoke", "client_id", stage.clientId(), "token", token)
                        .status())
                .isEqualTo(200);
        assertThat(app.validate(token).status()).isEqualTo(401);
        assertThat(stage.form("/oauth2/revoke", "client_id", stage.clientId(), "token", token)
                        .status())
                .isEqualTo(400);
        assertThat(stage.form("/oauth2/revoke", "client_id", "unknown", "token", token)
                        .status())
                .isEqualTo(404);
        assertThat(stage.get("/oauth2/validate").status()).isEqualTo(401);
    }
}
