package streamerapi.hooks;

import org.assertj.core.api.InstanceOfAssertFactories;
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
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// Holds what becomes of Kick's events (contract "What becomes of platform events").
@NullMarked
class KickTranslationTest {

    private static final Instant AT = Instant.parse("2026-09-12T18:20:31Z");
    private static final String NAMES =
            "\"user_id\":\"987654321\",\"user_name\":\"NovaFox\",\"user_login\":\"nova-fox\"";
    private static final String BROADCASTER =
            "\"broadcaster\": " + person("123456789", "NovaPlays", "novaplays", "null");
    private static final String FAN = person("987654321", "NovaFox", "nova-fox", "null");
    private static final String UNKNOWN = "{\"is_anonymous\": true, \"user_id\": null, \"username\": null,"
            + " \"is_verified\": null, \"profile_picture\": null, \"channel_slug\": null, \"identity\": null}";

    @Test
    void aFollow() {
        becomes("channel.followed", "\"follower\": " + FAN, "follow", "{" + NAMES + "}");
    }

    @Test
    void subscriptions() {
        String rest = "\"created_at\": \"2026-09-12T18:20:31Z\", \"expires_at\": \"2026-10-12T18:20:31Z\"";
        becomes(
                "channel.subscription.new",
                "\"subscriber\": " + FAN + ", \"duration\": 1, " + rest,
                "sub",
                "{" + NAMES + ",\"months\":1}");
        becomes(
                "channel.subscription.renewal",
                "\"subscriber\": " + FAN + ", \"duration\": 3, " + rest,
                "resub",
                "{" + NAMES + ",\"months\":3}");
    }

    @Test
    void gifts() {
        String giftees = "\"giftees\": [" + person("1", "MossyOwl", "mossyowl", "null") + ", "
                + person("2", "fernhollow", "fernhollow", "null") + "]";
        becomes(
                "channel.subscription.gifts",
                "\"gifter\": " + FAN + ", " + giftees,
                "gift_sub",
                "{" + NAMES + ",\"is_anonymous\":false,\"total\":2,\"gift_recipients\":[\"MossyOwl\",\"fernhollow\"]}");
        becomes(
                "channel.subscription.gifts",
                "\"gifter\": " + UNKNOWN + ", " + giftees,
                "gift_sub",
                "{\"is_anonymous\":true,\"total\":2,\"gift_recipients\":[\"MossyOwl\",\"fernhollow\"]}");
    }

    @Test
    void aGiftToMoreThanAThousandCountsAllAndNamesAThousand() {
        String giftees = IntStream.rangeClosed(1, 1_001)
                .mapToObj(id -> person(String.valueOf(id), "viewer" + id, "viewer" + id, "null"))
                .collect(Collectors.joining(", ", "\"giftees\": [", "]"));
        PlatformEvent gift =
                Objects.requireNonNull(event("channel.subscription.gifts", "\"gifter\": " + FAN + ", " + giftees));
        assertThat(gift.data()).containsEntry("total", 1_001L);
        assertThat(gift.data().get("gift_recipients"))
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .hasSize(1_000)
                .startsWith("viewer1")
                .endsWith("viewer1000");
    }

    @Test
    void kicks() {
        becomes(
                "kicks.gifted",
                "\"sender\": " + FAN + ", \"gift\": {\"amount\": 100, \"name\": \"Rage Quit\", \"type\": \"LEVEL_UP\","
                        + " \"tier\": \"MID\", \"message\": \"w\", \"pinned_time_seconds\": 600},"
                        + " \"created_at\": \"2026-09-12T18:20:31Z\"",
                "paid_gift",
                "{" + NAMES + ",\"is_anonymous\":false,\"amount\":100,\"gift_name\":\"Rage Quit\",\"note\":\"w\"}");
    }

    @ParameterizedTest
    @CsvSource({
        "moderator,true,false,false",
        "subscriber,false,true,false",
        "vip,false,false,true",
        "sub_gifter,false,false,false"
    })
    void aLine(String badge, boolean isMod, boolean isSubscriber, boolean isVip) {
        String identity = "{\"username_color\": \"#FF5733\", \"badges\": [{\"text\": \"Badge\", \"type\": \"" + badge
                + "\", \"count\": 3}]}";
        PlatformEvent line = Objects.requireNonNull(event(
                "chat.message.sent",
                "\"message_id\": \"l1\", \"sender\": " + person("987654321", "NovaFox", "nova-fox", identity)
                        + ", \"content\": \"hi [emote:37226:KEKW] and [emote:1:a b]!\", \"emotes\": []"));
        assertThat(line.id()).as("a line is known by its own id").isEqualTo("l1");
        assertThat(line.type()).isEqualTo("chat.message");
        assertThat(Json.writeText(line.data()))
                .isEqualTo("{" + NAMES + ",\"message_id\":\"l1\",\"text\":\"hi KEKW and a b!\",\"is_mod\":" + isMod
                        + ",\"is_broadcaster\":false,\"is_subscriber\":" + isSubscriber + ",\"is_vip\":" + isVip
                        + ",\"color\":\"#FF5733\","
                        + "\"emotes\":[{\"name\":\"KEKW\",\"id\":\"37226\"},{\"name\":\"a b\",\"id\":\"1\"}]}");
    }

