package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.shared.json.Json;
import streamerapi.shared.signatures.Signature;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;

/// The moderation service that an account's tips are shown to (contract "Tips").
@NullMarked
class ModerationTest {

    private static final String SECRET = "moderation-secret-0123456789abcdef";
    private static final String HELD = "/dashboard/api/held-tips";

    private final Service service = Service.shared();
    private final Account account = service.newAccount();
    private final ApiClient api = account.api();
    private final ApiClient owner = account.dashboard();
    private final AccountEvents happenings = new AccountEvents(account);

    @BeforeEach
    void itIsAsked() {
        settings(Map.of("url", service.stack().authUrl() + "/connectors/moderation", "enabled", true));
    }

    @Test
    void aTipThatItAllowsGoesOn() {
        api.post(
                        "/tips",
                        Map.of(
                                "name", "Ada",
                                "message", "Hi",
                                "amount", 5,
                                "platform", "alpha",
                                "platform_user_id", "4711"))
                .expect(201);
        assertThat(questions())
                .containsExactly(Map.of(
                        "tenant_id", account.tenantId(),
                        "source", "api",
                        "name", "Ada",
                        "message", "Hi",
                        "platform", "alpha",
                        "platform_user_id", "4711"));
    }

    @Test
    void aTipThatItHoldsWaits() {
        answers("hold");
        api.post("/tips", Map.of("name", "Ada", "message", "Hi")).expect(202);
        assertThat(owner.get(HELD).expect(200).each("tips", "reason")).containsExactly("filter");
    }

    @Test
    void aTipThatItBlocksStaysOut() {
        answers("block");
        api.post("/tips", Map.of("name", "Ada", "message", "Hi")).refuses(422, "tip_blocked");
        assertThat(data("tip.blocked"))
                .containsEntry("blocked_words", List.of())
                .containsEntry("reasoning", "The moderation service blocks it: The stand-in was told so.");
        assertThat(api.get("/tts/queue").each("items", "order_id")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"error", "none", "nonsense"})
    void aTipWaitsIfItFails(String answer) {
        answers(answer);
        api.post("/tips", Map.of("name", "Ada", "message", "Hi")).expect(202);
        assertThat(data("tip.held")).containsEntry("reason", "ai_unavailable");
        String order = String.valueOf(owner.get(HELD).at("tips.0.order_id"));
        owner.post(HELD + "/" + order + "/approve").expect(200);
        assertThat(api.get("/tts/queue").each("items", "order_id")).containsExactly(order);
    }

    @ParameterizedTest
    @CsvSource({"hold, filter", "error, ai_unavailable"})
    void aWordIsReplacedInATipThatWaitsForItToo(String answer, String reason) {
        owner.patch("/dashboard/api/settings", Map.of("filter", Map.of("replace", List.of("darn"))))
                .expect(200);
        answers(answer);
        api.post("/tips", Map.of("name", "darn Ada", "message", "Hi")).expect(202);
        assertThat(account.eventTypes()).containsExactly("tip.filtered", "tip.held");
        assertThat(data("tip.held")).containsEntry("reason", reason).containsEntry("name", "**** Ada");
        owner.post(HELD + "/" + owner.get(HELD).at("tips.0.order_id") + "/approve")
                .expect(200);
        assertThat(data("tip.created"))
                .containsEntry("name", "**** Ada")
                .containsEntry("name_was_filtered", true)
                .containsEntry("message_was_filtered", false);
    }

    @Test
    void aQuestionIsSignedIfThereIsASecretAndElseNot() {
        try (TestReceiver moderation = TestReceiver.open().saying("{\"action\": \"allow\"}")) {
            settings(Map.of("url", moderation.url()));
            api.post("/tips", Map.of("name", "Ada")).expect(201);
            settings(Map.of("secret", SECRET));
            api.post("/tips", Map.of("name", "Ada")).expect(201);
            assertThat(owner.get("/dashboard/api/settings").expect(200).text()).doesNotContain(SECRET);

            List<TestReceiver.Received> asked = moderation.received();
            assertThat(asked).hasSize(2);
            assertThat(asked.getFirst().headers()).doesNotContainKey("service-signature");
            assertThat(Signature.holds(
                            asked.getLast().header("Service-Signature"),
                            List.of(SECRET),
                            service.clock().instant(),
                            asked.getLast().body()))
                    .isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"action\": 5}", "{\"action\": \"maybe\"}", "[]"})
    void aTipWaitsIfTheAnswerIsNoDecision(String answer) {
        try (TestReceiver moderation = TestReceiver.open().saying(answer)) {
            settings(Map.of("url", moderation.url()));
            api.post("/tips", Map.of("name", "Ada")).expect(202);
            assertThat(data("tip.held")).containsEntry("reason", "ai_unavailable");
        }
    }

