package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import streamerapi.shared.json.Json;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import static org.assertj.core.api.Assertions.assertThat;

/// Tips in other currencies count at the rates that the account has set, each at the rate of its own time. The account
/// counts in EUR.
@NullMarked
class ExchangeRatesTest {

    private static final String SETTINGS = "/dashboard/api/settings";

    private final Account account = Service.shared().newAccount();
    private final ApiClient api = account.api();
    private final ApiClient owner = account.dashboard();
    private final TestConnector card = account.connector("card_processor");
    private final String goal = "/overlays/"
            + owner.post(
                            "/dashboard/api/overlays",
                            Map.of("name", "Goal", "width", 1920, "height", 1080, "widgets", List.of("goal")))
                    .expect(201)
                    .at("overlay.id")
            + "/tip-goal";

    @Test
    void aTipWithARateCountsForGoalLeaderboardAndHome() {
        rate("USD", "0.92");
        paid("p1", "USD", "10.01");
        paid("p2", "EUR", "1");

        counts("10.21");
        assertThat(board("other_sums")).hasToString("[]");
        assertThat(api.get(goal).at("tip_goal.other_sums")).hasToString("[]");
        assertThat(DashboardVisitor.owner(account).open("/dashboard/home").text())
                .contains("id=\"tips\">2<", "id=\"sum\">10.21 EUR<")
                .doesNotContain("In another currency");
    }

    @Test
    void aTipWithoutARateHasASumOfItsOwn() {
        rate("USD", "0.92");
        paid("p1", "GBP", "10");

        counts("0");
        assertThat(board("other_sums")).hasToString("[{currency=GBP, amount=10}]");
    }

    @Test
    void anotherRateIsForTipsThatCome() {
        rate("USD", "0.5");
        paid("p1", "USD", "10");
        rate("USD", "0.9");
        counts("5");
        paid("p2", "USD", "10");
        counts("14");
        rates(List.of());
        paid("p3", "USD", "10");
        counts("14");
        assertThat(board("other_sums")).hasToString("[{currency=USD, amount=10}]");
    }

    /// Who sets one for a sum that stands beside the board would wait for it to be ranked.
    @Test
    void thePagesSayThatARateIsForTipsThatCome() {
        paid("p1", "USD", "10");
        DashboardVisitor visitor = DashboardVisitor.owner(account);
        assertThat(visitor.open("/dashboard/leaderboard?period=all").text())
                .contains("Also, not ranked", "tips in these currencies that come from then on are ranked");
        assertThat(visitor.open(goal.replace("/overlays", "/dashboard/goals").replace("/tip-goal", ""))
                        .text())
                .contains("Not counted", "tips in another currency that come from then on count");
        rate("USD", "0.5");
        assertThat(visitor.open("/dashboard/leaderboard?period=all").text()).contains("Also, not ranked");
    }

    @Test
    void refundsTakeOffWhatTheTipAddedToTheCent() {
        rate("USD", "0.333333");
        paid("p1", "USD", "10");
        counts("3.33");
        rate("USD", "7");
        refund("p1", "3.33");
        counts("2.22");
        refund("p1", "3.33");
        counts("1.11");
        refund("p1", "3.33");
        counts("0");
        refund("p1", "0.01");
        counts("0");
        assertThat(board("entries")).hasToString("[]");
        assertThat(board("other_sums")).hasToString("[]");
    }

    @Test
    void whatWasRefundedBeforeTheTipCameNeverCounts() {
        rate("USD", "0.5");
        refund("p1", "4");
        paid("p1", "USD", "10");
        counts("3");
        card.send("payment.disputed", Map.of("payment_id", "p1"));
        counts("0");
    }

