package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.checkouts.StartedCheckout;
import streamerapi.shared.auth.Role;
import streamerapi.shared.json.Json;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// The books of payments by day: exact through all that can happen to a payment.
@NullMarked
class MoneyTest {

    private static final String MONEY = "/dashboard/api/money";

    private final Service service = Service.shared();
    private final Account account = service.newAccount();
    private final ApiClient owner = account.dashboard();
    private final TestConnector card = account.connector("card_processor");
    private final TestConnector wallet = account.connector("wallet_processor");

    private static void captured(TestConnector by, String payment, String amount, String currency) {
        by.send("payment.captured", paying(payment, amount, currency));
    }

    private static Map<String, Object> paying(String payment, String amount, String currency) {
        return Map.of("payment_id", payment, "name", "Ada", "amount", new BigDecimal(amount), "currency", currency);
    }

    private String held(String payment, String amount) {
        card.send("payment.held", paying(payment, amount, "EUR"));
        return String.valueOf(owner.get("/dashboard/api/held-tips").at("tips.0.order_id"));
    }

    private void refunded(TestConnector by, String payment, String amount) {
        by.send("payment.refunded", Map.of("payment_id", payment, "amount", new BigDecimal(amount)));
    }

    /// A sum as one text.
    private static String sum(@Nullable Object of) {
        Map<String, @Nullable Object> sum = Json.asObject(of);
        List<String> parts = List.of("captured", "held", "released", "expired", "refunded", "disputed", "net");
        StringBuilder text = new StringBuilder(sum.get("source") + " " + sum.get("currency") + " " + sum.get("mode")
                + " " + sum.get("payments") + ":");
        parts.forEach(part -> {
            BigDecimal amount = new BigDecimal(String.valueOf(sum.get(part)));
            if (amount.signum() != 0) {
                text.append(' ')
                        .append(part)
                        .append(' ')
                        .append(amount.stripTrailingZeros().toPlainString());
            }
        });
        return text.toString();
    }

    private static List<String> sums(Answer report, String list) {
        return ((List<?>) Objects.requireNonNull(report.at(list)))
                .stream().map(MoneyTest::sum).toList();
    }

    private static Map<String, Object> spoiling(String payment, String amount) {
        Map<String, Object> data = new LinkedHashMap<>(paying(payment, amount, "EUR"));
        data.put("message", "a spoiler");
        return data;
    }

    private static List<String> keptOut(Answer report) {
        return ((List<?>) Objects.requireNonNull(report.at("kept_out")))
                .stream()
                        .map(Json::asObject)
                        .map(charge -> charge.get("payment_id") + " " + charge.get("name") + " " + charge.get("amount")
                                + " " + charge.get("refunded_amount"))
                        .toList();
    }

    /// A donor who was charged for nothing asks for their money, and the streamer has to find the payment.
    @Test
    void chargesOfTipsThatWereKeptOutAreListedUntilTheMoneyIsBack() {
        owner.patch(
                        "/dashboard/api/settings",
                        Map.of("filter", Map.of("block", List.of("spoiler")), "review", Map.of("hold_all", true)))
                .expect(200);
        card.send("payment.captured", spoiling("blocked", "5"));
        card.send("payment.held", spoiling("released", "6"));
        captured(card, "rejected", "7", "EUR");
        String orderId = String.valueOf(owner.get("/dashboard/api/held-tips").at("tips.0.order_id"));
        assertThat(keptOut(owner.get(MONEY))).containsExactly("blocked null 5 0");
        owner.post("/dashboard/api/held-tips/" + orderId + "/reject").expect(200);
        refunded(card, "blocked", "2");

        assertThat(keptOut(owner.get(MONEY))).containsExactlyInAnyOrder("rejected Ada 7 0", "blocked null 5 2");
        DashboardVisitor visitor = DashboardVisitor.owner(account);
        assertThat(visitor.open("/dashboard/money").expect(200).text())
                .contains("Charged, but kept out", ">blocked</code>: refund it on the processor's own pages")
                .contains("/dashboard/money/" + orderId + "/refund")
                .doesNotContain(">released</code>");
        visitor.use("/dashboard/money", "/dashboard/money/" + orderId + "/refund", Map.of());
        await().untilAsserted(
                        () -> assertThat(card.calls()).anyMatch(call -> "payment.refund".equals(call.get("action"))));

        refunded(card, "rejected", "7");
        refunded(card, "blocked", "3");
        assertThat(keptOut(owner.get(MONEY))).isEmpty();
        assertThat(owner.page("/dashboard/money", null).text()).doesNotContain("Charged, but kept out");
    }

    private LocalDate today() {
        return LocalDate.ofInstant(service.clock().instant(), ZoneOffset.UTC);
    }

