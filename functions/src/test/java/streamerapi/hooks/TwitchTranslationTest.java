package streamerapi.hooks;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.shared.json.Json;
import streamerapi.shared.problems.Problem;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// Holds what becomes of Twitch's events (contract "What becomes of platform events").
@NullMarked
class TwitchTranslationTest {

    private static final Instant AT = Instant.parse("2026-09-12T18:20:31.123456789Z");

    private static final String USER = """
            "user_id": "48213377", "user_login": "novafox", "user_name": "NovaFox",
            "broadcaster_user_id": "12826", "broadcaster_user_login": "novaplays", "broadcaster_user_name": "NovaPlays"
            """;

    private static final String NAMES = "\"user_id\":\"48213377\",\"user_name\":\"NovaFox\",\"user_login\":\"novafox\"";

    @Test
    void aFollow() {
        becomes(
                "channel.follow",
                "{" + USER + ", \"followed_at\": \"2026-09-12T18:20:30Z\"}",
                "follow",
                "{" + NAMES + "}");
    }

    @ParameterizedTest
    @CsvSource({"1000,1", "2000,2", "3000,3"})
    void aSubscription(String tier, int ours) {
        becomes(
                "channel.subscribe",
                "{" + USER + ", \"tier\": \"" + tier + "\", \"is_gift\": false}",
                "sub",
                "{" + NAMES + ",\"tier\":" + ours + "}");
    }

    @Test
    void aSubscriptionThatIsAGiftIsNothing() {
        assertThat(event("channel.subscribe", "{" + USER + ", \"tier\": \"1000\", \"is_gift\": true}"))
                .isNull();
    }

    @Test
    void aRenewal() {
        becomes(
                "channel.subscription.message",
                "{" + USER
                        + ", \"tier\": \"2000\", \"message\": {\"text\": \"Love the stream! FevziGG\", \"emotes\":"
                        + " [{\"begin\": 17, \"end\": 24, \"id\": \"302976485\"}]}, \"cumulative_months\": 15,"
                        + " \"streak_months\": null, \"duration_months\": 6}",
                "resub",
                "{" + NAMES + ",\"tier\":2,\"months\":15,\"sub_message\":\"Love the stream! FevziGG\"}");
    }

    @Test
    void aRenewalWithoutWords() {
        becomes(
                "channel.subscription.message",
                "{" + USER + ", \"tier\": \"1000\", \"message\": {\"text\": \"\", \"emotes\": null},"
                        + " \"cumulative_months\": 2}",
                "resub",
                "{" + NAMES + ",\"tier\":1,\"months\":2,\"sub_message\":null}");
    }

    @Test
    void giftsAndGiftsOfNobodyKnown() {
        becomes(
                "channel.subscription.gift",
                "{" + USER + ", \"total\": 5, \"tier\": \"3000\", \"cumulative_total\": 284, \"is_anonymous\": false}",
                "gift_sub",
                "{" + NAMES + ",\"is_anonymous\":false,\"tier\":3,\"total\":5}");
        becomes(
                "channel.subscription.gift",
                "{\"user_id\": null, \"user_login\": null, \"user_name\": null, \"total\": 2, \"tier\": \"1000\","
                        + " \"cumulative_total\": null, \"is_anonymous\": true}",
                "gift_sub",
                "{\"is_anonymous\":true,\"tier\":1,\"total\":2}");
    }

    @Test
    void cheers() {
        becomes(
                "channel.cheer",
                "{" + USER + ", \"is_anonymous\": false, \"message\": \"pogchamp\", \"bits\": 1000}",
                "cheer",
                "{" + NAMES + ",\"is_anonymous\":false,\"bits\":1000,\"message\":\"pogchamp\"}");
        becomes(
                "channel.cheer",
                "{\"is_anonymous\": true, \"user_id\": null, \"user_login\": null, \"user_name\": null,"
                        + " \"message\": \"\", \"bits\": 1}",
                "cheer",
                "{\"is_anonymous\":true,\"bits\":1,\"message\":null}");
    }

    @Test
    void aRaid() {
        becomes(
                "channel.raid",
                "{\"from_broadcaster_user_id\": \"5\", \"from_broadcaster_user_login\": \"tidewalker\","
                        + " \"from_broadcaster_user_name\": \"TideWalker\", \"to_broadcaster_user_id\": \"12826\","
                        + " \"viewers\": 9001}",
                "raid",
                "{\"user_id\":\"5\",\"user_name\":\"TideWalker\",\"user_login\":\"tidewalker\",\"viewers\":9001}");
    }

    @ParameterizedTest
    @CsvSource({"pogchamp,\"pogchamp\"", "'',null"})
    void aRedemption(String input, String ours) {
        becomes(
                "channel.channel_points_custom_reward_redemption.add",
                "{" + USER + ", \"id\": \"17fa2df1-ad76-4804-bfa5-a40ef63efe63\", \"user_input\": \"" + input
                        + "\", \"status\": \"unfulfilled\", \"reward\": {\"id\": \"92af127c\", \"title\": \"Hydrate!\","
                        + " \"cost\": 100, \"prompt\": \"Drink\"}, \"redeemed_at\": \"2026-09-12T18:20:30.5Z\"}",
                "channel_point_redemption",
                "{" + NAMES + ",\"redemption_id\":\"17fa2df1-ad76-4804-bfa5-a40ef63efe63\",\"reward_id\":\"92af127c\","
                        + "\"reward_title\":\"Hydrate!\",\"reward_cost\":100,\"user_input\":" + ours
                        + ",\"status\":\"unfulfilled\",\"redeemed_at\":\"2026-09-12T18:20:30.500Z\","
                        + "\"broadcaster_id\":\"12826\"}");
    }

