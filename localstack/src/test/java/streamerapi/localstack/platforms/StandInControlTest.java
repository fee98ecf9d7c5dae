package streamerapi.localstack.platforms;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.localstack.fixtures.EventSubscriber;
import streamerapi.localstack.fixtures.StandInServer.Said;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/// Holds the controls of the stand-ins, and their memory.
class StandInControlTest {

    private static final String REWARDS = "/helix/channel_points/custom_rewards?broadcaster_id=";

    @TempDir
    private Path folder;

    @Test
    void theLogHasTheCallsOfTheServiceAndNoSecret() {
        try (PlatformStage stage = new PlatformStage("twitch", null)) {
            TwitchApp app = TwitchApp.connect(stage);
            stage.control("expire", "{}");
            app.call("GET", "/helix/users?login=novafox", "");
            Said log = stage.get("/control/log");

            assertThat(log.json().path("calls"))
                    .extracting(call -> call.path("method").asText() + " "
                            + call.path("path").asText() + " "
                            + call.path("status").asInt())
                    .containsExactly(
                            "POST /oauth2/token 200",
                            "POST /oauth2/token 200",
                            "GET /helix/users 200",
                            "GET /helix/users 401");
            assertThat(log.json().at("/calls/0")).hasSize(4);
            assertThat(log.text()).doesNotContain(app.userToken(), app.appToken(), stage.clientSecret());
        }
    }

    @Test
    void aCallFailsAsOftenAsToldAndDoesNothing() {
        try (PlatformStage stage = new PlatformStage("twitch", null)) {
            TwitchApp app = TwitchApp.connect(stage);
            stage.control("answer", """
                    {"path": "/helix/channel_points/custom_rewards", "method": "POST", "times": 2,
                     "status": 429, "headers": {"Ratelimit-Reset": "1"}, "body": {"message": "slow down"}}
                    """);
            String body = "{\"title\": \"Play a tip\", \"cost\": 500}";

            assertThat(app.call("GET", REWARDS + app.userId(), "").json().path("data"))
                    .hasSize(1);
            assertThat(app.call("POST", REWARDS + app.userId(), body)
                            .json()
                            .path("message")
                            .asText())
                    .isEqualTo("slow down");
            assertThat(app.call("POST", REWARDS + app.userId(), body).status()).isEqualTo(429);
            assertThat(app.call("GET", REWARDS + app.userId(), "").json().path("data"))
                    .hasSize(1);
            assertThat(app.call("POST", REWARDS + app.userId(), body).status()).isEqualTo(200);
        }
    }

    @Test
    void anAnswerIsLostAfterTheCallTookEffect() {
        try (PlatformStage stage = new PlatformStage("twitch", null)) {
            TwitchApp app = TwitchApp.connect(stage);
            stage.control("answer", "{\"path\": \"/helix/channel_points/custom_rewards\", \"drop\": true}");
            String body = "{\"title\": \"Play a tip\", \"cost\": 500}";

            assertThatThrownBy(() -> app.call("POST", REWARDS + app.userId(), body))
                    .isInstanceOf(UncheckedIOException.class);
            assertThat(app.call("POST", REWARDS + app.userId(), body).status()).isEqualTo(400);
            assertThat(app.call("GET", REWARDS + app.userId(), "").json().path("data"))
                    .hasSize(2);
        }
    }

