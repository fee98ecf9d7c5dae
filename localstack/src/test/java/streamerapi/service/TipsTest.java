package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import streamerapi.shared.json.Json;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/// Tips that come in through the API: what each field may hold, and what becomes of it (contract "POST /tips").
@NullMarked
class TipsTest {

    private static final String ASTRAL = "😀";

    private final Service service = Service.shared();
    private final Account account = service.newAccount();
    private final ApiClient api = account.api();
    private final AccountEvents happenings = new AccountEvents(account);

    @Test
    void aTipOfEveryFieldWaitsAsItWasSent() {
        Answer created = api.postText("/tips", """
                {"name":"Ada","amount":12.50,"currency":"JPY","message":"Hi","source":"shop","external_ref":"o-1",
                "paid":true,"platform":"alpha","platform_user_id":"4711"}""").expect(201);

        assertThat(created.at("media")).isNull();
        Map<String, @Nullable Object> tip = Json.asObject(created.at("tip"));
        assertThat(tip)
                .containsEntry("name", "Ada")
                .containsEntry("amount", new BigDecimal("12.5"))
                .containsEntry("message", "Hi")
                .containsEntry("tts_url", null)
                .containsEntry("is_replay", false)
                .containsEntry("is_sub_reward", false)
                .containsEntry("source", "api")
                .containsEntry("external_source", "shop")
                .containsEntry("external_ref", "o-1")
                .containsEntry("is_paid", true)
                .containsEntry("platform", "alpha")
                .containsEntry("platform_user_id", "4711")
                .containsEntry("name_was_filtered", false)
                .containsEntry("message_was_filtered", false);
        assertThat(String.valueOf(tip.get("order_id"))).matches("tip_[0-9]{13}_[0-9a-z]{16}");
        assertThat(api.get("/tts/queue").at("items.0")).isEqualTo(tip);
        Map<String, @Nullable Object> told = new java.util.LinkedHashMap<>(tip);
        told.remove("queued_at");
        assertThat(happenings.last("tip.created")).isEqualTo(told);
        assertThat(account.eventTypes()).containsExactly("tip.created");
    }

    @Test
    void aTipOfANameAloneHasNothingElse() {
        Map<String, @Nullable Object> tip = Json.asObject(
                api.postText("/tips", "{\"name\":\"Ada\"}").expect(201).at("tip"));

        assertThat(tip)
                .containsEntry("amount", null)
                .containsEntry("message", null)
                .containsEntry("external_source", null)
                .containsEntry("external_ref", null)
                .containsEntry("is_paid", false)
                .containsEntry("platform", null)
                .containsEntry("platform_user_id", null);
    }

    @Test
    void aNullIsAFieldThatWasNotSent() {
        Map<String, @Nullable Object> tip =
                Json.asObject(api.postText("/tips", """
                {"name":"Ada","amount":null,"currency":null,"message":null,"source":null,"external_ref":null,
                "paid":null,"platform":null,"platform_user_id":null}""").expect(201).at("tip"));

        assertThat(tip)
                .containsEntry("amount", null)
                .containsEntry("external_ref", null)
                .containsEntry("is_paid", false)
                .containsEntry("platform", null);
        api.postText("/tips", "{\"name\":null}").refuses(400, "bad_request");
    }

    static Stream<Arguments> accepted() {
        return Stream.of(
                field("name", "\"A\""),
                field("name", "\"" + ASTRAL.repeat(64) + "\""),
                field("name", "\"\\ud83d\\ude00\""),
                field("name", "\" Ada \""),
                field("message", "\"\""),
                field("message", "\"" + ASTRAL.repeat(500) + "\""),
                field("message", "\"line\\nline \\\"quoted\\\"\""),
                field("source", "\"" + ASTRAL.repeat(64) + "\""),
                field("external_ref", "\"" + ASTRAL.repeat(255) + "\""),
                field("external_ref", "\"#\""),
                field("paid", "true"),
                field("currency", "\"EUR\""),
                field("currency", "\"USD\""));
    }

    @ParameterizedTest
    @MethodSource("accepted")
    void aFieldWithinItsRulesIsAccepted(String field, String value) {
        String name = field.equals("name") ? "" : "\"name\":\"Ada\",";

        Answer created = api.postText("/tips", "{" + name + "\"" + field + "\":" + value + "}")
                .expect(201);

        if (!field.equals("paid") && !field.equals("currency")) {
            String shown = field.equals("source") ? "external_source" : field;
            assertThat(created.at("tip." + shown)).isEqualTo(Json.read(value));
            assertThat(api.get("/tts/queue").at("items.0." + shown)).isEqualTo(Json.read(value));
        }
    }

    @Test
    void theLongestReferenceOfTheLongestSourceFits() {
        Map<String, String> body =
                Map.of("name", "Ada", "source", ASTRAL.repeat(64), "external_ref", ASTRAL.repeat(255));
        Object orderId = api.post("/tips", body).expect(201).at("tip.order_id");

        assertThat(api.post("/tips", body)
                        .refuses(409, "duplicate_external_ref")
                        .at("order_id"))
                .isEqualTo(orderId);
    }