    @Test
    void aHeldTipCountsAtTheRateThatIsSetWhenItIsLetIn() {
        owner.patch(SETTINGS, Map.of("review", Map.of("hold_all", true))).expect(200);
        String order =
                String.valueOf(api.post("/tips", Map.of("name", "Ada", "amount", 10, "currency", "USD", "paid", true))
                        .expect(202)
                        .at("order_id"));
        rate("USD", "0.9");
        counts("0");
        owner.post("/dashboard/api/held-tips/" + order + "/approve").expect(200);
        counts("9");
        assertThat(board("other_sums")).hasToString("[]");
    }

    /// The streamer chooses another currency, with a rate for the one before, while a tip waits.
    @Test
    void aHeldTipInTheCurrencyOfBeforeCountsAtTheRateOfNow() {
        owner.patch(SETTINGS, Map.of("review", Map.of("hold_all", true))).expect(200);
        String order = String.valueOf(api.post("/tips", Map.of("name", "Ada", "amount", 10, "paid", true))
                .expect(202)
                .at("order_id"));
        List<Map<String, Object>> rates = List.of(Map.of("currency", "EUR", "rate", new BigDecimal("1.1")));
        owner.patch(SETTINGS, Map.of("currency", "USD", "exchange_rates", rates))
                .expect(200);

        owner.post("/dashboard/api/held-tips/" + order + "/approve").expect(200);

        counts("11");
        assertThat(board("other_sums")).hasToString("[]");
    }

    @Test
    void tipsThatWereNotPaidStayOut() {
        rate("USD", "0.9");
        api.post("/tips", Map.of("name", "Ada", "amount", 10, "currency", "USD"))
                .expect(201);
        api.post("/tips/test", Map.of("name", "Ada", "amount", 10, "currency", "USD"))
                .expect(201);
        counts("0");
    }

    @Test
    void theQueuesPageSortsTipsByWhatTheyCount() {
        rate("AUD", "0.6");
        paid("p1", "AUD", "10");
        paid("p2", "EUR", "7");
        String page = DashboardVisitor.owner(account)
                .open("/dashboard/queue?sort=amount")
                .text();
        String rows = page.substring(page.indexOf("id=\"rows\""));
        assertThat(rows.indexOf("7.00 EUR")).isBetween(1, rows.indexOf("10.00 AUD"));
    }

    @Test
    void theHistoryTellsWhatATipCountedAs() {
        rate("USD", "0.9");
        paid("p1", "USD", "10");
        paid("p2", "EUR", "10");
        Answer queue = api.get("/tts/queue").expect(200);
        assertThat(queue.at("items.0.counted_as")).hasToString("{amount=9, currency=EUR}");
        assertThat(Json.asObject(queue.at("items.1"))).doesNotContainKey("counted_as");
        play();
        play();
        refund("p1", "5");
        Answer history = api.get("/tts/history").expect(200);
        assertThat(history.at("tips.0.counted_as")).isNull();
        assertThat(history.at("tips.1.counted_as")).hasToString("{amount=9, currency=EUR}");
        assertThat(DashboardVisitor.owner(account)
                        .open("/dashboard/queue/history")
                        .text())
                .contains("counted as <bdi class=\"money\" dir=\"ltr\">9.00 EUR</bdi>");

        api.post("/tts/" + history.at("tips.1.order_id") + "/replay").expect(200);
        play();
        assertThat(DashboardVisitor.owner(account)
                        .open("/dashboard/queue/history")
                        .text())
                .as("a replay counts nothing")
                .containsOnlyOnce("counted as");
        counts("14.5");
    }

    @Test
    void theTableOfPlayedTipsTellsWhatEachCountedAs() {
        rate("USD", "0.92");
        paid("p1", "USD", "10");
        paid("p2", "EUR", "1");
        play();
        play();
        Object tip = api.get("/tts/history").at("tips.1.order_id");
        api.post("/tts/" + tip + "/replay").expect(200);
        play();

        List<String> lines = DashboardVisitor.owner(account)
                .open("/dashboard/queue/history/tips.csv")
                .expect(200)
                .text()
                .lines()
                .toList();
        assertThat(lines.getFirst()).endsWith(",counted_amount,counted_currency,refunded_amount");
        assertThat(lines.stream().skip(1).filter(line -> line.contains(",replay,")))
                .singleElement()
                .asString()
                .endsWith(",,,0");
        assertThat(lines.stream().skip(1).filter(line -> line.contains(",10,USD,,card_processor,")))
                .singleElement()
                .asString()
                .endsWith(",9.2,EUR,0");
        assertThat(lines.stream().skip(1).filter(line -> line.contains(",1,EUR,,card_processor,")))
                .singleElement()
                .asString()
                .endsWith(",,,0");
    }

