package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import streamerapi.shared.auth.Role;
import streamerapi.shared.json.Json;

import java.math.BigDecimal;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// The history of tips tells what was given back of each, through refunds and disputes.
@NullMarked
class RefundedHistoryTest {

    private final Account account = Service.shared().newAccount();
    private final TestConnector card = account.connector("card_processor");

    @Test
    void itIsExactThroughRefundsAndDisputes() {
        captured("p1", "10.30");
        play();
        assertThat(refunded()).isEqualByComparingTo("0");
        card.send("payment.refunded", Map.of("payment_id", "p1", "amount", new BigDecimal("0.10")));
        assertThat(refunded()).isEqualByComparingTo("0.10");
        card.send("payment.refunded", Map.of("payment_id", "p1", "amount", new BigDecimal("0.20")));
        assertThat(refunded()).isEqualByComparingTo("0.30");
        AtOnce.run(6, i -> card.send("payment.refunded", Map.of("payment_id", "p1", "amount", new BigDecimal("1.00"))));
        assertThat(refunded()).isEqualByComparingTo("6.30");
        card.send("payment.disputed", Map.of("payment_id", "p1"));
        assertThat(refunded()).isEqualByComparingTo("10.30");
        card.send("payment.refunded", Map.of("payment_id", "p1", "amount", 5));
        assertThat(refunded()).isEqualByComparingTo("10.30");
    }

    @Test
    void whatWasGivenBackBeforeItPlayedIsToldToo() {
        captured("p1", "10");
        card.send("payment.refunded", Map.of("payment_id", "p1", "amount", 4));
        play();
        assertThat(refunded()).isEqualByComparingTo("4");
    }

    @Test
    void aReplayHasNothingGivenBack() {
        captured("p1", "10");
        play();
        card.send("payment.disputed", Map.of("payment_id", "p1"));
        Object played = account.api().get("/tts/history").at("tips.0.order_id");
        account.api().post("/tts/" + played + "/replay").expect(200);
        play();
        assertThat(account.api().get("/tts/history").at("tips.0.is_replay")).isEqualTo(true);
        assertThat(refunded()).isEqualByComparingTo("0");
    }

    @Test
    void thePageAndTheTableOfPlayedTipsTellIt() {
        captured("p1", "10");
        play();
        DashboardVisitor owner = DashboardVisitor.owner(account);
        assertThat(page(owner)).contains(">paid<").doesNotContain(">refunded");
        card.send("payment.refunded", Map.of("payment_id", "p1", "amount", new BigDecimal("2.5")));
        assertThat(page(owner)).contains("refunded in part", "2.50").doesNotContain(">paid<");
        card.send("payment.disputed", Map.of("payment_id", "p1"));
        assertThat(page(owner)).contains(">refunded<").doesNotContain(">paid<", "in part");
        String table =
                owner.open("/dashboard/queue/history/tips.csv").expect(200).text();
        assertThat(table.lines().findFirst().orElseThrow()).endsWith(",refunded_amount");
        String refunded = table.lines().skip(1).findFirst().orElseThrow().replaceFirst(".*,", "");
        assertThat(new BigDecimal(refunded)).isEqualByComparingTo("10");
    }

    @Test
    void theMoneyIsGivenBackFromThePageByThoseWhoMay() {
        captured("p1", "10");
        play();
        String history = "/dashboard/queue/history";
        Object tip = account.api().get("/tts/history").at("tips.0.order_id");
        String refund = history + "/" + tip + "/refund";
        DashboardVisitor owner = DashboardVisitor.owner(account);
        assertThat(page(owner)).contains("action=\"" + refund + "\"", "all that is left: 10");

        assertThat(sent(owner, history, refund, Map.of("amount", "4.5"))
                        .expect(303)
                        .header("Location"))
                .isEqualTo(history + "?done=refund_asked");
        await().until(() -> !card.calls().isEmpty());
        assertThat(Json.asObject(card.calls().getFirst().get("data")))
                .containsEntry("payment_id", "p1")
                .containsEntry("amount", new BigDecimal("4.5"));
        card.send("payment.refunded", Map.of("payment_id", "p1", "amount", new BigDecimal("4.5")));
        assertThat(page(owner)).contains("all that is left: 5.5");

        assertThat(sent(owner, history, refund, Map.of("amount", "5.51"))
                        .expect(400)
                        .text())
                .contains("amount must be at most what is left to refund, 5.5.");
        sent(owner, history, refund, Map.of("amount", "")).expect(303);
        await().until(() -> card.calls().size() == 2);
        assertThat(sent(owner, history, refund, Map.of()).expect(303).header("Location"))
                .isEqualTo(history + "?refused=not_refundable");
        card.send("payment.refunded", Map.of("payment_id", "p1"));
        assertThat(page(owner)).doesNotContain(refund);
    }

