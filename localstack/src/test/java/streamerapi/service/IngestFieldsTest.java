package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import streamerapi.shared.json.Json;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/// The fields of connectors' messages: each wrong value is a 400 that names the field, and nothing is stored.
@NullMarked
class IngestFieldsTest {

    private final Account account = Service.shared().newAccount();

    /// A type of message with every field that it has.
    ///
    /// @param required those that it needs
    private record Type(String source, String type, Map<String, Object> data, List<String> required) {}

    private static final Map<String, Object> WHO =
            Map.of("user_id", "1", "user_name", "Ada", "user_login", "ada", "message", "Hi");

    private static final Map<String, Object> PAYMENT = Map.of(
            "payment_id", "p1",
            "name", "Ada",
            "amount", new BigDecimal("5.5"),
            "currency", "EUR",
            "message", "Hi",
            "platform", "alpha",
            "platform_user_id", "1",
            "media", Map.of("url", "https://videos.example.com/1"));

    private static final List<Type> TYPES = List.of(
            new Type(
                    "alpha",
                    "viewer.signed_in",
                    Map.of(
                            "platform_user_id", "1",
                            "login", "ada",
                            "display_name", "Ada",
                            "profile_image_url", "https://media.example.com/1.png",
                            "subscriber_tier", 2,
                            "linked_accounts", List.of(Map.of("platform", "beta", "platform_user_id", "2"))),
                    List.of("platform_user_id")),
            new Type("alpha", "follow", WHO, List.of()),
            new Type("beta", "follow", WHO, List.of()),
            new Type("alpha", "sub", with(WHO, Map.of("tier", 1, "months", 1)), List.of("tier")),
            new Type(
                    "alpha",
                    "resub",
                    with(WHO, Map.of("tier", 1, "months", 3, "sub_message", "Hi")),
                    List.of("tier", "months")),
            new Type("beta", "resub", with(WHO, Map.of("months", 3)), List.of("months")),
            new Type(
                    "alpha",
                    "gift_sub",
                    with(WHO, Map.of("tier", 1, "total", 2, "gift_recipients", List.of("Bo"))),
                    List.of("tier", "total")),
            new Type("alpha", "cheer", with(WHO, Map.of("bits", 5)), List.of("bits")),
            new Type("alpha", "raid", with(WHO, Map.of("viewers", 5)), List.of("viewers")),
            new Type(
                    "beta",
                    "paid_gift",
                    with(WHO, Map.of("amount", 1, "gift_name", "Rocket", "note", "Hi", "is_anonymous", false)),
                    List.of("amount", "gift_name")),
            new Type(
                    "alpha",
                    "channel_point_redemption",
                    Map.of(
                            "user_id", "1",
                            "user_name", "Ada",
                            "user_login", "ada",
                            "reward_id", "r1",
                            "reward_title", "Boss",
                            "reward_cost", 100,
                            "redemption_id", "red1",
                            "redeemed_at", "2026-11-21T12:00:00.000Z",
                            "is_managed", true),
                    List.of("user_name", "user_login", "reward_id", "reward_title", "reward_cost", "redemption_id")),
            new Type(
                    "alpha",
                    "chat.message",
                    with(
                            Map.of("user_id", "1", "user_name", "Ada", "user_login", "ada", "message_id", "m1"),
                            Map.of("text", "!hi", "is_mod", false, "is_subscriber", false, "is_broadcaster", false)),
                    List.of("message_id", "user_id", "user_login")),
            new Type(
                    "alpha",
                    "chat.moderated",
                    with(
                            Map.of("action", "timeout", "enforced", true, "duration_seconds", 60, "reason", "Links"),
                            Map.of(
                                    "target_user_id", "1",
                                    "target_login", "ada",
                                    "target_name", "Ada",
                                    "feature", "links",
                                    "matched_term", "a.example",
                                    "message", "Look")),
                    List.of("action", "target_user_id", "target_login", "target_name", "feature")),
            new Type(
                    "beta",
                    "bot.connected",
                    Map.of("channel", "ada", "login", "bot", "display_name", "Bot"),
                    List.of("channel")),
            new Type(
                    "alpha",
                    "sub_reward.redeemed",
                    Map.of("redemption_id", "s1", "platform_user_id", "1", "message", "Hi"),
                    List.of("redemption_id", "platform_user_id")),
            new Type("card_processor", "payment.captured", PAYMENT, List.of("payment_id", "amount")),
            new Type("wallet_processor", "payment.held", PAYMENT, List.of("payment_id", "amount")),
            new Type("card_processor", "payment.hold_expired", Map.of("payment_id", "p1"), List.of("payment_id")),
            new Type(
                    "card_processor",
                    "payment.refunded",
                    Map.of("payment_id", "p1", "amount", 5),
                    List.of("payment_id")),
            new Type("wallet_processor", "payment.disputed", Map.of("payment_id", "p1"), List.of("payment_id")));