    @Test
    void aTipWaitsIfTheAnswerIsLongerThanAnAnswerMayBe() {
        String longest = "{\"action\": \"allow\"}" + " ".repeat(64 * 1024 - 19);
        try (TestReceiver moderation = TestReceiver.open().saying(longest)) {
            settings(Map.of("url", moderation.url(), "timeout_ms", 5_000));
            api.post("/tips", Map.of("name", "Ada")).expect(201);
            moderation.saying(longest + " ");
            api.post("/tips", Map.of("name", "Ada")).expect(202);
            assertThat(data("tip.held")).containsEntry("reason", "ai_unavailable");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ALLOW", "Allow", " allow", "BLOCK", ""})
    void anActionIsSpeltAsItIsDocumented(String action) {
        try (TestReceiver moderation = TestReceiver.open().saying("{\"action\": \"" + action + "\"}")) {
            settings(Map.of("url", moderation.url(), "timeout_ms", 5_000));
            api.post("/tips", Map.of("name", "Ada")).expect(202);
            assertThat(data("tip.held")).containsEntry("reason", "ai_unavailable");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "It says \\u202Eevil\\u2066 | The moderation service blocks it: It says evil",
                "\\u200F | The moderation service blocks it.",
                "one\\u0007two | The moderation service blocks it: one two"
            })
    void itsReasonReordersNothing(String reason, String reasoning) {
        String answer = "{\"action\": \"block\", \"reason\": \"" + reason + "\"}";
        try (TestReceiver moderation = TestReceiver.open().saying(answer)) {
            settings(Map.of("url", moderation.url(), "timeout_ms", 5_000));
            api.post("/tips", Map.of("name", "Ada")).refuses(422, "tip_blocked");
            assertThat(data("tip.blocked")).containsEntry("reasoning", reasoning);
        }
    }

    @Test
    void aLongReasonIsCut() {
        String answer = "{\"action\": \"block\", \"reason\": \"" + "x".repeat(501) + "\"}";
        try (TestReceiver moderation = TestReceiver.open().saying(answer)) {
            settings(Map.of("url", moderation.url(), "timeout_ms", 5_000));
            api.post("/tips", Map.of("name", "Ada")).refuses(422, "tip_blocked");
            assertThat(data("tip.blocked"))
                    .containsEntry("reasoning", "The moderation service blocks it: " + "x".repeat(500));
        }
    }

    @Test
    void aTipWaitsIfItCannotBeReached() {
        settings(Map.of("url", "http://localhost:1/", "timeout_ms", 500));
        api.post("/tips", Map.of("name", "Ada")).expect(202);
        assertThat(data("tip.held")).containsEntry("reason", "ai_unavailable");
        assertThat(logged()).containsExactly("fault ConnectException");
    }

    @Test
    void theLogTellsWhatItAnsweredInPlaceOfADecision() {
        answers("error");
        api.post("/tips", Map.of("name", "Ada")).expect(202);
        answers("nonsense");
        api.post("/tips", Map.of("name", "Ada")).expect(202);
        assertThat(logged()).containsExactly("status 500", "status 200");
    }

    /// The lines about this account's service: a field's name and its value.
    private List<String> logged() {
        try {
            return Files.readAllLines(Path.of(Objects.requireNonNull(System.getProperty("functions.log")))).stream()
                    .filter(line -> line.contains("\"message\":\"moderation\"") && line.contains(account.tenantId()))
                    .map(line -> line.replaceAll(".*\"(status|fault)\":\"?([A-Za-z0-9]+).*", "$1 $2"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @CsvSource({"/tips/test, test", "/dashboard/api/manual-tips, manual"})
    void itIsAskedAboutEveryTip(String path, String source) {
        answers("hold");
        (path.startsWith("/dashboard") ? owner : api)
                .post(path, Map.of("name", "Ada"))
                .expect(202);
        assertThat(questions().getFirst()).containsEntry("source", source);
    }

    @Test
    void itIsAskedAboutPayments() {
        answers("error");
        account.connector("card_processor").send("payment.captured", Map.of("payment_id", "p1", "amount", 5));
        assertThat(data("tip.held"))
                .containsEntry("reason", "ai_unavailable")
                .containsEntry("payment_state", "captured");
        answers("block");
        assertThat(account.connector("card_processor")
                        .send("payment.captured", Map.of("payment_id", "p2", "amount", 5))
                        .at("blocked"))
                .isEqualTo(true);
    }

    @Test
    void itIsNotAskedAboutATipThatWaitsOrStaysOutInAnyCase() {
        owner.patch("/dashboard/api/settings", Map.of("filter", Map.of("block", List.of("darn"))))
                .expect(200);
        api.post("/tips", Map.of("name", "darn")).refuses(422, "tip_blocked");
        owner.patch("/dashboard/api/settings", Map.of("review", Map.of("hold_all", true)))
                .expect(200);
        answers("error");
        api.post("/tips", Map.of("name", "Ada")).expect(202);
        assertThat(data("tip.held")).containsEntry("reason", "manual");
        assertThat(questions()).isEmpty();
    }

    @Test
    void itIsNotAskedBeforeTheCallerIsKnown() {
        ApiClient stranger = new ApiClient(
                service.stack().authUrl(),
                account.apiKey().substring(0, account.apiKey().length() - 6) + "AAAAAA");
        stranger.post("/tips", Map.of("name", "Ada")).refuses(401, "invalid_api_key");
        assertThat(questions()).isEmpty();
    }

    @Test
    void itIsNotAskedWhileItIsOff() {
        settings(Map.of("enabled", false));
        answers("block");
        api.post("/tips", Map.of("name", "Ada")).expect(201);
        assertThat(questions()).isEmpty();
    }

    @Test
    void privateAddressesAreRefusedWhereTheyAreNotAllowed() {
        try (Service strict = Service.start(Map.of("WEBHOOK_ALLOW_PRIVATE", "false"))) {
            Account other = strict.newAccount();
            for (String url :
                    List.of("http://localhost/", "https://127.0.0.1/", "https://169.254.169.254/", "ftp://a.b")) {
                Answer refused = other.dashboard()
                        .patch("/dashboard/api/settings", Map.of("moderation", Map.of("url", url, "enabled", true)))
                        .refuses(400, "bad_request");
                assertThat(refused.at("field")).isEqualTo("moderation.url");
            }
        }
    }

    private void settings(Map<String, Object> moderation) {
        owner.patch("/dashboard/api/settings", Map.of("moderation", moderation)).expect(200);
    }

    private void answers(String answer) {
        new WebClient(service.stack().authUrl())
                .postJson(
                        "/connectors/control",
                        Map.of("tenant_id", account.tenantId(), "action", "moderation", "answer", answer))
                .expect(200);
    }

    /// The questions that the stand-in was asked about the account's tips.
    private List<Map<String, @Nullable Object>> questions() {
        Answer log = new WebClient(service.stack().authUrl())
                .get(URI.create(service.stack().connectorLogUrl()).getPath())
                .expect(200);
        List<Map<String, @Nullable Object>> questions = new ArrayList<>();
        for (Object call : (List<?>) Objects.requireNonNull(log.at("calls"))) {
            Map<String, @Nullable Object> fields = Json.asObject(call);
            if (account.tenantId().equals(fields.get("tenant_id")) && "moderation".equals(fields.get("platform"))) {
                questions.add(new HashMap<>(Json.asObject(fields.get("data"))));
            }
        }
        return questions;
    }

    private Map<String, @Nullable Object> data(String type) {
        return Json.asObject(happenings.all(type).getLast().get("data"));
    }
}
