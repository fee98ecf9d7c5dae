package streamerapi.service.effects;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.localstack.functions.FunctionError;
import streamerapi.service.DashboardVisitor;
import streamerapi.service.Service;
import streamerapi.shared.connectors.Processor;
import streamerapi.shared.json.Json;
import streamerapi.shared.storage.Attribute;
import streamerapi.tips.CheckoutState;
import streamerapi.tips.PaymentProgress;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static streamerapi.service.effects.MoneyDesk.HELD;
import static streamerapi.service.effects.MoneyDesk.payment;

/// Captures and releases of held payments: they are asked for until their outcome is known, and that decides, once.
@NullMarked
class CapturesTest {

    @AutoClose
    private static Service service;

    private final MoneyDesk desk = MoneyDesk.of(service.newAccount());

    @BeforeAll
    static void startService() {
        service = Service.start(Map.of("RATE_LIMIT_FACTOR", "10000", "EFFECT_RETRY_DELAYS", "1,1,1,1,1,1,1"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"error", "none", "429", "408", "503"})
    void aCaptureWithoutAnOutcomeIsAskedForAgainAndThenLetsTheTipIn(String answer) {
        String order = desk.held("p1");
        desk.card().answers(answer);
        assertThat(desk.approve(order).expect(202).text()).isEqualTo("{\"success\":true,\"decision\":\"capturing\"}");
        assertThat(desk.owner().get(HELD).at("tips.0.payment_state")).isEqualTo("capturing");
        desk.approve(order).refuses(409, "already_resolved");
        desk.reject(order, Map.of()).refuses(409, "already_resolved");
        assertThat(desk.total()).isEqualTo("0");

        desk.card().answers("sent");
        desk.settle();
        assertThat(desk.queued()).containsExactly(order);
        assertThat(desk.decision(order)).isEqualTo("approved");
        assertThat(desk.total()).isEqualTo("5");
        assertThat(desk.card().calls())
                .hasSizeGreaterThan(1)
                .allSatisfy(call -> assertThat(call)
                        .containsEntry("action", "payment.capture")
                        .containsEntry("id", "payment.capture:tip:" + order));
        assertThat(desk.account().events())
                .filteredOn(event -> event.contains("tip.reviewed"))
                .singleElement()
                .asString()
                .contains("\"type\":\"user\"");

        desk.card().send("payment.captured", payment("p1"));
        assertThat(desk.total()).isEqualTo("5");
    }

    @Test
    void aCaptureThatHangsIsUnknownAndTheRefusalThatFollowsDecides() {
        String order = desk.held("p1");
        desk.card().answers("hang");
        desk.approve(order).expect(202);
        desk.card().answers("not_sent");
        desk.settle();
        assertThat(desk.decision(order)).isEqualTo("expired");
        assertThat(desk.total()).isEqualTo("0");
    }

    @ParameterizedTest
    @CsvSource({
        "sent,     The tip is approved.",
        "error,    The processor has not confirmed the payment yet.",
        "not_sent, 'The payment could no longer be captured, so the tip has expired.'"
    })
    void theReviewPageSaysWhatBecameOfAnApproval(String answer, String words) {
        String order = desk.held("p1");
        desk.card().answers(answer);

        assertThat(DashboardVisitor.owner(desk.account())
                        .use("/dashboard/review", "/dashboard/review/" + order + "/approve", Map.of())
                        .expect(200)
                        .text())
                .contains(words);
    }

    @Test
    void theProcessorsMessageDecidesBeforeItsAnswer() {
        String order = desk.held("p1");
        desk.card().answers("error");
        desk.approve(order).expect(202);
        desk.card().send("payment.captured", payment("p1"));
        assertThat(desk.decision(order)).isEqualTo("approved");
        assertThat(desk.total()).isEqualTo("5");
        desk.settle();
        assertThat(desk.warnings()).isEmpty();
        assertThat(desk.total()).isEqualTo("5");
    }

    /// The streamer can do so at the processor, before anyone decides or while the service asks.
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aHoldThatIsCapturedInPartCountsWithThatPart(boolean isAsked) {
        String order = desk.held("p1");
        desk.card().answers("error");
        if (isAsked) {
            desk.approve(order).expect(202);
        }
        desk.card().send("payment.captured", captured("3.50", "EUR"));
        if (!isAsked) {
            assertThat(String.valueOf(desk.owner().get(HELD).at("tips.0.amount")))
                    .isEqualTo("3.5");
            desk.approve(order).expect(200);
        }
        assertThat(desk.decision(order)).isEqualTo("approved");
        assertThat(desk.total()).isEqualTo("3.5");
        desk.settle();
        assertThat(desk.warnings()).isEmpty();
        desk.refund(order, Map.of("amount", 4)).refuses(400, "bad_request");
    }

    @Test
    void aPartThatIsCapturedLateCountsAsThatPart() {
        String order = desk.held("p1");
        desk.card().answers("not_sent");
        desk.approve(order).expect(200);
        desk.card().send("payment.captured", captured("2", "EUR"));
        assertThat(desk.queued()).containsExactly(order);
        assertThat(desk.total()).isEqualTo("2");
    }

    @Test
    void ofARejectedTipThePartThatWasCapturedIsAskedBack() {
        String order = desk.held("p1");
        desk.card().answers("not_sent");
        desk.reject(order, Map.of()).expect(200);
        desk.card().answers("sent");
        desk.card().send("payment.captured", captured("2", "EUR"));
        desk.settle();
        assertThat(desk.asked()).endsWith("payment.refund");
        assertThat(desk.account().rows("TIP#" + order).getFirst().get(Attribute.decimal("amount")))
                .isEqualByComparingTo("2");
    }

    @Test
    void aCaptureInAnotherCurrencyThanTheHoldsLeavesTheSum() {
        String order = desk.held("p1");
        desk.card().send("payment.captured", captured("600", "JPY"));
        desk.approve(order).expect(200);
        assertThat(desk.total()).isEqualTo("5");
    }

    private static Map<String, Object> captured(String amount, String currency) {
        Map<String, Object> captured = new HashMap<>(payment("p1"));
        captured.put("amount", new BigDecimal(amount));
        captured.put("currency", currency);
        return captured;
    }

    @Test
    void aHoldThatEndsWhileItsCaptureIsUnknownExpiresTheTip() {
        String order = desk.held("p1");
        desk.card().answers("error");
        desk.approve(order).expect(202);
        desk.card().send("payment.hold_expired", Map.of("payment_id", "p1"));
        assertThat(desk.decision(order)).isEqualTo("expired");
        desk.settle();
        assertThat(desk.total()).isEqualTo("0");
    }

    @Test
    void aCaptureIsAskedForEightTimesAndThenWaitsForTheProcessor() {
        String order = desk.held("p1");
        desk.card().answers("error");
        desk.approve(order).expect(202);
        desk.settle();
        assertThat(desk.asked()).hasSize(8).containsOnly("payment.capture");
        assertThat(desk.warnings()).containsExactly("payment_call_failed");
        assertThat(desk.owner().get(HELD).at("tips.0.payment_state")).isEqualTo("capturing");

        desk.card().send("payment.captured", payment("p1"));
        assertThat(desk.decision(order)).isEqualTo("approved");
        assertThat(desk.total()).isEqualTo("5");
    }

    @Test
    void aPaymentThatIsCapturedAfterItsTipExpiredLetsItInOnce() {
        String order = desk.held("p1");
        desk.card().answers("not_sent");
        assertThat(desk.approve(order).expect(200).at("decision")).isEqualTo("expired");
        assertThat(shownToTheDonor("p1")).isEqualTo(CheckoutState.EXPIRED);

        IntStream.range(0, 3).forEach(i -> desk.card().send("payment.captured", payment("p1")));
        assertThat(desk.queued()).containsExactly(order);
        assertThat(shownToTheDonor("p1")).isEqualTo(CheckoutState.QUEUED);
        assertThat(desk.total()).isEqualTo("5");
        assertThat(desk.warnings()).containsExactly("late_capture");
        assertThat(desk.events("warning").getFirst())
                .containsEntry("order_id", order)
                .containsEntry("payment_id", "p1");
        assertThat(desk.decision(order)).isEqualTo("expired");
    }

    private CheckoutState shownToTheDonor(String paymentId) {
        return PaymentProgress.of(desk.account().table(), desk.account().tenantId(), Processor.CARD.label(), paymentId)
                .state();
    }

    @Test
    void aLateCaptureCountsWithoutWhatWasGivenBackBefore() {
        String order = desk.held("p1");
        desk.card().answers("not_sent");
        assertThat(desk.approve(order).expect(200).at("decision")).isEqualTo("expired");

        desk.card().send("payment.refunded", Map.of("payment_id", "p1", "amount", 2));
        assertThat(desk.total()).isEqualTo("0");
        desk.card().send("payment.captured", payment("p1"));
        assertThat(desk.queued()).containsExactly(order);
        assertThat(desk.total()).isEqualTo("3");
        desk.card().send("payment.refunded", Map.of("payment_id", "p1"));
        assertThat(desk.total()).isEqualTo("0");
        assertThat(desk.warnings()).containsExactly("late_capture");
    }

    @Test
    void aLateCaptureOfAPartOfWhichAllIsBackLetsNothingIn() {
        String order = desk.held("p1");
        desk.card().send("payment.hold_expired", Map.of("payment_id", "p1"));
        desk.card().send("payment.disputed", Map.of("payment_id", "p1"));
        desk.card().send("payment.captured", Map.of("payment_id", "p1", "name", "Ada", "amount", 3, "currency", "EUR"));
        assertThat(desk.queued()).isEmpty();
        assertThat(desk.decision(order)).isEqualTo("expired");
        assertThat(desk.total()).isEqualTo("0");
        assertThat(desk.warnings()).doesNotContain("late_capture");
    }

    @Test
    void aLateCaptureOfATipThatWasNeverApprovedIsReviewedLikeAnyPaidTip() {
        desk.owner()
                .patch("/dashboard/api/settings", Map.of("filter", Map.of("block", List.of("spoiler"))))
                .expect(200);
        String clean = desk.held("p1");
        desk.card().send("payment.hold_expired", Map.of("payment_id", "p1"));
        desk.card().send("payment.captured", payment("p1"));
        assertThat(desk.queued()).containsExactly(clean);

        String order = desk.held("p2");
        desk.card().send("payment.hold_expired", Map.of("payment_id", "p2"));
        desk.owner()
                .patch("/dashboard/api/settings", Map.of("review", Map.of("hold_all", true)))
                .expect(200);
        desk.card().send("payment.captured", payment("p2"));
        assertThat(desk.queued()).containsExactly(clean);
        assertThat(desk.owner().get(HELD).at("tips.0.order_id")).isEqualTo(order);
        assertThat(desk.owner().get(HELD).at("tips.0.payment_state")).isEqualTo("captured");
        assertThat(desk.events("warning").getLast()).containsEntry("code", "late_capture");
        assertThat(desk.events("warning").getLast().get("message")).asString().doesNotContain("let in");
        assertThat(desk.approve(order).expect(200).at("decision")).isEqualTo("approved");
        assertThat(desk.events("tip.reviewed").getLast())
                .containsEntry("payment_state", "captured")
                .containsEntry("payment_released", false);
        assertThat(desk.total()).isEqualTo("10");
    }

    @Test
    void aPaymentOfABlockedTipIsAskedBackIfItIsCapturedAfterItsHoldWasOver() {
        desk.owner()
                .patch("/dashboard/api/settings", Map.of("filter", Map.of("block", List.of("Ada"))))
                .expect(200);
        desk.card().send("payment.hold_expired", Map.of("payment_id", "p1"));
        desk.card().send("payment.held", payment("p1"));
        assertThat(shownToTheDonor("p1")).isEqualTo(CheckoutState.EXPIRED);
        IntStream.range(0, 2).forEach(i -> desk.card().send("payment.captured", payment("p1")));
        desk.settle();
        assertThat(desk.asked()).containsExactly("payment.refund");
        assertThat(desk.warnings()).containsExactly("captured_after_rejection");
        assertThat(shownToTheDonor("p1")).isEqualTo(CheckoutState.REJECTED);
    }

    @Test
    void aPaymentThatIsCapturedAfterItsTipWasRejectedIsAskedBackOnce() {
        String order = desk.held("p1");
        assertThat(desk.reject(order, Map.of()).expect(200).at("decision")).isEqualTo("rejected");
        IntStream.range(0, 3).forEach(i -> desk.card().send("payment.captured", payment("p1")));
        desk.settle();
        assertThat(desk.asked()).containsExactly("payment.release", "payment.refund");
        assertThat(desk.warnings()).containsExactly("captured_after_rejection");
        assertThat(desk.queued()).isEmpty();
        assertThat(desk.total()).isEqualTo("0");
    }

    @Test
    void aRejectionsReleaseIsAskedForUntilItIsDone() {
        String order = desk.held("p1");
        desk.card().answers("error");
        assertThat(desk.reject(order, Map.of()).expect(200).at("decision")).isEqualTo("rejected");
        assertThat(desk.events("tip.reviewed").getFirst())
                .containsEntry("payment_state", "held")
                .containsEntry("payment_released", false);
        desk.card().answers("sent");
        desk.settle();
        assertThat(desk.asked()).hasSizeGreaterThan(1).containsOnly("payment.release");
        assertThat(desk.account()
                        .table()
                        .get(streamerapi.shared.storage.Keys.tip(desk.account().tenantId(), order)))
                .isNotNull()
                .satisfies(row ->
                        assertThat(row.get(Attribute.text("payment_state"))).isEqualTo("none"));
        assertThat(desk.decision(order)).isEqualTo("rejected");
        assertThat(desk.warnings()).isEmpty();
    }

    @Test
    void thePaymentOfABlockedTipIsReleasedUntilItIsDoneAndAskedBackIfItIsCaptured() {
        desk.owner()
                .patch("/dashboard/api/settings", Map.of("filter", Map.of("block", List.of("Ada"))))
                .expect(200);
        desk.card().answers("error");
        desk.card().send("payment.held", payment("p1"));
        await().until(() -> !desk.asked().isEmpty());
        desk.card().answers("sent");
        desk.settle();
        assertThat(desk.asked()).contains("payment.release");
        IntStream.range(0, 2).forEach(i -> desk.card().send("payment.captured", payment("p1")));
        desk.settle();
        assertThat(desk.asked().stream().filter("payment.refund"::equals)).hasSize(1);
        assertThat(desk.warnings()).containsExactly("captured_after_rejection");
    }

    @Test
    void ofManyMessagesForOneEffectOneAsks() throws InterruptedException {
        String order = desk.held("p1");
        desk.card().answers("error");
        desk.approve(order).expect(202);
        desk.card().answers("hang");
        int before = desk.asked().size();
        service.clock().advance(Duration.ofSeconds(2));
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            CompletionService<String> messages = new ExecutorCompletionService<>(threads);
            IntStream.range(0, 10).forEach(i -> messages.submit(() -> effectMessage(order)));
            for (int others = 0; others < 9; others++) {
                messages.take();
            }
            await().until(() -> desk.asked().size() > before);
            assertThat(desk.asked().size() - before).isEqualTo(1);
        }
        desk.card().answers("sent");
        desk.settle();
        assertThat(desk.decision(order)).isEqualTo("approved");
        assertThat(desk.total()).isEqualTo("5");
    }

    @Test
    void anEffectWhoseMessageWasLostIsFoundByItsRow() throws FunctionError {
        String order = desk.held("p1");
        desk.card().answers("error");
        desk.approve(order).expect(202);
        desk.card().answers("sent");
        service.clock().advance(Duration.ofHours(1));
        service.stack().invoke("TimerScheduleFunction", Json.write(Map.of("source", "timers")));
        await().until(() -> desk.queued().equals(List.of(order)));
    }

    private String effectMessage(String order) {
        String body = Json.writeText(
                Map.of("effect", Map.of("tenant_id", desk.account().tenantId(), "subject", "tip:" + order)));
        try {
            byte[] answer = service.stack()
                    .invoke(
                            "WorkerFunction",
                            Json.write(Map.of("Records", List.of(Map.of("messageId", "one", "body", body)))));
            return new String(answer, StandardCharsets.UTF_8);
        } catch (FunctionError e) {
            throw new AssertionError(e);
        }
    }
}