    /// The alert and the least amount of a replay are those of its tip, and nothing is counted again.
    @Test
    void aReplayTellsWhatItsTipCountedAs() {
        rate("USD", "0.9");
        paid("p1", "USD", "10");
        play();
        rate("USD", "0.5");
        Object order = api.get("/tts/history").at("tips.0.order_id");

        api.post("/tts/" + order + "/replay").expect(200);

        assertThat(api.get("/tts/queue").at("items.0.counted_as")).hasToString("{amount=9, currency=EUR}");
        counts("9");
    }

    @Test
    void aSumHasTheDecimalsOfItsCurrency() {
        owner.patch(
                        SETTINGS,
                        Map.of(
                                "currency",
                                "JPY",
                                "exchange_rates",
                                List.of(Map.of("currency", "EUR", "rate", new BigDecimal("163.5")))))
                .expect(200);
        paid("p1", "EUR", "1.01");
        counts("165");
    }

    @Test
    void anotherCurrencyOfTheAccountEmptiesTheRates() {
        rate("USD", "0.9");
        paid("p1", "USD", "10");
        owner.patch(SETTINGS, Map.of("currency", "USD")).expect(200);

        assertThat(owner.get(SETTINGS).at("settings.exchange_rates")).hasToString("[]");
        counts("0");
        assertThat(board("other_sums")).hasToString("[{currency=EUR, amount=9}]");
        card.send("payment.disputed", Map.of("payment_id", "p1"));
        assertThat(board("other_sums")).hasToString("[]");
    }

    @Test
    void ratesHaveBoundsAndACurrencyEach() {
        refused("exchange_rates[0].rate", List.of(rateOf("USD", "0")));
        refused("exchange_rates[0].rate", List.of(rateOf("USD", "0.0000009")));
        refused("exchange_rates[0].rate", List.of(rateOf("USD", "1000000.1")));
        refused("exchange_rates[0].rate", List.of(rateOf("USD", "0.123456789")));
        refused("exchange_rates[0].rate", List.of(Map.of("currency", "USD")));
        refused("exchange_rates[0].currency", List.of(rateOf("XYZ", "1")));
        refused("exchange_rates[0].currency", List.of(rateOf("EUR", "1")));
        refused("exchange_rates[1].currency", List.of(rateOf("USD", "1"), rateOf("usd", "2")));
        owner.patch(SETTINGS, Map.of("exchange_rates", List.of(rateOf("USD", "0.000001"), rateOf("GBP", "1000000"))))
                .expect(200);
        assertThat(owner.get(SETTINGS).at("settings.exchange_rates"))
                .hasToString("[{currency=USD, rate=0.000001}, {currency=GBP, rate=1000000}]");
    }

    @Test
    void thePageOffersTheCurrenciesThatCame() {
        paid("p1", "USD", "10");
        rate("GBP", "1.17");
        DashboardVisitor visitor = DashboardVisitor.owner(account);
        Answer page = visitor.open("/dashboard/settings");
        assertThat(page.text()).contains("1 GBP counts as this many EUR", "1 USD counts as this many EUR");

        visitor.send(page, "/dashboard/settings", form("", "GBP", "0.92", "USD", "JPY", "0.0061"));
        assertThat(owner.get(SETTINGS).at("settings.exchange_rates"))
                .hasToString("[{currency=USD, rate=0.92}, {currency=JPY, rate=0.0061}]");
    }

