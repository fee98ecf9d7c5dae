package streamerapi.localstack.platforms;

import com.fasterxml.jackson.databind.JsonNode;
import com.github.twitch4j.common.util.TypeConvert;
import com.github.twitch4j.eventsub.EventSubNotification;
import com.github.twitch4j.eventsub.EventSubSubscriptionStatus;
import com.github.twitch4j.eventsub.events.ChannelChatMessageEvent;
import com.github.twitch4j.eventsub.events.ChannelCheerEvent;
import com.github.twitch4j.eventsub.events.ChannelFollowEvent;
import com.github.twitch4j.eventsub.events.ChannelRaidEvent;
import com.github.twitch4j.eventsub.events.ChannelSubscribeEvent;
import com.github.twitch4j.eventsub.events.ChannelSubscriptionGiftEvent;
import com.github.twitch4j.eventsub.events.ChannelSubscriptionMessageEvent;
import com.github.twitch4j.eventsub.events.CustomRewardRedemptionAddEvent;
import com.github.twitch4j.eventsub.events.EventSubEvent;
import com.github.twitch4j.eventsub.events.StreamOfflineEvent;
import com.github.twitch4j.eventsub.events.StreamOnlineEvent;
import com.github.twitch4j.eventsub.util.EventSubVerifier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import streamerapi.localstack.fixtures.EventSubscriber;
import streamerapi.localstack.fixtures.EventSubscriber.Arrived;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// The events of the stand-in for Twitch, read and verified by a library that other people wrote for the real one.
class TwitchEventsTest {

    private static final Map<TwitchTopic, Class<? extends EventSubEvent>> CLASSES = new EnumMap<>(Map.of(
            TwitchTopic.FOLLOW, ChannelFollowEvent.class,
            TwitchTopic.SUBSCRIBE, ChannelSubscribeEvent.class,
            TwitchTopic.RESUBSCRIBE, ChannelSubscriptionMessageEvent.class,
            TwitchTopic.GIFT, ChannelSubscriptionGiftEvent.class,
            TwitchTopic.CHEER, ChannelCheerEvent.class,
            TwitchTopic.RAID, ChannelRaidEvent.class,
            TwitchTopic.REDEMPTION, CustomRewardRedemptionAddEvent.class,
            TwitchTopic.CHAT, ChannelChatMessageEvent.class,
            TwitchTopic.ONLINE, StreamOnlineEvent.class,
            TwitchTopic.OFFLINE, StreamOfflineEvent.class));

    private final PlatformStage stage = new PlatformStage("twitch", null);
    private final EventSubscriber subscriber = new EventSubscriber();
    private final TwitchApp app = TwitchApp.connect(stage);

    @AfterEach
    void close() {
        stage.close();
        subscriber.close();
    }

    @Test
    void everyTypeIsReadIntoItsClassWithNothingLeftOut() {
        subscribeToAll();
        for (TwitchTopic topic : TwitchTopic.values()) {
            Arrived event = emit(topic, "{}");
            EventSubNotification read = TypeConvert.jsonToObject(text(event), EventSubNotification.class);

            assertThat(read.getSubscription().getStatus()).isEqualTo(EventSubSubscriptionStatus.ENABLED);
            assertThat(read.getSubscription().getRawType()).isEqualTo(topic.type());
            assertThat(read.getEvent()).isInstanceOf(CLASSES.get(topic));
            assertThat(missing(read.getEvent(), event.json().path("event")))
                    .as("fields of " + topic.type() + " that the library read no value from")
                    .isEmpty();
        }
    }

    @Test
    void everyMessageIsVerified() {
        subscribeToAll();
        emit(TwitchTopic.CHAT, "{\"message\": {\"text\": \"dès 5 € 🎉\"}}");
        stage.control("revoke", "{}");

        assertThat(subscriber.all()).hasSize(10 + 1 + 7).allSatisfy(message -> {
            assertThat(verified(message, TwitchApp.SECRET)).isTrue();
            assertThat(verified(message, TwitchApp.SECRET + "x")).isFalse();
            String time = message.header("Twitch-Eventsub-Message-Timestamp");
            assertThat(time).matches("[0-9T:-]{19}\\.[0-9]{9}Z");
            assertThat(EventSubVerifier.verifyTimestamp(time)).isTrue();
            assertThat(EventSubVerifier.verifyMessageId(message.header("Twitch-Eventsub-Message-Id")))
                    .isTrue();
        });
    }