    @Test
    void eachWayOfAPaymentIsInItsColumnToTheCent() {
        captured(card, "p1", "10.01", "EUR");
        refunded(card, "p1", "4.00");
        card.send("payment.disputed", Map.of("payment_id", "p1"));
        captured(card, "p2", "5.50", "EUR");
        refunded(card, "p2", "0.25");
        captured(card, "p3", "7", "USD");
        captured(wallet, "p1", "3.99", "EUR");
        card.send("payment.disputed", Map.of("payment_id", "early"));
        captured(card, "early", "2", "EUR");
        owner.post("/dashboard/api/held-tips/" + held("h1", "20") + "/approve").expect(200);
        owner.post("/dashboard/api/held-tips/" + held("h2", "30") + "/reject").expect(200);
        held("h3", "40");
        card.send("payment.hold_expired", Map.of("payment_id", "h3"));
        held("h4", "50");
        account.api()
                .post("/tips", Map.of("name", "Bo", "amount", 99, "paid", true))
                .expect(201);

        Answer report = owner.get(MONEY).expect(200);

        List<String> expected = List.of(
                "card_processor EUR null 7: captured 37.51 held 50 released 30 expired 40 refunded 4.25 disputed 8.01 net 25.25",
                "card_processor USD null 1: captured 7 net 7",
                "wallet_processor EUR null 1: captured 3.99 net 3.99");
        assertThat(sums(report, "totals")).isEqualTo(expected);
        assertThat(sums(report, "days")).isEqualTo(expected);
        assertThat(report.each("days", "day")).containsOnly(today().toString());
        assertThat(report.at("to")).isEqualTo(today().toString());
        assertThat(report.at("from")).isEqualTo(today().minusDays(29).toString());
        assertThat(report.at("is_cut")).isEqualTo(false);
        assertThat(report.at("reconciliations")).isEqualTo(List.of());
    }

    @Test
    void thePaymentOfATipThatWasBlockedIsInTheBooks() {
        owner.patch("/dashboard/api/settings", Map.of("filter", Map.of("block", List.of("Ada"))))
                .expect(200);
        captured(card, "p1", "10", "EUR");
        captured(card, "p2", "6", "EUR");
        refunded(card, "p2", "1.50");
        card.send("payment.disputed", Map.of("payment_id", "p2"));
        card.send("payment.held", paying("h1", "20", "EUR"));
        card.send("payment.held", paying("h2", "30", "EUR"));
        card.send("payment.captured", paying("h2", "30", "EUR"));
        refunded(card, "h2", "30");
        assertThat(sums(owner.get(MONEY).expect(200), "days"))
                .containsExactly(
                        "card_processor EUR null 4: captured 46 released 20 refunded 31.5 disputed 4.5 net 10");
        assertThat(account.eventTypes()).doesNotContain("tip.created");
    }

    @Test
    void ofAHoldWhoseTipWasBlockedThePartThatWasCapturedIsInTheBooks() {
        owner.patch("/dashboard/api/settings", Map.of("filter", Map.of("block", List.of("Ada"))))
                .expect(200);
        card.send("payment.held", paying("h1", "20", "EUR"));
        card.send("payment.captured", paying("h1", "7.50", "EUR"));
        card.send("payment.held", paying("h2", "20", "EUR"));
        card.send("payment.captured", paying("h2", "900", "JPY"));
        assertThat(sums(owner.get(MONEY).expect(200), "days"))
                .containsExactly("card_processor EUR null 2: captured 27.5 net 27.5");
        card.send("payment.refunded", Map.of("payment_id", "h1"));
        assertThat(sums(owner.get(MONEY).expect(200), "days"))
                .containsExactly("card_processor EUR null 2: captured 27.5 refunded 7.5 net 20");
    }

    @Test
    void ofAHoldThatWasDisputedBeforeItsCaptureNoMoreIsBackThanWasCaptured() {
        owner.patch("/dashboard/api/settings", Map.of("filter", Map.of("block", List.of("Ada"))))
                .expect(200);
        card.send("payment.held", paying("h1", "20", "EUR"));
        card.send("payment.disputed", Map.of("payment_id", "h1"));
        card.send("payment.captured", paying("h1", "7.50", "EUR"));
        assertThat(sums(owner.get(MONEY).expect(200), "days"))
                .containsExactly("card_processor EUR null 1: captured 7.5 disputed 7.5");
    }

    @Test
    void aRefundThatIsToldAfterItsDisputeIsNoPartOfIt() {
        captured(card, "p1", "10", "EUR");
        owner.patch("/dashboard/api/settings", Map.of("filter", Map.of("block", List.of("Ada"))))
                .expect(200);
        captured(card, "blocked", "6", "EUR");
        for (String id : List.of("p1", "blocked")) {
            card.send("payment.disputed", Map.of("payment_id", id));
            refunded(card, id, "1.50");
        }
        assertThat(sums(owner.get(MONEY).expect(200), "days"))
                .containsExactly("card_processor EUR null 2: captured 16 refunded 3 disputed 13");
        assertThat(account.eventTypes()).containsOnlyOnce("tip.refunded");
    }