    @Test
    void aModeratorIsOfferedNoRefund() {
        captured("p1", "10");
        play();
        Object tip = account.api().get("/tts/history").at("tips.0.order_id");
        Account.Member member = account.newUser(Role.MODERATOR);
        DashboardVisitor moderator = DashboardVisitor.signedIn(account.service(), member.email(), member.password());
        assertThat(page(moderator)).doesNotContain("/refund\"").contains("Ada");
        assertThat(moderator
                        .use("/dashboard/queue/history", "/dashboard/queue/history/" + tip + "/refund", Map.of())
                        .status())
                .isEqualTo(403);
        assertThat(card.calls()).isEmpty();
    }

    @Test
    void aTipThatWasRemovedIsRefundedTheSameWay() {
        captured("p1", "10");
        Object tip = account.api().get("/tts/queue").at("items.0.order_id");
        account.api().delete("/tts/" + tip).expect(200);
        String removed = "/dashboard/queue/removed";
        DashboardVisitor owner = DashboardVisitor.owner(account);
        assertThat(sent(owner, removed, removed + "/" + tip + "/refund", Map.of())
                        .expect(303)
                        .header("Location"))
                .isEqualTo(removed + "?done=refund_asked");
        await().until(() -> !card.calls().isEmpty());
        assertThat(card.calls().getFirst()).containsEntry("action", "payment.refund");
    }

    /// Its contract is that of the history: a streamer who looks for money that can be given back looks at both.
    @Test
    void theListOfRemovedTipsTellsWhatWasGivenBackToo() {
        captured("p1", "10");
        Object tip = account.api().get("/tts/queue").at("items.0.order_id");
        account.api().delete("/tts/" + tip).expect(200);
        String removed = "/dashboard/queue/removed";
        DashboardVisitor owner = DashboardVisitor.owner(account);
        assertThat(owner.open(removed).text()).contains("all that is left: 10", ">paid<");

        card.send("payment.refunded", Map.of("payment_id", "p1", "amount", new BigDecimal("4.5")));
        assertThat(owner.open(removed).text()).contains("all that is left: 5.5", "refunded in part");

        card.send("payment.disputed", Map.of("payment_id", "p1"));
        assertThat(owner.open(removed).text()).contains(">refunded<").doesNotContain("/refund\"", ">paid<");
        Answer list = account.dashboard().get("/dashboard/api/removed-tips").expect(200);
        assertThat(list.at("tips.0.refunded_amount")).isEqualTo(BigDecimal.TEN);
        assertThat(list.at("tips.0.counted_as")).isNull();
    }

    private static String page(DashboardVisitor owner) {
        return owner.open("/dashboard/queue/history").expect(200).text();
    }

    private void captured(String payment, String amount) {
        card.send("payment.captured", Map.of("payment_id", payment, "name", "Ada", "amount", new BigDecimal(amount)));
    }

    private void play() {
        Object tip = account.api().get("/tts/queue").at("items.0.order_id");
        account.api().post("/tts/" + tip + "/start").expect(200);
        account.api().post("/tts/" + tip + "/finish").expect(200);
    }

    /// Sends a form of a page, and does not follow where it leads.
    private static Answer sent(DashboardVisitor visitor, String page, String action, Map<String, String> fields) {
        return visitor.send(visitor.open(page).expect(200), action, fields);
    }

    private BigDecimal refunded() {
        return new BigDecimal(
                String.valueOf(account.api().get("/tts/history").expect(200).at("tips.0.refunded_amount")));
    }
}