    static Stream<Arguments> refused() {
        return Stream.of(
                field("name", "\"\""),
                field("name", "\"  \""),
                field("name", "7"),
                field("name", "{}"),
                field("name", "\"" + "a".repeat(65) + "\""),
                field("name", "\"" + ASTRAL.repeat(65) + "\""),
                field("name", "\"\\ud83d\""),
                field("name", "\"a\\ude00\""),
                field("message", "\"" + "a".repeat(501) + "\""),
                field("message", "\"\\ude00\\ud83d\""),
                field("message", "7"),
                field("message", "[\"a\"]"),
                field("source", "\"\""),
                field("source", "\"" + "a".repeat(65) + "\""),
                field("source", "\"\\ud83d\""),
                field("external_ref", "\"\""),
                field("external_ref", "\"" + "a".repeat(256) + "\""),
                field("external_ref", "12"),
                field("paid", "\"true\""),
                field("paid", "1"),
                field("currency", "\"\""),
                field("currency", "\"eur\""),
                field("currency", "\"EURO\""),
                field("currency", "\"ZZZ\""),
                field("currency", "\"XXX\""),
                field("currency", "978"),
                field("amount", "\"5\""),
                field("amount", "true"),
                field("amount", "[]"),
                field("amount", "-0.01"),
                field("amount", "-1"),
                field("amount", "1000000.01"),
                field("amount", "1000001"),
                field("amount", "1e99"),
                field("amount", "0.001"),
                field("amount", "5.101"),
                field("amount", "1e-3"));
    }

    @ParameterizedTest
    @MethodSource("refused")
    void aFieldOutsideItsRulesIsRefusedByItsName(String field, String value) {
        String name = field.equals("name") ? "" : "\"name\":\"Ada\",";
        String body = "{" + name + "\"" + field + "\":" + value + "}";

        for (String path : field.equals("source") || field.equals("external_ref") || field.equals("paid")
                ? List.of("/tips")
                : List.of("/tips", "/tips/test")) {
            assertThat(api.postText(path, body).refuses(400, "bad_request").at("field"))
                    .isEqualTo(field);
        }
        assertThat(account.events()).isEmpty();
    }

    static Stream<Arguments> donors() {
        return Stream.of(
                arguments("\"platform\":\"alpha\"", "platform_user_id"),
                arguments("\"platform\":\"alpha\",\"platform_user_id\":null", "platform_user_id"),
                arguments("\"platform_user_id\":\"1\"", "platform"),
                arguments("\"platform\":\"gamma\",\"platform_user_id\":\"1\"", "platform"),
                arguments("\"platform\":\"Alpha\",\"platform_user_id\":\"1\"", "platform"),
                arguments("\"platform\":1,\"platform_user_id\":\"1\"", "platform"),
                arguments("\"platform\":\"beta\",\"platform_user_id\":\"\"", "platform_user_id"),
                arguments("\"platform\":\"beta\",\"platform_user_id\":7", "platform_user_id"));
    }

    @ParameterizedTest
    @MethodSource("donors")
    void aDonorIsNamedByPlatformAndIdOrNotAtAll(String fields, String field) {
        Answer refused =
                api.postText("/tips", "{\"name\":\"Ada\"," + fields + "}").refuses(400, "bad_request");

        assertThat(refused.at("field")).isEqualTo(field);
    }

    @Test
    void aNameIsRequired() {
        for (String body : List.of("", "{}", "{\"message\":\"Hi\"}")) {
            assertThat(api.postText("/tips", body).refuses(400, "bad_request").at("field"))
                    .isEqualTo("name");
        }
    }

    static Stream<Arguments> amounts() {
        return Stream.of(
                arguments("0", "0"),
                arguments("-0", "0"),
                arguments("0.00", "0"),
                arguments("0e99", "0"),
                arguments("0.01", "0.01"),
                arguments("0.1", "0.1"),
                arguments("0.10000", "0.1"),
                arguments("0.29", "0.29"),
                arguments("1.10", "1.1"),
                arguments("5.10", "5.1"),
                arguments("1e2", "100"),
                arguments("1.5E+1", "15"),
                arguments("100e-2", "1"),
                arguments("33.33", "33.33"),
                arguments("999999.99", "999999.99"),
                arguments("1000000", "1000000"),
                arguments("1e6", "1000000"),
                arguments("1000000.000", "1000000"));
    }

    @ParameterizedTest
    @MethodSource("amounts")
    void anAmountIsExact(String sent, String kept) {
        Answer created = api.postText("/tips", "{\"name\":\"Ada\",\"amount\":" + sent + "}")
                .expect(201);

        assertThat(created.text()).contains("\"amount\":" + kept + ",");
        assertThat(api.get("/tts/queue").expect(200).text()).contains("\"amount\":" + kept + ",");
        assertThat(account.events().getFirst()).contains("\"amount\":" + kept + ",");
    }

