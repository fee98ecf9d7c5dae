package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.ledger.Ledger;
import streamerapi.localstack.functions.FunctionError;
import streamerapi.shared.auth.Role;
import streamerapi.shared.json.Json;
import streamerapi.shared.storage.EffectKeys;
import streamerapi.shared.storage.Query;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;

/// Payments, as the processors tell of them (contract "Ingest").
@NullMarked
class PaymentsTest {

    private static final String HELD = "/dashboard/api/held-tips";

    private final Account account = Service.shared().newAccount();
    private final ApiClient api = account.api();
    private final ApiClient owner = account.dashboard();
    private final TestConnector card = account.connector("card_processor");
    private final AccountEvents happenings = new AccountEvents(account);

    @ParameterizedTest
    @ValueSource(strings = {"card_processor", "wallet_processor"})
    void aCapturedPaymentIsAPaidTip(String source) {
        Answer answer = account.connector(source)
                .send(
                        "payment.captured",
                        Map.of(
                                "payment_id",
                                "p1",
                                "name",
                                "Ada",
                                "amount",
                                new BigDecimal("12.34"),
                                "currency",
                                "EUR",
                                "message",
                                "Hi",
                                "platform",
                                "alpha",
                                "platform_user_id",
                                "4711"));
        assertThat(answer.text()).isEqualTo("{\"success\":true,\"duplicate\":false}");

        Map<String, @Nullable Object> tip = Json.asObject(api.get("/tts/queue").at("items.0"));
        assertThat(tip)
                .containsEntry("name", "Ada")
                .containsEntry("amount", new BigDecimal("12.34"))
                .containsEntry("currency", "EUR")
                .containsEntry("message", "Hi")
                .containsEntry("source", source)
                .containsEntry("is_paid", true)
                .containsEntry("external_source", null)
                .containsEntry("external_ref", null)
                .containsEntry("platform", "alpha")
                .containsEntry("platform_user_id", "4711");
        assertThat(last("tip.created")).containsEntry("source", source).containsEntry("is_paid", true);
        assertThat(total()).isEqualTo("12.34");
    }

    @Test
    void aPaymentOfAnIdAndAnAmountAloneIsAnAnonymousTip() {
        card.send("payment.captured", Map.of("payment_id", "p1", "amount", 5));
        Answer queue = api.get("/tts/queue").expect(200);
        assertThat(queue.at("items.0.name")).isEqualTo("Anonymous");
        assertThat(queue.at("items.0.currency")).isEqualTo("EUR");
        assertThat(queue.at("items.0.message")).isNull();
    }

    @Test
    void aPaymentIsOneTipUnderWhateverMessageIds() {
        AtOnce.run(10, i -> card.send("payment.captured", payment("p1", "5")));
        card.send("payment.captured", payment("p1", "5"));
        account.connector("wallet_processor").send("payment.captured", payment("p1", "7"));
        assertThat((List<?>) Objects.requireNonNull(api.get("/tts/queue").at("items")))
                .hasSize(2);
        assertThat(total()).isEqualTo("12");
    }

    @Test
    void paymentsComeInWhileTippingIsClosed() {
        api.post("/tipping/close").expect(200);
        card.send("payment.captured", payment("p1", "5"));
        assertThat(total()).isEqualTo("5");
    }

    @Test
    void aVideoThatCannotBePlayedDoesNotKeepThePaymentOut() {
        Map<String, Object> payment = new LinkedHashMap<>(payment("p1", "5"));
        payment.put("media", Map.of("url", "https://example.com/no-video"));
        card.send("payment.captured", payment);
        assertThat(total()).isEqualTo("5");
        assertThat(api.get("/media/queue").at("items")).isEqualTo(List.of());
    }

    @Test
    void aBlockedPaymentEntersNothing() {
        owner.patch("/dashboard/api/settings", Map.of("filter", Map.of("block", List.of("spoiler"))))
                .expect(200);
        Map<String, Object> payment = new LinkedHashMap<>(payment("p1", "5"));
        payment.put("message", "A spoiler");
        assertThat(card.send("payment.captured", payment).at("blocked")).isEqualTo(true);
        assertThat(account.eventTypes()).containsExactly("tip.blocked");
        card.send("payment.captured", payment);
        card.send("payment.refunded", Map.of("payment_id", "p1"));
        assertThat(account.eventTypes()).containsExactly("tip.blocked");
        assertThat(api.get("/leaderboard").at("entries")).isEqualTo(List.of());
    }

