package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

import java.math.BigDecimal;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

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
        assertThat(table.lines().skip(1).findFirst().orElseThrow()).endsWith(",10.0");
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

    private BigDecimal refunded() {
        return new BigDecimal(
                String.valueOf(account.api().get("/tts/history").expect(200).at("tips.0.refunded_amount")));
    }
}
