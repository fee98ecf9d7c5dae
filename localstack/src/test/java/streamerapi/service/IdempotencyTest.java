package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import streamerapi.shared.auth.Scope;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import static org.assertj.core.api.Assertions.assertThat;

/// A request that is sent again with its `Idempotency-Key` changes nothing more (contract "Idempotency").
@NullMarked
class IdempotencyTest {

    private static final String KEY = "Idempotency-Key";
    private static final Map<String, String> TIP = Map.of("name", "Ada");

    private final Service service = Service.shared();
    private final Account account = service.newAccount();
    private final String key = UUID.randomUUID().toString();
    private final ApiClient api = account.api().with(KEY, key);

    @Test
    void theSameRequestGetsTheFirstAnswerAgain() {
        Answer first = api.post("/tips", TIP).expect(201);

        Answer again = api.post("/tips", TIP).expect(201);

        assertThat(first.header("Idempotent-Replayed")).isNull();
        assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
        assertThat(again.text()).isEqualTo(first.text());
        assertThat(again.header("Content-Type")).isEqualTo(first.header("Content-Type"));
        assertThat(again.header("Request-Id")).isNotEqualTo(first.header("Request-Id"));
        assertThat(account.eventTypes()).containsExactly("tip.created");
    }

    @Test
    void theAnswerHasItsHeadersAgain() {
        Map<String, ?> command = Map.of("name", "hug", "response", "hi", "colour", "red");
        Answer first = api.post("/commands", command).expect(201);
        Answer again = api.post("/commands", command).expect(201);

        assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
        assertThat(first.header("ETag")).isNotNull();
        assertThat(again.header("ETag")).isEqualTo(first.header("ETag"));
        assertThat(first.header("Warning")).contains("colour");
        assertThat(again.header("Warning")).isEqualTo(first.header("Warning"));
    }

    @Test
    void anotherBodyOrPathIsAConflict() {
        api.post("/tips", TIP).expect(201);

        api.post("/tips", Map.of("name", "Bea")).refuses(409, "idempotency_conflict");
        api.post("/tips").refuses(409, "idempotency_conflict");
        api.post("/tips/test", TIP).refuses(409, "idempotency_conflict");
        api.post("/tts/pause").refuses(409, "idempotency_conflict");

        assertThat(account.eventTypes()).containsExactly("tip.created");
        api.post("/tips", TIP).expect(201);
    }

    @Test
    void anotherKeyIsAnotherRequest() {
        api.post("/tips", TIP).expect(201);

        account.api().with(KEY, key + "x").post("/tips", TIP).expect(201);

        assertThat(account.eventTypes()).containsExactly("tip.created", "tip.created");
    }

    @Test
    void ofTwentyTipsAtOnceOneIsMadeAndAllGetItsAnswer() {
        List<Answer> answers = AtOnce.run(20, i -> api.post("/tips", TIP).expect(201));

        assertThat(answers.stream().map(Answer::text).distinct()).hasSize(1);
        assertThat(answers)
                .filteredOn(a -> a.header("Idempotent-Replayed") == null)
                .hasSize(1);
        assertThat(account.eventTypes()).containsExactly("tip.created");
        assertThat(account.rows("TIP#")).hasSize(1);
    }

    @Test
    void ofTwentyStartsAtOnceOneIsMadeAndAllGetItsAnswer() {
        String orderId = account.tip("Ada");

        List<Answer> answers =
                AtOnce.run(20, i -> api.post("/tts/" + orderId + "/start").expect(200));

        assertThat(answers.stream().map(Answer::text).distinct()).hasSize(1);
        assertThat(answers)
                .filteredOn(a -> a.header("Idempotent-Replayed") == null)
                .hasSize(1);
        assertThat(account.eventTypes()).containsExactly("tip.created", "queue.tts.started");
    }

    @Test
    void aRefusalIsAnAnswerLikeAnyOther() {
        String orderId = account.tip("Ada");
        account.api().post("/tts/pause").expect(200);
        Answer first = api.post("/tts/" + orderId + "/start").refuses(409, "queue_paused");
        account.api().post("/tts/resume").expect(200);

        Answer again = api.post("/tts/" + orderId + "/start").refuses(409, "queue_paused");

        assertThat(again.text()).isEqualTo(first.text());
        assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
        account.api().with(KEY, "other").post("/tts/" + orderId + "/start").expect(200);
    }