    /// The donor was charged, whatever stands beside the amount.
    @Test
    void aPaymentIsNotRefusedForWhatOnlyDecoratesATip() {
        Map<String, Object> payment = new LinkedHashMap<>(payment("p1", "1500000"));
        payment.put("currency", "idr");
        payment.put("name", "N".repeat(80));
        payment.put("message", "m".repeat(900));
        payment.put("platform", "gamma");
        payment.put("platform_user_id", "1");
        payment.put("media", Map.of("url", "https://example.com/" + "v".repeat(3_000), "start_time", 90_000));
        card.send("payment.captured", payment);

        Answer queue = api.get("/tts/queue").expect(200);
        assertThat(queue.at("items.0.amount")).isEqualTo(new BigDecimal("1500000"));
        assertThat(queue.at("items.0.currency")).isEqualTo("IDR");
        assertThat(queue.at("items.0.name")).isEqualTo("N".repeat(64));
        assertThat(queue.at("items.0.message")).isEqualTo("m".repeat(500));
        assertThat(queue.at("items.0.platform")).isNull();
        assertThat(api.get("/media/queue").at("items")).isEqualTo(List.of());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"amount": 5}                                                | data.payment_id
            {"payment_id": "", "amount": 5}                              | data.payment_id
            {"payment_id": 7, "amount": 5}                               | data.payment_id
            {"payment_id": "p1"}                                         | data.amount
            {"payment_id": "p1", "amount": 0}                            | data.amount
            {"payment_id": "p1", "amount": -1}                           | data.amount
            {"payment_id": "p1", "amount": "5"}                          | data.amount
            {"payment_id": "p1", "amount": 0.001}                        | data.amount
            {"payment_id": "p1", "amount": 100000000.01}                 | data.amount
            {"payment_id": "p1", "amount": 5, "currency": "EURO"}        | data.currency
            {"payment_id": "p1", "amount": 5, "currency": "XYZ"}         | data.currency
            {"payment_id": "p1", "amount": 5, "name": 7}                 | data.name
            {"payment_id": "p1", "amount": 5, "message": 7}              | data.message
            {"payment_id": "p1", "amount": 5, "media": "link"}           | data.media
            {"payment_id": "p1", "amount": 5, "platform": 7, "platform_user_id": "1"} | data.platform
            {"payment_id": "p1", "amount": 5, "media": {"url": 7}}       | data.media.url
            {"payment_id": "p1", "amount": 5, "media": {"url": "x", "start_time": "1"}} | data.media.start_time
            """)
    void aWrongPaymentIsRefusedByItsFieldAndChangesNothing(String data, String field) {
        for (String type : List.of("payment.captured", "payment.held")) {
            Answer refused = card.sendAs(field + type, type, Json.readObject(data.getBytes(StandardCharsets.UTF_8)))
                    .refuses(400, "bad_request");
            assertThat(refused.at("field")).isEqualTo(field);
        }
        assertThat(account.rows("TIP#")).isEmpty();
        assertThat(account.rows("PAYMENT#")).isEmpty();
    }

    @Test
    void aHeldPaymentWaitsForAModerator() {
        card.send("payment.held", payment("p1", "5"));
        assertThat(last("tip.held"))
                .containsEntry("payment_state", "held")
                .containsEntry("reason", "manual")
                .containsEntry("source", "card_processor");
        assertThat(api.get("/tts/queue").at("items")).isEqualTo(List.of());
        nothingIsAsked();
        assertThat(total()).isEqualTo("0");
    }

    @Test
    void approvingCapturesThePaymentFirst() {
        String order = held("p1");
        assertThat(owner.post(HELD + "/" + order + "/approve").expect(200).at("decision"))
                .isEqualTo("approved");
        assertThat(card.calls())
                .singleElement()
                .satisfies(call -> assertThat(call)
                        .containsEntry("action", "payment.capture")
                        .containsEntry("data", Map.of("payment_id", "p1")));
        assertThat(last("tip.reviewed"))
                .containsEntry("decision", "approved")
                .containsEntry("payment_state", "captured")
                .containsEntry("payment_released", false);
        assertThat(total()).isEqualTo("5");

        card.send("payment.captured", payment("p1", "5"));
        assertThat(total()).isEqualTo("5");
    }

    @ParameterizedTest
    @ValueSource(strings = {"not_sent", "404", "402"})
    void aTipWhosePaymentCannotBeCapturedHasExpired(String answers) {
        String order = held("p1");
        card.answers(answers);
        assertThat(owner.post(HELD + "/" + order + "/approve").expect(200).at("decision"))
                .isEqualTo("expired");
        assertThat(card.calls()).hasSize(1);
        assertThat(last("tip.reviewed"))
                .containsEntry("decision", "expired")
                .containsEntry("allow_tts", false)
                .containsEntry("payment_state", "held")
                .containsEntry("payment_released", false);
        assertThat(account.eventTypes()).containsExactly("tip.held", "tip.reviewed");
        assertThat(total()).isEqualTo("0");
        owner.post(HELD + "/" + order + "/approve").refuses(409, "already_resolved");
    }

    @Test
    void rejectingReleasesThePayment() {
        String order = held("p1");
        owner.post(HELD + "/" + order + "/reject", Map.of("reason", "No")).expect(200);
        assertThat(card.calls())
                .singleElement()
                .satisfies(call -> assertThat(call).containsEntry("action", "payment.release"));
        assertThat(last("tip.reviewed"))
                .containsEntry("decision", "rejected")
                .containsEntry("reason", "No")
                .containsEntry("payment_state", "none")
                .containsEntry("payment_released", true);
    }

    @Test
    void aRejectedTipWhosePaymentIsNotReleasedSaysSo() {
        String order = held("p1");
        card.answers("not_sent");
        assertThat(owner.post(HELD + "/" + order + "/reject").expect(200).at("decision"))
                .isEqualTo("rejected");
        assertThat(last("tip.reviewed"))
                .containsEntry("payment_state", "held")
                .containsEntry("payment_released", false);
    }

    @Test
    void aCapturedPaymentThatIsReviewedIsNotCapturedAgain() {
        owner.patch("/dashboard/api/settings", Map.of("review", Map.of("hold_all", true)))
                .expect(200);
        card.send("payment.captured", payment("p1", "5"));
        assertThat(last("tip.held")).containsEntry("payment_state", "captured");
        String order = String.valueOf(owner.get(HELD).at("tips.0.order_id"));
        owner.post(HELD + "/" + order + "/approve").expect(200);
        nothingIsAsked();
        assertThat(last("tip.reviewed")).containsEntry("payment_state", "captured");
        assertThat(total()).isEqualTo("5");
    }

    @Test
    void aPaymentCapturedElsewhereWaitsOnAndIsNotCapturedAgain() {
        String order = held("p1");
        card.send("payment.captured", payment("p1", "5"));
        assertThat(owner.get(HELD).at("tips.0.payment_state")).isEqualTo("captured");
        owner.post(HELD + "/" + order + "/approve").expect(200);
        nothingIsAsked();
        assertThat(total()).isEqualTo("5");
    }

    @Test
    void aPaymentWhoseHoldExpiredIsDecidedSo() {
        String order = held("p1");
        card.send("payment.hold_expired", Map.of("payment_id", "p1"));
        assertThat(last("tip.reviewed"))
                .containsEntry("order_id", order)
                .containsEntry("decision", "expired")
                .containsEntry("payment_state", "none")
                .containsEntry("payment_released", true);
        owner.post(HELD + "/" + order + "/approve").refuses(409, "already_resolved");
        card.send("payment.hold_expired", Map.of("payment_id", "p1"));
        assertThat(account.eventTypes()).containsExactly("tip.held", "tip.reviewed");
        nothingIsAsked();
    }

    @Test
    void ofAllDecisionsAtOnceOneWinsAndTheProcessorIsAskedOnce() {
        for (int round = 0; round < 5; round++) {
            String payment = "p" + round;
            String order = held(payment);
            int before = card.calls().size();
            List<Integer> answers = AtOnce.run(9, i -> switch (i % 3) {
                case 0 -> owner.post(HELD + "/" + order + "/approve").status();
                case 1 -> owner.post(HELD + "/" + order + "/reject").status();
                default ->
                    card.sendAs("expired" + payment + i, "payment.hold_expired", Map.of("payment_id", payment))
                            .status();
            });
            assertThat(answers).allMatch(status -> List.of(200, 202, 409, 503).contains(status));
            assertThat(answers.stream().filter(status -> status == 200).count()).isLessThanOrEqualTo(1);
            assertThat(card.calls().size() - before).isLessThanOrEqualTo(1);
            assertThat(account.events().stream()
                            .filter(event -> event.contains("tip.reviewed") && event.contains(order))
                            .count())
                    .isEqualTo(1);
        }
    }

    @Test
    void aHoldThatHasLastedTooLongExpiresAndIsReleased() throws FunctionError {
        String order = held("p1");
        timeOut();
        assertThat(card.calls())
                .singleElement()
                .satisfies(call -> assertThat(call).containsEntry("action", "payment.release"));
        assertThat(last("tip.reviewed"))
                .containsEntry("order_id", order)
                .containsEntry("decision", "expired")
                .containsEntry("payment_state", "none")
                .containsEntry("payment_released", true);
        timeOut();
        card.send("payment.hold_expired", Map.of("payment_id", "p1"));
        owner.post(HELD + "/" + order + "/reject").refuses(409, "already_resolved");
        assertThat(account.eventTypes()).containsExactly("tip.held", "tip.reviewed");
        assertThat(total()).isEqualTo("0");
    }

    @Test
    void aHoldExpiresInTimeEvenIfTheProcessorDoesNotAnswer() throws FunctionError {
        held("p1");
        card.answers("error");
        timeOut();
        assertThat(last("tip.reviewed"))
                .containsEntry("decision", "expired")
                .containsEntry("payment_state", "held")
                .containsEntry("payment_released", false);
    }

    @Test
    void aTipThatWasDecidedInTimeDoesNotExpire() throws FunctionError {
        String order = held("p1");
        owner.post(HELD + "/" + order + "/approve").expect(200);
        timeOut();
        assertThat(last("tip.reviewed")).containsEntry("decision", "approved");
        assertThat(total()).isEqualTo("5");
        assertThat(card.calls()).hasSize(1);
    }

    @Test
    void ofAModeratorAndTheEndOfTheHoldOneDecides() {
        for (int round = 0; round < 3; round++) {
            String order = held("p" + round);
            String held = account.events().getLast();
            AtOnce.run(4, i -> {
                if (i == 0) {
                    return owner.post(HELD + "/" + order + "/approve").status();
                }
                try {
                    return followUp(held).length();
                } catch (FunctionError e) {
                    throw new AssertionError(e);
                }
            });
            assertThat(account.events().stream()
                            .filter(event -> event.contains("tip.reviewed") && event.contains(order))
                            .count())
                    .isEqualTo(1);
            assertThat(card.calls().stream()
                            .filter(call -> String.valueOf(call.get("action")).startsWith("payment."))
                            .count())
                    .isEqualTo(round + 1);
        }
    }

    /// Does the queue's work when the time of the last held tip is over.
    private void timeOut() throws FunctionError {
        String held = account.events().stream()
                .filter(event -> event.contains("\"tip.held\""))
                .toList()
                .getLast();
        assertThat(followUp(held)).isEqualTo("{\"batchItemFailures\":[]}");
    }

    private String followUp(String envelope) throws FunctionError {
        String body = account.followUp(envelope, account.service().clock().instant());
        byte[] answer = account.service()
                .stack()
                .invoke(
                        "WorkerFunction",
                        Json.write(Map.of("Records", List.of(Map.of("messageId", "one", "body", body)))));
        return new String(answer, StandardCharsets.UTF_8);
    }

    @Test
    void aRefundTakesOffWhatItGivesBack() {
        card.send("payment.captured", payment("p1", "10"));
        card.send("payment.captured", payment("p2", "1"));
        String order = String.valueOf(api.get("/tts/queue").at("items.0.order_id"));
        card.send("payment.refunded", Map.of("payment_id", "p1", "amount", new BigDecimal("2.5")));
        assertThat(last("tip.refunded"))
                .isEqualTo(Map.of(
                        "order_id", order, "amount", new BigDecimal("2.5"), "currency", "EUR", "reason", "refunded"));
        assertThat(total()).isEqualTo("8.5");
        assertThat(api.get("/leaderboard").at("entries.0.tip_count")).isEqualTo(BigDecimal.TWO);

        card.send("payment.refunded", Map.of("payment_id", "p1", "amount", 100, "currency", "EUR"));
        assertThat(last("tip.refunded")).containsEntry("amount", new BigDecimal("7.5"));
        assertThat(total()).isEqualTo("1");
        assertThat(api.get("/leaderboard").at("entries.0.tip_count")).isEqualTo(BigDecimal.ONE);

        int events = account.events().size();
        card.send("payment.refunded", Map.of("payment_id", "p1"));
        card.send("payment.disputed", Map.of("payment_id", "p1"));
        assertThat(account.events()).hasSize(events);
        assertThat((List<?>) Objects.requireNonNull(api.get("/tts/queue").at("items")))
                .hasSize(2);
    }

    @Test
    void aDisputeTakesAllThatIsLeft() {
        card.send("payment.captured", payment("p1", "10"));
        card.send("payment.refunded", Map.of("payment_id", "p1", "amount", 4));
        card.send("payment.disputed", Map.of("payment_id", "p1"));
        assertThat(last("tip.refunded"))
                .containsEntry("amount", new BigDecimal(6))
                .containsEntry("reason", "disputed");
        assertThat(total()).isEqualTo("0");
        assertThat(api.get("/leaderboard").at("entries")).isEqualTo(List.of());
    }

    /// An answer to a dispute is due within days, so the streamer has to hear of it.
    @Test
    void aDisputeIsWarnedOfAndShownOnHome() {
        card.send("payment.captured", payment("p1", "10"));
        card.send("payment.refunded", Map.of("payment_id", "p1", "amount", 4));
        card.send("payment.disputed", Map.of("payment_id", "p1"));
        card.send("payment.disputed", Map.of("payment_id", "p1"));
        card.send("payment.disputed", Map.of("payment_id", "early"));
        card.send("payment.captured", payment("early", "3"));

        assertThat(owner.page("/dashboard/home", null).text())
                .contains("A donor had 6 EUR taken back (a dispute)", "A donor had 3 EUR taken back (a dispute)");

        card.send("payment.captured", payment("p2", "6"));
        card.send("payment.disputed", Map.of("payment_id", "p2"));
        assertThat(owner.page("/dashboard/home", null).text())
                .contains("Answer it in time on the processor's own pages. (2 payments)");
    }

    /// No event tells of it, because there is no tip.
    @Test
    void aDisputeOfAPaymentWhoseTipWasBlockedIsShownOnHome() {
        owner.patch("/dashboard/api/settings", Map.of("filter", Map.of("block", List.of("Ada"))))
                .expect(200);
        card.send("payment.captured", payment("p1", "10"));
        card.send("payment.refunded", Map.of("payment_id", "p1", "amount", 4));
        card.send("payment.disputed", Map.of("payment_id", "p1"));
        card.send("payment.disputed", Map.of("payment_id", "p1"));
        card.send("payment.disputed", Map.of("payment_id", "early"));
        card.send("payment.captured", payment("early", "3"));

        assertThat(owner.page("/dashboard/home", null).text())
                .contains("A donor had 6 EUR taken back (a dispute)", "A donor had 3 EUR taken back (a dispute)");
    }

    @Test
    void refundsAtOnceNeverGiveBackMoreThanWasPaid() {
        card.send("payment.captured", payment("p1", "10"));
        card.send("payment.captured", payment("p2", "1"));
        AtOnce.run(10, i -> card.send("payment.refunded", Map.of("payment_id", "p1", "amount", 3)));
        assertThat(total()).isEqualTo("1");
    }

    @Test
    void aHeldTipThatIsRefundedIsRejected() {
        owner.patch("/dashboard/api/settings", Map.of("review", Map.of("hold_all", true)))
                .expect(200);
        card.send("payment.captured", payment("p1", "5"));
        String order = String.valueOf(owner.get(HELD).at("tips.0.order_id"));
        card.send("payment.refunded", Map.of("payment_id", "p1"));
        assertThat(last("tip.reviewed")).containsEntry("decision", "rejected").containsEntry("reason", "refunded");
        assertThat(last("tip.refunded")).containsEntry("order_id", order);
        owner.post(HELD + "/" + order + "/approve").refuses(409, "already_resolved");
        assertThat(total()).isEqualTo("0");
    }

    /// A moderator may reject and not refund, and no page lists the tip then: the streamer has the donor's money.
    @Test
    void aRejectionThatKeepsTheMoneyIsWarnedOf() {
        owner.patch("/dashboard/api/settings", Map.of("review", Map.of("hold_all", true)))
                .expect(200);
        card.send("payment.captured", payment("p1", "5"));
        card.send("payment.captured", payment("p2", "6"));
        card.send("payment.held", payment("p3", "7"));
        api.post("/tips", Map.of("name", "Ada", "amount", 8, "paid", true)).expect(202);
        List<String> orders = owner.get(HELD).each("tips", "order_id");
        ApiClient moderator = account.dashboard(Role.MODERATOR);
        moderator.post(HELD + "/" + orders.get(0) + "/reject").expect(200);
        moderator.post(HELD + "/" + orders.get(1) + "/reject").expect(200);
        moderator
                .post(HELD + "/" + orders.get(2) + "/reject", Map.of("refund", true))
                .expect(200);
        moderator.post(HELD + "/" + orders.get(3) + "/reject").expect(200);

        assertThat(account.rows("KEPTWARNING#")).hasSize(1);
        assertThat(owner.page("/dashboard/home", null).text())
                .contains("A tip was rejected whose donor was charged 5 EUR");
    }

    @ParameterizedTest
    @ValueSource(strings = {"payment.refunded", "payment.disputed", "payment.hold_expired"})
    void whatIsToldOfAnUnknownPaymentChangesNothing(String type) {
        card.send(type, Map.of("payment_id", "nobody's"));
        assertThat(account.events()).isEmpty();
        card.sendAs("none", type, Map.of()).refuses(400, "bad_request");
    }

    @Test
    void aRefundInAnotherCurrencyIsRefused() {
        card.send("payment.captured", payment("p1", "5"));
        Answer refused = card.sendAs("r1", "payment.refunded", Map.of("payment_id", "p1", "currency", "USD"))
                .refuses(400, "bad_request");
        assertThat(refused.at("field")).isEqualTo("data.currency");
        assertThat(total()).isEqualTo("5");
    }

    private String held(String paymentId) {
        card.send("payment.held", payment(paymentId, "5"));
        return String.valueOf(owner.get(HELD).at("tips.0.order_id"));
    }

    /// The data of the last event of a type, which is held to the document.
    private Map<String, @Nullable Object> last(String type) {
        return Json.asObject(happenings.all(type).getLast().get("data"));
    }

    private static Map<String, Object> payment(String id, String amount) {
        return Map.of("payment_id", id, "name", "Ada", "amount", new BigDecimal(amount), "currency", "EUR");
    }

    /// The sum that the leaderboard and a goal without an end agree on.
    private String total() {
        BigDecimal board = BigDecimal.ZERO;
        for (Object entry :
                (List<?>) Objects.requireNonNull(api.get("/leaderboard").at("entries"))) {
            board = board.add(
                    (BigDecimal) Objects.requireNonNull(Json.asObject(entry).get("total_amount")));
        }
        BigDecimal ledger = new Ledger(account.table(), account.service().clock())
                .sum(account.tenantId(), List.of("EUR"), null, null);
        assertThat(board).isEqualByComparingTo(ledger);
        return ledger.toPlainString();
    }

    /// An effect is a row before it is a call.
    private void nothingIsAsked() {
        assertThat(account.table().query(Query.of(EffectKeys.EFFECTS, account.tenantId() + "#")))
                .isEmpty();
        assertThat(card.calls()).isEmpty();
    }
}
