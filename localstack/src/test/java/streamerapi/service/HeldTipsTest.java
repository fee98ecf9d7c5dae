package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.ledger.Ledger;
import streamerapi.shared.auth.Role;
import streamerapi.shared.json.Json;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;

/// Tips that wait for somebody's decision (spec "Held tips", contract "Dashboard", "Tips").
@NullMarked
class HeldTipsTest {

    private static final String HELD = "/dashboard/api/held-tips";

    private final Service service = Service.shared();
    private final Account account = service.newAccount();
    private final ApiClient api = account.api();
    private final ApiClient dashboard = account.dashboard();
    private final AccountEvents happenings = new AccountEvents(account);

    @ParameterizedTest
    @ValueSource(strings = {"/tips", "/tips/test", "/dashboard/api/manual-tips"})
    void everyTipIsHeldWhereEverythingIsReviewed(String path) {
        holdAll();
        ApiClient sender = path.equals("/tips") || path.equals("/tips/test") ? api : dashboard;
        Answer answer = sender.post(path, Map.of("name", "Ada", "amount", 20, "message", "Trust me"))
                .expect(202);

        assertThat(answer.json()).containsOnlyKeys("held", "order_id").containsEntry("held", true);
        assertThat(account.eventTypes()).containsExactly("tip.held");
        assertThat(data("tip.held"))
                .containsEntry("order_id", answer.at("order_id"))
                .containsEntry("name", "Ada")
                .containsEntry("amount", new BigDecimal(20))
                .containsEntry("currency", "EUR")
                .containsEntry("message", "Trust me")
                .containsEntry("has_media", false)
                .containsEntry("reason", "manual")
                .containsEntry("payment_state", "none")
                .containsEntry(
                        "source", Map.of("/tips", "api", "/tips/test", "test").getOrDefault(path, "manual"));
        assertThat(api.get("/tts/queue").each("items", "order_id")).isEmpty();
    }

    @Test
    void aMatchIsHeldAsItWasSentWhereMatchesAreHeld() {
        holdMatches("darn");
        String orderId = held("darn it");

        assertThat(account.eventTypes()).containsExactly("tip.held");
        assertThat(data("tip.held")).containsEntry("reason", "filter").containsEntry("message", "darn it");
        api.post("/tips", Map.of("name", "Ada", "message", "Hi")).expect(201);

        approve(orderId, Map.of()).expect(200);
        assertThat(data("tip.created"))
                .containsEntry("message", "darn it")
                .containsEntry("message_was_filtered", false);
    }

    /// No event tells an overlay of a tip that is not heard.
    @Test
    void anOverlayIsToldToReadTheSumsAnewOnceAPaidTipIsLetInUnheard() {
        holdAll();
        Answer made = dashboard
                .post("/dashboard/api/overlays", Map.of("name", "Main", "widgets", List.of("goal")))
                .expect(201);
        String unpaid = held("Hi");
        String paid = String.valueOf(api.post("/tips", Map.of("name", "Ada", "amount", 5, "paid", true))
                .expect(202)
                .at("order_id"));
        try (TestSocket socket =
                TestSocket.open(service).send(Map.of("data", Map.of("overlayKey", String.valueOf(made.at("key")))))) {
            socket.next("ready");
            approve(unpaid, Map.of("allow_tts", false)).expect(200);
            approve(paid, Map.of("allow_tts", false)).expect(200);
            assertThat(socket.next("counts")).isEqualTo(Map.of("type", "counts"));
            assertThat(api.get("/overlays/" + made.at("overlay.id") + "/tip-goal")
                            .at("tip_goal.current"))
                    .isEqualTo(new BigDecimal("5"));
        }
    }

    @Test
    void aMatchIsReplacedBeforeEverythingIsReviewed() {
        dashboard
                .patch("/dashboard/api/settings", Map.of("filter", Map.of("replace", List.of("darn"))))
                .expect(200);
        holdAll();
        String orderId = held("darn it");

        assertThat(account.eventTypes()).containsExactly("tip.filtered", "tip.held");
        assertThat(data("tip.held")).containsEntry("reason", "manual").containsEntry("message", "**** it");
        approve(orderId, Map.of()).expect(200);
        assertThat(data("tip.created")).containsEntry("message", "**** it").containsEntry("message_was_filtered", true);
    }