    @Test
    void aRefusedFieldIsRefusedAgain() {
        Answer first = api.post("/tips", Map.of("name", "")).refuses(400, "bad_request");
        Answer again = api.post("/tips", Map.of("name", "")).refuses(400, "bad_request");

        assertThat(again.text()).isEqualTo(first.text());
        assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
    }

    @Test
    void aRefusalAtTheGateIsNotKept() {
        String weak = account.newKey(java.util.Set.of(Scope.TTS_READ));
        new ApiClient(service.stack().authUrl(), weak)
                .with(KEY, key)
                .post("/tips", TIP)
                .refuses(403, "missing_scope");

        assertThat(account.rows("IDEMPOTENCY#")).isEmpty();
        api.post("/tips", TIP).expect(201);
    }

    @Test
    void aRequestThatChangesNothingIsRemembered() {
        String orderId = account.tip("Ada");
        api.post("/tts/skip").expect(200);
        account.api().post("/tts/" + orderId + "/start").expect(200);

        assertThat(api.post("/tts/skip").expect(200).at("skipped_order_id")).isNull();

        assertThat(account.api().get("/tts/now").at("playing")).isEqualTo(true);
    }

    @Test
    void aKeyIsForgottenAfterADay() {
        Object first = api.post("/tips", TIP).expect(201).at("tip.order_id");
        service.clock().advance(Duration.ofHours(24).minusMinutes(1));
        assertThat(api.post("/tips", TIP).expect(201).at("tip.order_id")).isEqualTo(first);

        service.clock().advance(Duration.ofMinutes(2));

        Answer later = api.post("/tips", TIP).expect(201);
        assertThat(later.at("tip.order_id")).isNotEqualTo(first);
        assertThat(later.header("Idempotent-Replayed")).isNull();
        assertThat(api.post("/tips", TIP).expect(201).at("tip.order_id")).isEqualTo(later.at("tip.order_id"));
    }

    @Test
    void aKeyBelongsToTheCredentialThatSentIt() {
        api.post("/tips", TIP).expect(201);

        account.api(Scope.TIPS_CREATE)
                .with(KEY, key)
                .post("/tips", Map.of("name", "Bea"))
                .expect(201);
        service.newAccount().api().with(KEY, key).post("/tips", TIP).expect(201);

        assertThat(account.eventTypes()).containsExactly("tip.created", "tip.created");
    }

    @Test
    void aKeyHasOneToTwoHundredAndFiftyFiveCharacters() {
        ApiClient plain = account.api();
        plain.with(KEY, "k").post("/tips", TIP).expect(201);
        String longest = "k".repeat(255);
        Object first = plain.with(KEY, longest).post("/tips", TIP).expect(201).at("tip.order_id");
        assertThat(plain.with(KEY, longest).post("/tips", TIP).expect(201).at("tip.order_id"))
                .isEqualTo(first);

        for (String bad : List.of("", "k".repeat(256))) {
            assertThat(plain.with(KEY, bad)
                            .post("/tips", TIP)
                            .refuses(400, "bad_request")
                            .at("field"))
                    .isEqualTo(KEY);
        }
        assertThat(account.eventTypes()).hasSize(2);
    }

    @Test
    void requestsThatAreNoPostIgnoreIt() {
        String orderId = account.tip("Ada");
        Answer before = api.get("/tts/queue").expect(200);
        account.tip("Bea");

        Answer after = api.get("/tts/queue").expect(200);

        assertThat(after.text()).isNotEqualTo(before.text());
        assertThat(after.header("Idempotent-Replayed")).isNull();
        api.delete("/tts/" + orderId).expect(200);
        api.delete("/tts/" + orderId).refuses(404, "not_found");
        account.api().with(KEY, "k".repeat(256)).get("/tts/queue").expect(200);
    }

    /// A row of the table holds 400 KB.
    @Test
    void anAnswerThatIsTooLargeForARowIsGivenAnew() {
        AtOnce.run(
                120,
                i -> account.api()
                        .post("/tips", Map.of("name", "Ada", "message", "😀".repeat(500)))
                        .expect(201));
        Map<String, ?> call =
                McpClient.message(1, "tools/call", Map.of("name", "get_tts_queue", "arguments", Map.of("limit", 100)));

        ApiClient assistant = api.with("MCP-Protocol-Version", "2025-06-18");
        Answer first = assistant.rpc(call).expect(200);
        assertThat(first.bytes()).hasSizeGreaterThan(400 * 1024);
        assertThat(assistant.rpc(call).expect(200).header("Idempotent-Replayed"))
                .isNull();
    }
}
