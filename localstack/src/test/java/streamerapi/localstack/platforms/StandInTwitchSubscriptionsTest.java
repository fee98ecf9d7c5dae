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
import streamerapi.localstack.fixtures.StandInServer.Said;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static streamerapi.localstack.platforms.TwitchApp.assertRefused;

/// The event subscriptions of the stand-in for Twitch.
class StandInTwitchSubscriptionsTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final PlatformStage stage = new PlatformStage("twitch", null);
    private final EventSubscriber subscriber = new EventSubscriber();

    @AfterEach
    void close() {
        stage.close();
        subscriber.close();
    }

    @Test
    void aSubscriptionIsPendingUntilItsAddressRepeatsTheChallenge() {
        TwitchApp app = TwitchApp.connect(stage);
        Said made = app.subscribe(TwitchTopic.FOLLOW, subscriber.url());

        assertThat(made.status()).isEqualTo(202);
        assertThat(made.json().at("/data/0/status").asText()).isEqualTo("webhook_callback_verification_pending");
        assertThat(made.text()).doesNotContain(TwitchApp.SECRET);
        await().untilAsserted(() -> assertThat(app.status(0)).isEqualTo("enabled"));
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

        await().untilAsserted(() -> assertThat(app.status(0)).isEqualTo("webhook_callback_verification_failed"));
        assertThat(stage.control("emit", "{\"type\": \"channel.cheer\"}").path("delivered"))
                .isEmpty();
        subscriber.challengesAs("text/plain", "");
        assertThat(app.subscribe(TwitchTopic.CHEER, subscriber.url()).status()).isEqualTo(202);
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
                assertThat(app.subscriptions("?status=enabled").path("data")).hasSize(4));
        List<String> types = new ArrayList<>();
        String after = "";
        do {
            JsonNode page = app.subscriptions("?after=" + after);
            page.path("data").forEach(one -> types.add(one.path("type").asText()));
            after = page.at("/pagination/cursor").asText();
            assertThat(page.path("total").asInt()).isEqualTo(10);
            assertThat(page.path("total_cost").asInt()).isEqualTo(3);
        } while (!after.isEmpty());

        assertThat(types).doesNotHaveDuplicates().hasSize(10);
        assertThat(app.subscriptions("?type=channel.raid").path("data")).hasSize(1);
        assertThat(app.subscriptions("?user_id=1").path("data")).isEmpty();
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
    void anEventThatIsNotAnswered2xxComesAgain() {
        TwitchApp app = TwitchApp.connect(stage);
        app.subscribe(TwitchTopic.RAID, subscriber.url());
        await().untilAsserted(() -> assertThat(app.status(0)).isEqualTo("enabled"));
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