    @Test
    void aDayIsOfItsOwnPaymentsAndARefundStandsOnThePaymentsDay() {
        captured(card, "p1", "10", "EUR");
        String first = today().toString();
        service.clock().advance(Duration.ofDays(1));
        captured(card, "p2", "3", "EUR");
        refunded(card, "p1", "4");
        String second = today().toString();

        Answer both = owner.get(MONEY).expect(200);
        assertThat(both.each("days", "day")).containsExactly(second, first);
        assertThat(sums(both, "days"))
                .containsExactly(
                        "card_processor EUR null 1: captured 3 net 3",
                        "card_processor EUR null 1: captured 10 refunded 4 net 6");
        assertThat(sums(both, "totals")).containsExactly("card_processor EUR null 2: captured 13 refunded 4 net 9");
        Answer one = owner.get(MONEY + "?from=" + first + "&to=" + first).expect(200);
        assertThat(sums(one, "days")).containsExactly("card_processor EUR null 1: captured 10 refunded 4 net 6");
        assertThat(sums(owner.get(MONEY + "?from=" + second).expect(200), "totals"))
                .containsExactly("card_processor EUR null 1: captured 3 net 3");
    }

    @Test
    void testAndLiveAreToldApart() {
        StripeShop shop = new StripeShop(account).connected();
        StartedCheckout started = shop.paid("5.50", false);
        await().untilAsserted(() -> assertThat(shop.state(started)).isEqualTo("queued"));
        Map<String, Object> live = new LinkedHashMap<>(paying("p1", "7", "USD"));
        live.put("mode", "live");
        card.send("payment.captured", live);
        assertThat(sums(owner.get(MONEY).expect(200), "days"))
                .containsExactly(
                        "card_processor USD live 1: captured 7 net 7",
                        "card_processor USD test 1: captured 5.5 net 5.5");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "from=yesterday",
                "from=2026-13-01",
                "from=2026-11-21&to=2026-11-20",
                "from=2026-01-01&to=2026-11-20"
            })
    void daysThatCannotBeShownAreRefused(String query) {
        assertThat(owner.get(MONEY + "?" + query).refuses(400, "bad_request").at("field"))
                .isEqualTo("from");
    }

    @ParameterizedTest
    @ValueSource(strings = {"9999-12-31", "-999999999-01-01", "%2B999999999-12-31", "1999-12-31"})
    void aDayBeyondTheCalendarIsRefused(String day) {
        assertThat(owner.get(MONEY + "?to=" + day).refuses(400, "bad_request").at("field"))
                .isEqualTo("to");
    }

    @Test
    void ownersAndAdministratorsAloneSeeIt() {
        account.dashboard(Role.SUPER_ADMIN).get(MONEY).expect(200);
        account.dashboard(Role.MODERATOR).get(MONEY).refuses(403, "missing_role");
        assertThat(account.dashboard(Role.MODERATOR)
                        .page("/dashboard/money", null)
                        .status())
                .isEqualTo(403);
        assertThat(account.dashboard(Role.MODERATOR)
                        .page("/dashboard/money/days.csv", null)
                        .status())
                .isEqualTo(403);
    }

    @Test
    void thePageAndTheTableSayWhatTheApiSays() {
        captured(card, "p1", "10.01", "EUR");
        refunded(card, "p1", "4");
        DashboardVisitor visitor = DashboardVisitor.owner(account);
        assertThat(visitor.open("/dashboard/money").expect(200).text())
                .contains("10.01 EUR", "6.01 EUR", "That has not happened yet", ">Refunded<")
                .contains("on which its tip came: seconds after the payment, or later")
                .doesNotContain(">Disputed<", ">On hold<", ">Released<", ">Expired<");
        List<String> table = visitor.open("/dashboard/money/days.csv")
                .expect(200)
                .text()
                .lines()
                .toList();
        assertThat(table)
                .containsExactly(
                        "\ufeffday,source,currency,mode,payments,captured,held,released,expired,refunded,disputed,net",
                        today() + ",card_processor,EUR,,1,10.01,0,0,0,4,0,6.01");
    }

    @Test
    void aPageOfTooManyDaysKeepsThemAndSaysSo() {
        captured(card, "p1", "10.01", "EUR");
        DashboardVisitor visitor = DashboardVisitor.owner(account);
        assertThat(visitor.open("/dashboard/money?from=2026-01-01&to=2026-12-31")
                        .expect(400)
                        .text())
                .contains(
                        "data-field=\"from\">from is too early: the range can have at most 92 days.",
                        "value=\"2026-01-01\"",
                        "value=\"2026-12-31\"",
                        "That has not happened yet")
                .doesNotContain("10.01 EUR", "Download as CSV");
        assertThat(visitor.open("/dashboard/money?from=2026-12-31&to=2026-12-30")
                        .expect(400)
                        .text())
                .contains("data-field=\"from\">from is after to: choose an earlier day.");
        assertThat(visitor.open("/dashboard/money?to=31.12.2026").expect(400).text())
                .contains("data-field=\"to\"", "value=\"31.12.2026\"");
    }
}
