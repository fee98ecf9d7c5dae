package streamerapi.localstack.platforms;

import streamerapi.localstack.fixtures.StandInServer.Said;

import static org.assertj.core.api.Assertions.assertThat;

/// An app that a streamer has connected to a platform's stand-in, as the service does.
abstract class PlatformApp {

    private final PlatformStage stage;
    private final String userToken;
    private final String refreshToken;
    private final String appToken;

    /// @param exchanged the answer to the streamer's code
    PlatformApp(PlatformStage stage, Said exchanged) {
        assertThat(exchanged.status()).as(exchanged.text()).isEqualTo(200);
        this.stage = stage;
        this.userToken = exchanged.json().path("access_token").asText();
        this.refreshToken = exchanged.json().path("refresh_token").asText();
        this.appToken =
                stage.token("client_credentials").json().path("access_token").asText();
    }

    final PlatformStage stage() {
        return stage;
    }

    final String userToken() {
        return userToken;
    }

    final String refreshToken() {
        return refreshToken;
    }

    final String appToken() {
        return appToken;
    }

    /// Calls with the streamer's token.
    final Said call(String method, String path, String body) {
        return stage.call(method, path, userToken, body);
    }

    /// Refreshes a pair of tokens.
    final Said refresh(String token) {
        return stage.token("refresh_token", "refresh_token", token);
    }
}