    @ParameterizedTest
    @CsvSource({
        "moderator,true,false,false,false,false",
        "lead_moderator,true,false,false,false,false",
        "broadcaster,false,true,false,false,false",
        "subscriber,false,false,true,false,false",
        "founder,false,false,true,false,false",
        "vip,false,false,false,true,false",
        "bot-badge,false,false,false,false,true"
    })
    void aLine(String badge, boolean isMod, boolean isBroadcaster, boolean isSubscriber, boolean isVip, boolean isBot) {
        becomes(
                "channel.chat.message",
                line("\"badges\": [{\"set_id\": \"" + badge + "\", \"id\": \"1\", \"info\": \"\"}]"),
                "chat.message",
                "{\"user_id\":\"4145994\",\"user_name\":\"ViptorAda\",\"user_login\":\"viptorada\","
                        + "\"message_id\":\"cc106a89\",\"text\":\"Hi chat\",\"is_mod\":" + isMod
                        + ",\"is_broadcaster\":" + isBroadcaster + ",\"is_subscriber\":" + isSubscriber
                        + ",\"is_vip\":" + isVip + ",\"is_bot\":" + isBot
                        + ",\"color\":\"#00FF7F\",\"emotes\":[]}");
    }

    @Test
    void theEmotesOfALineAreToldOnceEach() {
        String fragment =
                "{\"type\": \"emote\", \"text\": \"Kappa\", \"emote\": {\"id\": \"25\", \"format\": [\"static\"]}}";
        PlatformEvent line = Objects.requireNonNull(event(
                "channel.chat.message",
                line("\"badges\": []")
                        .replace(
                                "[{\"type\": \"text\"",
                                "[" + fragment + "," + fragment + ",{\"type\": \"text\", \"emote\": null")));
        assertThat(line.data()).containsEntry("emotes", List.of(Map.of("name", "Kappa", "id", "25")));
    }

    @Test
    void aLineOfASharedChatIsOursOrNothing() {
        assertThat(event("channel.chat.message", line("\"badges\": [], \"source_broadcaster_user_id\": \"112233\"")))
                .isNull();
        assertThat(event("channel.chat.message", line("\"badges\": [], \"source_broadcaster_user_id\": \"12826\"")))
                .isNotNull();
        assertThat(event("channel.chat.message", line("\"badges\": [], \"source_broadcaster_user_id\": null")))
                .isNotNull();
    }

    @Test
    void streams() {
        PlatformEvent online = Objects.requireNonNull(event(
                "stream.online",
                "{\"id\": \"9001\", \"broadcaster_user_id\": \"12826\", \"type\": \"live\","
                        + " \"started_at\": \"2026-09-12T18:11:12.123Z\"}"));
        assertThat(online.type()).isEqualTo("stream.online");
        assertThat(online.text("started_at")).isEqualTo("2026-09-12T18:11:12.123Z");
        assertThat(online.occurredAt()).as("as its end, when it is told").isEqualTo(AT);
        becomes("stream.offline", "{\"broadcaster_user_id\": \"12826\"}", "stream.offline", "{}");
    }

    @Test
    void whatIsNotSubscribedIsNothing() {
        assertThat(event("channel.ban", "{" + USER + "}")).isNull();
    }

    @Test
    void textsAreCutAndCleaned() {
        PlatformEvent event = Objects.requireNonNull(event(
                "channel.cheer",
                "{" + USER + ", \"is_anonymous\": false, \"message\": \"a\\u0007b\\u202e" + "x".repeat(600)
                        + "\", \"bits\": 1}"));
        assertThat(event.text("message")).hasSize(500).startsWith("a bx");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "channel.follow",
                "channel.subscribe",
                "channel.subscription.message",
                "channel.subscription.gift",
                "channel.cheer",
                "channel.raid",
                "channel.channel_points_custom_reward_redemption.add",
                "channel.chat.message",
                "stream.online"
            })
    void anEventWithoutItsFieldsIsRefused(String type) {
        assertThatThrownBy(() -> event(type, "{}")).isInstanceOf(Problem.class);
    }

    private static String line(String more) {
        return "{\"broadcaster_user_id\": \"12826\", \"chatter_user_id\": \"4145994\", \"chatter_user_login\": \"viptorada\","
                + " \"chatter_user_name\": \"ViptorAda\", \"message_id\": \"cc106a89\", \"message\": {\"text\": \"Hi chat\","
                + " \"fragments\": [{\"type\": \"text\", \"text\": \"Hi chat\"}]}, \"color\": \"#00FF7F\", " + more
                + "}";
    }

    private static void becomes(String type, String event, String ours, String data) {
        TranslatedEvent.assertIs(event(type, event), AT, ours, data);
    }

    private static @Nullable PlatformEvent event(String type, String event) {
        Map<String, @Nullable Object> fields = Json.readObject(event.getBytes(StandardCharsets.UTF_8));
        return TwitchEvents.of(type, "m1", AT, new EventFields("event.", fields));
    }
}