    @Test
    void theBroadcasterIsKnownByItsNumber() {
        PlatformEvent line = Objects.requireNonNull(event(
                "chat.message.sent",
                "\"message_id\": \"l1\", \"sender\": " + person("123456789", "NovaPlays", "novaplays", "null")
                        + ", \"content\": \"!skip\""));
        assertThat(line.data()).containsEntry("is_broadcaster", true).containsEntry("is_mod", false);
    }

    @Test
    void streams() {
        PlatformEvent online = Objects.requireNonNull(
                event(
                        "livestream.status.updated",
                        "\"is_live\": true, \"title\": \"Hi\", \"started_at\": \"2026-01-01T11:00:00+11:00\", \"ended_at\": null"));
        assertThat(online.type()).isEqualTo("stream.online");
        assertThat(online.occurredAt()).isEqualTo("2026-01-01T00:00:00Z");
        PlatformEvent offline = Objects.requireNonNull(event(
                "livestream.status.updated",
                "\"is_live\": false, \"started_at\": \"2026-01-01T11:00:00+11:00\","
                        + " \"ended_at\": \"2026-01-01T15:00:00+11:00\""));
        assertThat(offline.type()).isEqualTo("stream.offline");
        assertThat(offline.occurredAt()).isEqualTo("2026-01-01T04:00:00Z");
    }

    @Test
    void whatIsNotSubscribedIsNothing() {
        assertThat(event("moderation.banned", "\"moderator\": " + FAN)).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "channel.followed",
                "channel.subscription.new",
                "channel.subscription.renewal",
                "channel.subscription.gifts",
                "kicks.gifted",
                "chat.message.sent",
                "livestream.status.updated"
            })
    void aBodyOfAnotherTypeIsRefused(String type) {
        String other = type.equals("channel.followed")
                ? "\"message_id\": \"l1\", \"sender\": " + FAN + ", \"content\": \"x\""
                : "\"follower\": " + FAN;
        assertThatThrownBy(() -> event(type, other)).isInstanceOf(Problem.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "channel.subscription.gifts | \"gifter\": {\"is_anonymous\": true}, \"giftees\": [] | giftees",
                "channel.subscription.new | \"subscriber\": {\"user_id\": 1, \"username\": \"a\"}, \"duration\": 1.5 | duration",
                "channel.subscription.new | \"subscriber\": {\"user_id\": 1, \"username\": \"a\"}, \"duration\": 1e20 | duration",
                "livestream.status.updated | \"is_live\": true, \"started_at\": \"yesterday\" | started_at",
                "livestream.status.updated | \"is_live\": true, \"started_at\": 5 | started_at",
                "channel.followed | \"follower\": {\"username\": \"a\"} | follower.user_id"
            })
    void aFieldThatCannotBeReadIsNamed(String type, String fields, String field) {
        assertThatThrownBy(() -> event(type, fields))
                .isInstanceOfSatisfying(
                        Problem.class, problem -> assertThat(problem.body()).containsEntry("field", field));
    }

    private static String person(String id, String name, String slug, String identity) {
        return "{\"is_anonymous\": false, \"user_id\": " + id + ", \"username\": \"" + name
                + "\", \"is_verified\": true,"
                + " \"profile_picture\": \"https://example.com/a.jpg\", \"channel_slug\": \"" + slug
                + "\", \"identity\": " + identity + "}";
    }

    private static void becomes(String type, String fields, String ours, String data) {
        TranslatedEvent.assertIs(event(type, fields), AT, ours, data);
    }

    private static @Nullable PlatformEvent event(String type, String fields) {
        String body = "{" + BROADCASTER + ", " + fields + "}";
        return KickEvents.of(
                type, "m1", AT, new EventFields("", Json.readObject(body.getBytes(StandardCharsets.UTF_8))));
    }
}