    @TestFactory
    Stream<DynamicTest> aWrongFieldIsRefusedByItsName() {
        return TYPES.stream()
                .map(type -> DynamicTest.dynamicTest(type.source + " " + type.type, () -> {
                    type.data.forEach((field, value) ->
                            wrong(value).forEach(wrong -> refuses(type, field, with(type.data, field, wrong))));
                    type.required.forEach(field -> refuses(type, field, without(type.data, field)));
                    assertThat(account.events()).isEmpty();
                    for (String prefix : List.of("INGESTED#", "TIP#", "VIEWER#", "PAYMENT#", "REDEMPTION#", "BOT")) {
                        assertThat(account.rows(prefix)).as(prefix).isEmpty();
                    }
                }));
    }

    @Test
    void aMessageWithoutDataIsTakenAsIfThatWereEmpty() {
        TestConnector alpha = account.connector("alpha");
        Map<String, @Nullable Object> message = alpha.message("m1", "stream.online", Map.of());
        message.remove("data");
        assertThat(alpha.post(message).expect(202).at("duplicate")).isEqualTo(false);
        assertThat(alpha.post(message).expect(202).at("duplicate")).isEqualTo(true);
    }

    @Test
    void aWrongEnvelopeIsRefusedByTheFieldsName() {
        TestConnector alpha = account.connector("alpha");
        Map<String, @Nullable Object> message = alpha.message("m1", "follow", WHO);
        for (String field : List.of("id", "type", "occurred_at", "data")) {
            for (Object wrong : List.of(7, true, List.of())) {
                Map<String, @Nullable Object> other = new LinkedHashMap<>(message);
                other.put(field, wrong);
                assertThat(alpha.post(other).refuses(400, "bad_request").at("field"))
                        .as(field + " " + wrong)
                        .isEqualTo(field);
            }
        }
        Map<String, @Nullable Object> unknown = new LinkedHashMap<>(message);
        unknown.put("type", "payment.captured");
        assertThat(alpha.post(unknown).refuses(400, "bad_request").at("field")).isEqualTo("type");
        assertThat(account.events()).isEmpty();
    }

    private void refuses(Type type, String field, Map<String, Object> data) {
        Answer answer = account.connector(type.source)
                .sendAs(UUID.randomUUID().toString(), type.type, data)
                .refuses(400, "bad_request");
        assertThat(String.valueOf(answer.at("field")))
                .as(Json.writeText(data))
                .isIn("data." + field, "data." + field + "[0]", "data." + field + ".0", "data." + field + ".url");
    }

    /// Values that a field cannot have, by one that it has.
    private static List<Object> wrong(Object right) {
        List<Object> wrong = new ArrayList<>(List.of(Map.of("a", 1), 7, "x", true, List.of(7)));
        Stream.of(String.class, Boolean.class, Number.class, Map.class)
                .filter(kind -> kind.isInstance(right))
                .forEach(kind -> wrong.removeIf(kind::isInstance));
        return wrong;
    }

    private static Map<String, Object> with(Map<String, Object> data, Map<String, Object> more) {
        Map<String, Object> both = new LinkedHashMap<>(data);
        both.putAll(more);
        return both;
    }

    private static Map<String, Object> with(Map<String, Object> data, String field, Object value) {
        return with(data, Map.of(field, value));
    }

    private static Map<String, Object> without(Map<String, Object> data, String field) {
        Map<String, Object> other = new LinkedHashMap<>(data);
        other.remove(field);
        return other;
    }
}