    @Test
    void valuesArriveAsTheyWereSaid() {
        subscribeToAll();
        CustomRewardRedemptionAddEvent redemption = read(
                CustomRewardRedemptionAddEvent.class,
                emit(
                        TwitchTopic.REDEMPTION,
                        "{\"user_name\": \"Ada\", \"user_input\": \"say hello\", \"reward\": {\"cost\": 1500}}"));
        ChannelCheerEvent cheer = read(
                ChannelCheerEvent.class,
                emit(
                        TwitchTopic.CHEER,
                        "{\"is_anonymous\": true, \"user_id\": null, \"user_name\": null, \"bits\": 7}"));
        ChannelChatMessageEvent line = read(
                ChannelChatMessageEvent.class,
                emit(
                        TwitchTopic.CHAT,
                        "{\"message\": {\"text\": \"!hello\"}, \"badges\": [{\"set_id\": \"moderator\", \"id\": \"1\", \"info\": \"\"}]}"));
        StreamOnlineEvent online = read(
                StreamOnlineEvent.class,
                emit(TwitchTopic.ONLINE, "{\"started_at\": \"2026-03-01T18:00:00.123456789Z\"}"));

        assertThat(redemption.getUserName()).isEqualTo("Ada");
        assertThat(redemption.getUserInput()).isEqualTo("say hello");
        assertThat(redemption.getReward().getCost()).isEqualTo(1500);
        assertThat(redemption.getReward().getTitle()).isEqualTo("Drink some water");
        assertThat(redemption.getBroadcasterUserId()).isEqualTo(app.userId());
        assertThat(cheer.isAnonymous()).isTrue();
        assertThat(cheer.getBits()).isEqualTo(7);
        assertThat(line.getMessage().getFragments())
                .singleElement()
                .satisfies(fragment -> assertThat(fragment.getText()).isEqualTo("!hello"));
        assertThat(line.getBadges())
                .singleElement()
                .satisfies(badge -> assertThat(badge.getSetId()).isEqualTo("moderator"));
        assertThat(online.getStartedAt()).isEqualTo(Instant.parse("2026-03-01T18:00:00.123456789Z"));
    }

    private void subscribeToAll() {
        for (TwitchTopic topic : TwitchTopic.values()) {
            assertThat(app.subscribe(topic, subscriber.url()).status()).isEqualTo(202);
        }
        await().untilAsserted(() -> assertThat(
                        stage.get("/control/subscriptions").json().path("subscriptions"))
                .hasSize(10)
                .allSatisfy(one -> assertThat(one.path("status").asText()).isEqualTo("enabled")));
    }

    private Arrived emit(TwitchTopic topic, String event) {
        JsonNode answer = stage.control("emit", "{\"type\": \"" + topic.type() + "\", \"event\": " + event + "}");
        assertThat(answer.path("delivered")).hasSize(1);
        assertThat(answer.at("/delivered/0").asInt()).isEqualTo(204);
        return subscriber.events().getLast();
    }

    private static <T extends EventSubEvent> T read(Class<T> type, Arrived event) {
        return type.cast(TypeConvert.jsonToObject(text(event), EventSubNotification.class)
                .getEvent());
    }

    private static String text(Arrived event) {
        return new String(event.body(), StandardCharsets.UTF_8);
    }

    /// The fields with a value that the class, written again, has not.
    private static List<String> missing(EventSubEvent event, JsonNode sent) {
        JsonNode again;
        try {
            again = TypeConvert.getObjectMapper().readTree(TypeConvert.objectToJson(event));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return sent.properties().stream()
                .filter(field -> !field.getValue().isNull())
                .map(Map.Entry::getKey)
                .filter(name ->
                        again.path(name).isMissingNode() || again.path(name).isNull())
                .toList();
    }

    private static boolean verified(Arrived message, String secret) {
        return EventSubVerifier.verifySignature(
                secret,
                message.header("Twitch-Eventsub-Message-Id"),
                message.header("Twitch-Eventsub-Message-Timestamp"),
                message.body(),
                message.header("Twitch-Eventsub-Message-Signature"));
    }

    @Test
    void everyTypeHasAClass() {
        assertThat(CLASSES.keySet()).containsExactlyInAnyOrderElementsOf(Arrays.asList(TwitchTopic.values()));
    }
}