    @Test
    void aHeldTipIsListedWithWhatItsEventSaid() {
        holdAll();
        Instant before = service.clock().instant().minusMillis(1);
        held("Hi");

        Map<String, @Nullable Object> listed =
                Json.asObject(dashboard.get(HELD).expect(200).at("tips.0"));
        assertThat(Instant.parse(String.valueOf(listed.remove("held_at"))))
                .isBetween(before, service.clock().instant());
        assertThat(listed.remove("payment_hold_ends_at"))
                .as("no payment is held")
                .isNull();
        assertThat(listed).isEqualTo(data("tip.held"));
    }

    @Test
    void theListGoesByPagesTheNewestFirstPastWhatIsDecidedMeanwhile() {
        holdAll();
        List<String> orders = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            orders.addFirst(held("Tip " + i));
        }

        Answer first = dashboard.get(HELD + "?limit=2").expect(200);
        assertThat(first.each("tips", "order_id")).isEqualTo(orders.subList(0, 2));
        assertThat(first.at("has_more")).isEqualTo(true);
        approve(orders.get(1), Map.of()).expect(200);
        reject(orders.get(3)).expect(200);
        Answer second = dashboard
                .get(HELD + "?limit=2&before=" + first.at("next_cursor"))
                .expect(200);
        assertThat(second.each("tips", "order_id")).containsExactly(orders.get(2), orders.get(4));
        assertThat(second.at("has_more")).isEqualTo(false);
        assertThat(second.at("next_cursor")).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"limit=0", "limit=101", "limit=x", "before=tip_1763693883123_0h5m8z4q2w9x7y3k"})
    void aPageThatCannotBeIsRefused(String query) {
        assertThat(dashboard.get(HELD + "?" + query).refuses(400, "bad_request").at("field"))
                .isEqualTo(query.substring(0, query.indexOf('=')));
    }

    @Test
    void aTipThatWasNeverHeldIsNoCursor() {
        String tip = account.tip("Ada");
        dashboard.get(HELD + "?before=" + tip).refuses(400, "bad_request");
    }

    @Test
    void anApprovedTipEntersBehindThoseThatCameBefore() {
        holdAll();
        String orderId = held("Hi");
        dashboard
                .patch("/dashboard/api/settings", Map.of("review", Map.of("hold_all", false)))
                .expect(200);
        String early = account.tip("Early");

        Answer answer = approve(orderId, Map.of()).expect(200);
        String late = account.tip("Late");

        assertThat(answer.text()).isEqualTo("{\"success\":true,\"decision\":\"approved\"}");
        assertThat(api.get("/tts/queue").each("items", "order_id")).containsExactly(early, orderId, late);
        assertThat(api.get("/tts/queue").each("items", "queued_at")).isSorted();
        assertThat(api.get("/tts/queue?limit=1&after=" + orderId).each("items", "order_id"))
                .containsExactly(late);
        assertThat(account.eventTypes())
                .containsExactly("tip.held", "tip.created", "tip.reviewed", "tip.created", "tip.created");
        assertThat(data("tip.reviewed"))
                .containsEntry("order_id", orderId)
                .containsEntry("decision", "approved")
                .containsEntry("allow_tts", true)
                .containsEntry("allow_media", true)
                .containsEntry("reason", null)
                .containsEntry("payment_state", "none")
                .containsEntry("payment_released", false)
                .containsEntry("name", "Ada")
                .containsEntry("amount", null)
                .containsEntry("currency", "EUR");
        assertThat(dashboard.get(HELD).each("tips", "order_id")).isEmpty();
    }

    @Test
    void anApprovedTipPlaysLikeAnyOther() {
        holdAll();
        String orderId = held("Hi");
        api.post("/tts/" + orderId + "/start").refuses(404, "not_found");
        api.delete("/tts/" + orderId).refuses(404, "not_found");
        api.post("/tts/" + orderId + "/replay").refuses(404, "not_found");
        api.get("/tts/history?before=" + orderId).refuses(400, "bad_request");

        approve(orderId, Map.of()).expect(200);
        api.post("/tts/" + orderId + "/start").expect(200);
        api.post("/tts/" + orderId + "/finish").expect(200);
        assertThat(api.get("/tts/history").each("tips", "order_id")).containsExactly(orderId);
        approve(orderId, Map.of()).refuses(409, "already_resolved");
    }

    @Test
    void anApprovedTipThatNobodyShallHearMakesNoEntry() {
        holdAll();
        String orderId = held("Hi");
        approve(orderId, Map.of("allow_tts", false, "allow_media", false)).expect(200);

        assertThat(data("tip.reviewed")).containsEntry("allow_tts", false).containsEntry("allow_media", false);
        assertThat(account.eventTypes()).containsExactly("tip.held", "tip.reviewed");
        assertThat(api.get("/tts/queue").each("items", "order_id")).isEmpty();
        assertThat(account.rows("TIP#")).hasSize(1);
        api.post("/tts/" + orderId + "/start").refuses(404, "not_found");
        approve(orderId, Map.of()).refuses(409, "already_resolved");
    }

    @Test
    void aPaidTipCountsOnceItIsLetInHeardOrNot() {
        holdAll();
        List<String> orders = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            orders.add(String.valueOf(api.post("/tips", Map.of("name", "Ada", "amount", 5, "paid", true))
                    .expect(202)
                    .at("order_id")));
        }
        assertThat(received()).isEqualByComparingTo("0");

        approve(orders.get(0), Map.of()).expect(200);
        assertThat(received()).isEqualByComparingTo("5");
        approve(orders.get(1), Map.of("allow_tts", false)).expect(200);
        assertThat(received()).isEqualByComparingTo("10");
        reject(orders.get(2)).expect(200);
        assertThat(received()).isEqualByComparingTo("10");
    }

    private BigDecimal received() {
        return new Ledger(account.table(), service.clock()).sum(account.tenantId(), List.of("EUR"), null, null);
    }

    @Test
    void aRejectedTipIsGoneForGood() {
        holdAll();
        String orderId = held("Hi");
        Answer answer = dashboard
                .post(HELD + "/" + orderId + "/reject", Map.of("reason", "Not here"))
                .expect(200);

        assertThat(answer.text()).isEqualTo("{\"success\":true,\"decision\":\"rejected\"}");
        assertThat(data("tip.reviewed"))
                .containsEntry("decision", "rejected")
                .containsEntry("allow_tts", false)
                .containsEntry("allow_media", false)
                .containsEntry("reason", "Not here");
        assertThat(account.eventTypes()).containsExactly("tip.held", "tip.reviewed");
        assertThat(dashboard.get(HELD).each("tips", "order_id")).isEmpty();
        reject(orderId).refuses(409, "already_resolved");
        approve(orderId, Map.of()).refuses(409, "already_resolved");
        api.post("/tts/" + orderId + "/start").refuses(404, "not_found");
    }

    @Test
    void aTipThatWasNeverHeldCannotBeDecided() {
        String tip = account.tip("Ada");
        for (String orderId : List.of(tip, "tip_1763693883123_0h5m8z4q2w9x7y3k")) {
            approve(orderId, Map.of()).refuses(404, "not_found");
            reject(orderId).refuses(404, "not_found");
        }
        holdAll();
        service.newAccount()
                .dashboard()
                .post(HELD + "/" + held("Hi") + "/approve")
                .refuses(404, "not_found");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    approve | {"allow_tts": "yes"}  | allow_tts
                    approve | {"allow_media": 1}    | allow_media
                    reject  | {"reason": 7}         | reason
                    """)
    void aFieldOutsideItsRulesIsRefusedByItsName(String decision, String body, String field) {
        holdAll();
        Answer refused = dashboard
                .send("POST", HELD + "/" + held("Hi") + "/" + decision, body.getBytes(StandardCharsets.UTF_8))
                .refuses(400, "bad_request");

        assertThat(refused.at("field")).isEqualTo(field);
        assertThat(account.eventTypes()).containsExactly("tip.held");
    }

    @Test
    void aReasonHasAtMostFiveHundredCharacters() {
        holdAll();
        String path = HELD + "/" + held("Hi") + "/reject";
        dashboard.post(path, Map.of("reason", "x".repeat(501))).refuses(400, "bad_request");
        dashboard.post(path, Map.of("reason", "😀".repeat(500))).expect(200);
    }

    @Test
    void aReferenceIsTakenWhateverIsDecided() {
        holdAll();
        Map<String, String> tip = Map.of("name", "Ada", "external_ref", "7");
        Object orderId = api.post("/tips", tip).expect(202).at("order_id");

        assertThat(api.post("/tips", tip).refuses(409, "duplicate_external_ref").at("order_id"))
                .isEqualTo(orderId);
        reject(String.valueOf(orderId)).expect(200);
        api.post("/tips", tip).refuses(409, "duplicate_external_ref");
    }

    @Test
    void aHeldTipSentAgainUnderItsKeyIsHeldOnce() {
        holdAll();
        ApiClient keyed = api.with("Idempotency-Key", "first");
        Answer first = keyed.post("/tips", Map.of("name", "Ada")).expect(202);
        Answer second = keyed.post("/tips", Map.of("name", "Ada")).expect(202);

        assertThat(second.text()).isEqualTo(first.text());
        assertThat(second.header("Idempotent-Replayed")).isEqualTo("true");
        assertThat(dashboard.get(HELD).each("tips", "order_id")).hasSize(1);
    }

    @Test
    void ofManyWhoDecideAtOnceOneDoes() {
        holdAll();
        List<ApiClient> team =
                List.of(dashboard, account.dashboard(Role.MODERATOR), account.dashboard(Role.SUPER_ADMIN));
        for (int round = 0; round < 5; round++) {
            String orderId = held("Round " + round);
            List<Answer> answers = AtOnce.run(6, i -> {
                ApiClient one = team.get(i % 3);
                String path = HELD + "/" + orderId + (i < 3 ? "/approve" : "/reject");
                return one.post(path, Map.of());
            });

            List<Answer> done =
                    answers.stream().filter(answer -> answer.status() == 200).toList();
            assertThat(done).hasSize(1);
            assertThat(answers)
                    .filteredOn(answer -> answer.status() != 200)
                    .allSatisfy(answer -> answer.refuses(409, "already_resolved"));
            String decision = String.valueOf(done.getFirst().at("decision"));
            assertThat(data("tip.reviewed")).containsEntry("order_id", orderId).containsEntry("decision", decision);
            assertThat(api.get("/tts/queue").each("items", "order_id").contains(orderId))
                    .isEqualTo(decision.equals("approved"));
        }
        assertThat(happenings.all("tip.reviewed")).hasSize(5);
        assertThat(happenings.all("tip.created"))
                .hasSameSizeAs(api.get("/tts/queue").each("items", "order_id"));
    }

    @Test
    void aModeratorDecidesByName() {
        holdAll();
        String orderId = held("Hi");
        Account.Member moderator = account.newUser(Role.MODERATOR);
        moderator.dashboard(account).post(HELD + "/" + orderId + "/approve").expect(200);

        for (String type : List.of("tip.reviewed", "tip.created")) {
            assertThat(Json.asObject(happenings.all(type).getLast().get("actor")))
                    .containsEntry("type", "user")
                    .containsEntry("user_id", moderator.id());
        }
    }

    private void holdAll() {
        dashboard
                .patch("/dashboard/api/settings", Map.of("review", Map.of("hold_all", true)))
                .expect(200);
    }

    private void holdMatches(String word) {
        Map<String, Object> filter = Map.of("replace", List.of(word), "on_match", "hold");
        dashboard.patch("/dashboard/api/settings", Map.of("filter", filter)).expect(200);
    }

    private String held(String message) {
        Answer answer =
                api.post("/tips", Map.of("name", "Ada", "message", message)).expect(202);
        return (String) Objects.requireNonNull(answer.at("order_id"));
    }

    private Answer approve(String orderId, Map<String, ?> body) {
        return dashboard.post(HELD + "/" + orderId + "/approve", body);
    }

    private Answer reject(String orderId) {
        return dashboard.post(HELD + "/" + orderId + "/reject");
    }

    private Map<String, @Nullable Object> data(String type) {
        return Json.asObject(happenings.all(type).getLast().get("data"));
    }
}