    @Test
    void anAnswerComesLateAfterTheCallTookEffect() {
        try (PlatformStage stage = new PlatformStage("kick", null)) {
            KickApp app = KickApp.connect(stage);
            stage.control("answer", "{\"path\": \"/public/v1/events/subscriptions\", \"hang\": true}");
            Thread caller = Thread.startVirtualThread(app::subscribe);

            await().untilAsserted(() -> assertThat(
                            stage.get("/control/subscriptions").json().path("subscriptions"))
                    .hasSize(7));
            assertThat(caller.isAlive()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[]",
                "{\"path\": \"/helix/users\"}",
                "{\"path\": \"/helix/users\", \"status\": 99}",
                "{\"path\": \"/helix/users\", \"status\": 503, \"drop\": true}",
            })
    void anOrderThatCannotBeFollowedIsRefused(String order) {
        try (PlatformStage stage = new PlatformStage("twitch", null)) {
            assertThat(stage.form("/control/answer").status()).isEqualTo(400);
            assertThat(stage.call("POST", "/control/answer", "", order).status())
                    .isEqualTo(400);
            assertThat(stage.call("POST", "/control/emit", "", "{\"type\": \"channel.none\"}")
                            .status())
                    .isEqualTo(400);
            assertThat(stage.call("POST", "/control/none", "", "{}").status()).isEqualTo(404);
            assertThat(stage.get("/../youtube/none").status()).isEqualTo(404);
        }
    }

    @Test
    void aRotatedSecretEndsTheOldOne() {
        try (PlatformStage stage = new PlatformStage("kick", null)) {
            String old = stage.clientSecret();
            JsonNode rotated = stage.control("secret", "{}");
            JsonNode other = stage.control("app", "{}");

            assertThat(rotated.path("client_id").asText()).isEqualTo(stage.clientId());
            assertThat(grant(stage, stage.clientId(), old)).isEqualTo(401);
            assertThat(grant(
                            stage,
                            stage.clientId(),
                            rotated.path("client_secret").asText()))
                    .isEqualTo(200);
            assertThat(grant(
                            stage,
                            other.path("client_id").asText(),
                            other.path("client_secret").asText()))
                    .isEqualTo(200);
        }
    }

    private static int grant(PlatformStage stage, String clientId, String secret) {
        return stage.tokenOf(clientId, secret, "client_credentials").status();
    }

    @Test
    void aScopeThatIsWithheldIsNotGranted() {
        try (PlatformStage stage = new PlatformStage("twitch", null);
                EventSubscriber subscriber = new EventSubscriber()) {
            stage.control("scopes", "{\"withheld\": [\"bits:read\"]}");
            TwitchApp app = TwitchApp.connect(stage);

            assertThat(app.subscribe(TwitchTopic.CHEER, subscriber.url()).status())
                    .isEqualTo(403);
            assertThat(app.subscribe(TwitchTopic.FOLLOW, subscriber.url()).status())
                    .isEqualTo(202);
        }
    }

    @Test
    void anExpiredTokenIsRefreshed() {
        try (PlatformStage stage = new PlatformStage("kick", null)) {
            KickApp app = KickApp.connect(stage);
            stage.control("expire", "");

            assertThat(app.call("GET", "/public/v1/users", "").status()).isEqualTo(401);
            assertThat(app.refresh(app.refreshToken()).status()).isEqualTo(200);
            stage.control("revoke", "{\"user_id\": \"" + app.userId() + "\"}");
            assertThat(stage.call("GET", "/public/v1/users?id=1", app.appToken(), "")
                            .status())
                    .isEqualTo(401);
        }
    }

    @ParameterizedTest
    @CsvSource({"'', 0, ''", "notification_failures_exceeded, 1, notification_failures_exceeded"})
    void aSubscriptionEndsByItself(String status, int told, String left) {
        try (PlatformStage stage = new PlatformStage("twitch", null);
                EventSubscriber subscriber = new EventSubscriber()) {
            TwitchApp app = TwitchApp.connect(stage);
            app.subscribe(TwitchTopic.CHEER, subscriber.url());
            app.subscribe(TwitchTopic.RAID, subscriber.url());
            await().untilAsserted(() -> assertThat(statuses(stage)).containsExactly("enabled", "enabled"));

            stage.control("subscriptions", "{\"type\": \"channel.cheer\", \"status\": \"" + status + "\"}");

            assertThat(subscriber.events()).hasSize(told);
            assertThat(statuses(stage)).isEqualTo(left.isEmpty() ? List.of("enabled") : List.of(left, "enabled"));
            assertThat(stage.control("emit", "{\"type\": \"channel.cheer\"}").path("delivered"))
                    .isEmpty();
        }
    }

    private static List<String> statuses(PlatformStage stage) {
        return stage.get("/control/subscriptions").json().path("subscriptions").findValuesAsText("status");
    }

    @Test
    void aMessageCanComeTwice() {
        try (PlatformStage stage = new PlatformStage("kick", null);
                EventSubscriber subscriber = new EventSubscriber()) {
            KickApp.connect(stage).subscribe();
            stage.control("webhook", "{\"url\": \"" + subscriber.url() + "\"}");
            String order = """
                    {"type": "channel.followed", "message_id": "01J0000000000000000000MINE",
                     "timestamp": "2026-01-01T00:00:00Z", "event": {"follower": {"username": "Ada"}}}
                    """;
            stage.control("emit", order);
            stage.control("emit", order);

            assertThat(subscriber.events()).hasSize(2).allSatisfy(event -> {
                assertThat(event.header("Kick-Event-Message-Id")).isEqualTo("01J0000000000000000000MINE");
                assertThat(event.header("Kick-Event-Message-Timestamp")).isEqualTo("2026-01-01T00:00:00Z");
                assertThat(event.json().at("/follower/username").asText()).isEqualTo("Ada");
                assertThat(event.json().at("/follower/channel_slug").asText()).isEqualTo("quietpixel");
            });
        }
    }

    @Test
    void aConnectionSurvivesARestartAndNoFileHasASecret() throws IOException {
        String clientId;
        String clientSecret;
        TwitchApp app;
        String reward;
        try (EventSubscriber subscriber = new EventSubscriber()) {
            try (PlatformStage stage = new PlatformStage("twitch", folder)) {
                clientId = stage.clientId();
                clientSecret = stage.clientSecret();
                app = TwitchApp.connect(stage);
                app.subscribe(TwitchTopic.REDEMPTION, subscriber.url());
                reward = app.call("POST", REWARDS + app.userId(), "{\"title\": \"Play a tip\", \"cost\": 500}")
                        .json()
                        .at("/data/0/id")
                        .asText();
                await().untilAsserted(() -> assertThat(statuses(stage)).containsExactly("enabled"));
            }
            try (PlatformStage again = new PlatformStage("twitch", folder)) {
                assertThat(again.clientId()).isEqualTo(clientId);
                assertThat(again.clientSecret()).isEqualTo(clientSecret);
                assertThat(again.call("GET", REWARDS + app.userId() + "&id=" + reward, app.userToken(), "")
                                .status())
                        .isEqualTo(200);
                assertThat(again.control("emit", "{\"type\": \"" + TwitchTopic.REDEMPTION.type() + "\"}")
                                .at("/delivered/0")
                                .asInt())
                        .isEqualTo(204);
            }
            assertThat(subscriber
                            .events()
                            .getLast()
                            .json()
                            .at("/event/reward/id")
                            .asText())
                    .isEqualTo(reward);
        }
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.toList())
                    .hasSize(2)
                    .allSatisfy(file -> assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
                            .doesNotContain(
                                    clientSecret,
                                    app.userToken(),
                                    app.refreshToken(),
                                    app.appToken(),
                                    TwitchApp.SECRET));
        }
    }

    @Test
    void theKeyOfKickSurvivesARestart() {
        String key;
        try (PlatformStage stage = new PlatformStage("kick", folder)) {
            key = stage.get("/public/v1/public-key").text();
        }
        try (PlatformStage again = new PlatformStage("kick", folder)) {
            assertThat(again.get("/public/v1/public-key").text()).isEqualTo(key);
        }
    }
}
