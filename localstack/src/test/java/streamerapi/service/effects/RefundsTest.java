package streamerapi.service.effects;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import streamerapi.service.AtOnce;
import streamerapi.service.DashboardVisitor;
import streamerapi.service.Service;
import streamerapi.shared.auth.Role;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static streamerapi.service.effects.MoneyDesk.payment;

/// Refunds that the streamer asks a processor for.
@NullMarked
class RefundsTest {

    @AutoClose
    private static Service service;

    private final MoneyDesk desk = MoneyDesk.of(service.newAccount());

    @BeforeAll
    static void startService() {
        service = Service.start(Map.of("RATE_LIMIT_FACTOR", "10000", "EFFECT_RETRY_DELAYS", "0,0,0,0,0,0,0"));
    }

    private String captured(String paymentId) {
        desk.card().send("payment.captured", payment(paymentId));
        return String.valueOf(desk.queued().getLast());
    }

    @Test
    void aRefundIsAskedForAndCountsWhenTheProcessorTells() {
        String order = captured("p1");
        assertThat(desk.refund(order, Map.of("amount", new BigDecimal("1.5")))
                        .expect(202)
                        .text())
                .isEqualTo("{\"success\":true}");
        desk.settle();
        assertThat(desk.card().calls())
                .singleElement()
                .satisfies(call -> assertThat(call)
                        .containsEntry("action", "payment.refund")
                        .containsEntry("data", Map.of("payment_id", "p1", "amount", new BigDecimal("1.5"))));
        assertThat(desk.total()).isEqualTo("5");
        desk.card().send("payment.refunded", Map.of("payment_id", "p1", "amount", new BigDecimal("1.5")));
        assertThat(desk.total()).isEqualTo("3.5");

        desk.refund(order, Map.of()).expect(202);
        desk.settle();
        assertThat(Objects.requireNonNull(desk.card().calls().getLast().get("data"))
                        .toString())
                .isEqualTo("{payment_id=p1, amount=null}");
        desk.card().send("payment.refunded", Map.of("payment_id", "p1"));
        assertThat(desk.total()).isEqualTo("0");
        desk.refund(order, Map.of()).refuses(409, "not_refundable");
    }

    @Test
    void noMoreIsAskedForThanIsLeft() {
        String order = captured("p1");
        desk.refund(order, Map.of("amount", new BigDecimal("5.01")))
                .refuses(400, "bad_request")
                .names("amount");
        desk.refund(order, Map.of("amount", 0)).refuses(400, "bad_request");
        desk.refund(order, Map.of("amount", -1)).refuses(400, "bad_request");
        desk.refund(order, Map.of("amount", 3)).expect(202);
        desk.refund(order, Map.of("amount", 3)).refuses(400, "bad_request");
        desk.refund(order, Map.of("amount", 2)).expect(202);
        desk.refund(order, Map.of()).refuses(409, "not_refundable");
    }

    /// No processor gives back half a yen.
    @Test
    void aPartThatTheCurrencyDoesNotHaveIsRefused() {
        Map<String, Object> yen = new HashMap<>(payment("p1"));
        yen.put("amount", 500);
        yen.put("currency", "JPY");
        desk.card().send("payment.captured", yen);
        String order = String.valueOf(desk.queued().getFirst());
        desk.refund(order, Map.of("amount", new BigDecimal("2.5")))
                .refuses(400, "bad_request")
                .names("amount");
        desk.refund(order, Map.of("amount", new BigDecimal("100.00"))).expect(202);
        desk.refund(order, Map.of()).expect(202);
        desk.settle();
        assertThat(desk.asked()).containsExactly("payment.refund", "payment.refund");
    }

    @Test
    void ofManyRefundsAtOnceNoMoreIsAskedForThanWasPaid() {
        String order = captured("p1");
        List<Integer> answers =
                AtOnce.run(12, i -> desk.refund(order, Map.of("amount", 2)).status());
        assertThat(answers).filteredOn(status -> status == 202).hasSize(2);
        desk.settle();
        assertThat(desk.asked()).hasSize(2);
    }