    @Test
    void amountsThatBinaryFractionsMissAddUpExactly() {
        for (int i = 0; i < 10; i++) {
            api.postText("/tips", "{\"name\":\"Ada\",\"amount\":0.1}").expect(201);
        }

        BigDecimal sum = api.get("/tts/queue").each("items", "amount").stream()
                .map(BigDecimal::new)
                .reduce(BigDecimal.ZERO, BigDecimal::add);
        assertThat(sum).isEqualByComparingTo(BigDecimal.ONE);
    }

    @Test
    void aNumberThatNothingCanHoldIsNoJson() {
        for (String amount : List.of(
                "1e9999999999",
                "1e-9999999999",
                "1e999999",
                "1e-999999",
                "9".repeat(200),
                "NaN",
                "Infinity",
                "0x10",
                "01",
                "1.")) {
            api.postText("/tips", "{\"name\":\"Ada\",\"amount\":" + amount + "}")
                    .refuses(400, "bad_request");
        }
        assertThat(account.events()).isEmpty();
    }

    @Test
    void aReferenceIsTakenOnceForEachSource() {
        Map<String, String> sent = Map.of("name", "Ada", "source", "shop", "external_ref", "7");
        Object orderId = api.post("/tips", sent).expect(201).at("tip.order_id");

        Answer refused = api.post("/tips", sent).refuses(409, "duplicate_external_ref");

        assertThat(refused.at("order_id")).isEqualTo(orderId);
        api.post("/tips", Map.of("name", "Ada", "source", "mart", "external_ref", "7"))
                .expect(201);
        api.post("/tips", Map.of("name", "Ada", "external_ref", "7")).expect(201);
        api.post("/tips", Map.of("name", "Ada", "external_ref", "7")).refuses(409, "duplicate_external_ref");
        api.post("/tips", Map.of("name", "Ada", "source", "shop", "external_ref", "8"))
                .expect(201);
        api.post("/tips", Map.of("name", "Ada", "source", "shop")).expect(201);
        api.post("/tips", Map.of("name", "Ada", "source", "shop")).expect(201);
        service.newAccount().api().post("/tips", sent).expect(201);
        assertThat(happenings.all("tip.created")).hasSize(6);
    }

    @Test
    void aSourceAndAReferenceAreNotMistakenForAnotherPair() {
        api.post("/tips", Map.of("name", "Ada", "source", "a#b", "external_ref", "c"))
                .expect(201);
        api.post("/tips", Map.of("name", "Ada", "source", "a", "external_ref", "b#c"))
                .expect(201);
        api.post("/tips", Map.of("name", "Ada", "external_ref", "a#b#c")).expect(201);
    }

    @Test
    void ofTwentyTipsWithOneReferenceAtOnceOneIsMade() {
        List<Answer> answers = AtOnce.run(
                20, i -> api.post("/tips", Map.of("name", "Ada " + i, "source", "shop", "external_ref", "7")));

        List<Answer> made =
                answers.stream().filter(answer -> answer.status() == 201).toList();
        assertThat(made).hasSize(1);
        Object orderId = made.getFirst().at("tip.order_id");
        for (Answer answer : answers) {
            if (answer.status() != 201) {
                assertThat(answer.refuses(409, "duplicate_external_ref").at("order_id"))
                        .isEqualTo(orderId);
            }
        }
        assertThat(api.get("/tts/queue").each("items", "order_id")).containsExactly(String.valueOf(orderId));
        assertThat(account.eventTypes()).containsExactly("tip.created");
    }

    @Test
    void aNameOfWhichNothingIsSeenIsNone() {
        for (String name : List.of("\u00A0", "\u2007", "\u202F", "\uFEFF", "\u200B", "\u2800", "\u3164")) {
            assertThat(api.withoutValidation()
                            .post("/tips", Map.of("name", name))
                            .refuses(400, "bad_request")
                            .at("field"))
                    .isEqualTo("name");
        }
        assertThat(account.events()).isEmpty();
    }

    @Test
    void whatAViewerWroteReordersAndOverdrawsNothing() {
        Answer tip = api.postText(
                        "/tips",
                        "{\"name\":\"\\u202eNova\\u2066Fox\",\"message\":\"e" + "\\u0301".repeat(50) + "\\nhi\"}")
                .expect(201);
        assertThat(tip.at("tip.name")).isEqualTo("NovaFox");
        assertThat(tip.at("tip.message")).isEqualTo("e" + "\u0301".repeat(8) + "\nhi");
        for (String control : List.of("\\u0000", "\\u0007", "\\u001b[31m", "\\u007f", "\\u0085", "\\r", "\\t")) {
            assertThat(api.postText("/tips", "{\"name\":\"Ada\",\"message\":\"" + control + "\"}")
                            .refuses(400, "bad_request")
                            .at("field"))
                    .isEqualTo("message");
            assertThat(api.postText("/tips", "{\"name\":\"A" + control + "\"}")
                            .refuses(400, "bad_request")
                            .at("field"))
                    .isEqualTo("name");
        }
        assertThat(api.postText("/tips", "{\"name\":\"\\u202e\\u2069\"}")
                        .refuses(400, "bad_request")
                        .at("field"))
                .isEqualTo("name");
    }

    private static Arguments field(String name, String value) {
        return arguments(name, value);
    }
}