    @ParameterizedTest
    @CsvSource({"'', 1.08, currency", "JPY, '', rate", "XYZ, 1.08, currency", "EUR, 1.08, currency", "usd, 2, currency"
    })
    void aRateThatIsHalfFilledInOrOfNoOtherCurrencyIsRefusedAtItsField(String currency, String rate, String field) {
        rate("USD", "0.92");
        DashboardVisitor visitor = DashboardVisitor.owner(account);
        Answer page = visitor.open("/dashboard/settings");
        Map<String, String> form = new LinkedHashMap<>();
        form.put("exchange_rates[0][rate]", "0.92");
        form.put("exchange_rates[0][currency]", "USD");
        Matcher row = Pattern.compile("name=\"exchange_rates\\[1]\\[(\\w+)]\"").matcher(page.text());
        while (row.find()) {
            form.put("exchange_rates[1][" + row.group(1) + "]", "");
        }
        form.put("exchange_rates[1][currency]", currency);
        form.put("exchange_rates[1][rate]", rate);

        Answer refused = visitor.send(page, "/dashboard/settings", form).expect(400);

        assertThat(refused.text())
                .contains("data-field=\"exchange_rates[1]." + field + "\"")
                .containsOnlyOnce("name=\"exchange_rates[1][currency]\" type=\"text\" value=\"" + currency + "\"")
                .contains("name=\"exchange_rates[1][rate]\" type=\"number\" value=\"" + rate + "\"")
                .doesNotContain("exchange_rates[2]");
        assertThat(owner.get(SETTINGS).at("settings.exchange_rates")).hasToString("[{currency=USD, rate=0.92}]");
    }

    /// The form with two known currencies and one more.
    private static Map<String, String> form(
            String rate, String currency, String secondRate, String second, String third, String thirdRate) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("exchange_rates[0][rate]", rate);
        fields.put("exchange_rates[0][currency]", currency);
        fields.put("exchange_rates[1][rate]", secondRate);
        fields.put("exchange_rates[1][currency]", second);
        fields.put("exchange_rates[2][currency]", third);
        fields.put("exchange_rates[2][rate]", thirdRate);
        return fields;
    }

    private void counts(String amount) {
        assertThat((BigDecimal) api.get(goal).expect(200).at("tip_goal.current"))
                .as("goal")
                .isEqualByComparingTo(amount);
        for (String period : List.of("all", "month", "day")) {
            assertThat(api.get("/leaderboard?period=" + period).expect(200).each("entries", "total_amount").stream()
                            .map(BigDecimal::new)
                            .reduce(BigDecimal.ZERO, BigDecimal::add))
                    .as("board of " + period)
                    .isEqualByComparingTo(amount);
        }
    }

    private Object board(String field) {
        return String.valueOf(api.get("/leaderboard").expect(200).at(field));
    }

    private void paid(String id, String currency, String amount) {
        card.send(
                "payment.captured",
                Map.of("payment_id", id, "name", "Ada", "amount", new BigDecimal(amount), "currency", currency));
    }

    private void refund(String id, String amount) {
        card.send("payment.refunded", Map.of("payment_id", id, "amount", new BigDecimal(amount)));
    }

    private void play() {
        Object order = api.get("/tts/queue").expect(200).at("items.0.order_id");
        api.post("/tts/" + order + "/start").expect(200);
        api.post("/tts/" + order + "/finish").expect(200);
    }

    private void rate(String currency, String rate) {
        rates(List.of(rateOf(currency, rate)));
    }

    private void rates(List<Map<String, Object>> rates) {
        owner.patch(SETTINGS, Map.of("exchange_rates", rates)).expect(200);
    }

    private void refused(String field, List<Map<String, Object>> rates) {
        owner.withoutValidation()
                .patch(SETTINGS, Map.of("exchange_rates", rates))
                .refuses(400, "bad_request")
                .names(field);
    }

    private static Map<String, Object> rateOf(String currency, String rate) {
        return Map.of("currency", currency, "rate", new BigDecimal(rate));
    }
}