    @Test
    void aTipThatNoProcessorHasMoneyOfIsNotRefundable() {
        desk.account()
                .api()
                .post("/tips", Map.of("name", "Ada", "amount", 5, "paid", true))
                .expect(201);
        desk.refund(String.valueOf(desk.queued().getLast()), Map.of()).refuses(409, "not_refundable");
        desk.refund("tip_1_x", Map.of()).refuses(404, "not_found");
        String held = desk.held("p2");
        desk.refund(held, Map.of()).refuses(409, "not_refundable");
        desk.account()
                .dashboard(Role.MODERATOR)
                .post("/dashboard/api/tips/" + held + "/refund", Map.of())
                .refuses(403, "missing_role");
    }

    @Test
    void aRefundThatIsRefusedIsToldAndCanBeAskedForAgain() {
        String order = captured("p1");
        desk.card().answers("not_sent");
        desk.refund(order, Map.of()).expect(202);
        await().until(() -> desk.warnings().equals(List.of("payment_call_failed")));
        desk.settle();
        desk.card().answers("sent");
        desk.refund(order, Map.of()).expect(202);
        desk.settle();
        assertThat(desk.asked()).hasSize(2);
    }

    @Test
    void refundsThatFailedAreShownOnceOnTheStreamersHomeForThreeDays() {
        String trouble = "The processor was asked for payment.refund, but has not confirmed it";
        DashboardVisitor owner = DashboardVisitor.owner(desk.account());
        assertThat(home(owner)).doesNotContain(trouble);
        desk.card().answers("not_sent");
        for (String payment : List.of("p1", "p2")) {
            desk.refund(captured(payment), Map.of()).expect(202);
        }
        await().until(() -> desk.warnings().size() == 2);

        await().untilAsserted(() -> assertThat(home(owner)).containsOnlyOnce(trouble));
        service.clock().advance(Duration.ofDays(3));
        assertThat(home(owner)).doesNotContain(trouble);
    }

    private static String home(DashboardVisitor owner) {
        return owner.open("/dashboard/home").expect(200).text();
    }

    @Test
    void aRefundWithoutAnOutcomeIsAskedForEightTimesAndThenTold() {
        String order = captured("p1");
        desk.card().answers("error");
        desk.refund(order, Map.of()).expect(202);
        desk.settle();
        assertThat(desk.asked()).hasSize(8);
        assertThat(desk.card().calls().stream().map(call -> call.get("id")).distinct())
                .hasSize(1);
        assertThat(desk.warnings()).containsExactly("payment_call_failed");
        desk.refund(order, Map.of()).refuses(409, "not_refundable");
    }

    @Test
    void aRejectionCanAskForMoneyThatWasCaptured() {
        desk.owner()
                .patch("/dashboard/api/settings", Map.of("review", Map.of("hold_all", true)))
                .expect(200);
        desk.card().send("payment.captured", payment("p1"));
        String order = String.valueOf(desk.owner().get(MoneyDesk.HELD).at("tips.0.order_id"));
        assertThat(desk.reject(order, Map.of("refund", true)).expect(200).at("decision"))
                .isEqualTo("rejected");
        desk.settle();
        assertThat(desk.asked()).containsExactly("payment.refund");
        desk.card().send("payment.refunded", Map.of("payment_id", "p1"));
        assertThat(desk.events("tip.refunded")).hasSize(1);
        assertThat(desk.total()).isEqualTo("0");

        desk.account().api().post("/tips", Map.of("name", "Ada", "amount", 5)).expect(202);
        String unpaid = String.valueOf(desk.owner().get(MoneyDesk.HELD).at("tips.0.order_id"));
        desk.reject(unpaid, Map.of("refund", true)).refuses(409, "not_refundable");
        desk.reject(unpaid, Map.of()).expect(200);
    }
}
