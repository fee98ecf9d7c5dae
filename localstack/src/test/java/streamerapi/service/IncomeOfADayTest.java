package streamerapi.service;

import org.junit.jupiter.api.Test;
import streamerapi.shared.json.Json;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

/// Holds what the start page says of the last 24 hours.
class IncomeOfADayTest {

    private final Service service = Service.shared();
    private final Account account = service.newAccount();
    private final TestConnector card = account.connector("card_processor");

    @Test
    void aTipThatWasGivenBackWholeIsCountedNoMore() {
        paid("p1", 10);
        paid("p2", 5);
        paid("p3", 1);
        assertThat(home()).contains("id=\"tips\">3<", "id=\"sum\">16.00 EUR<");

        refunded("p1", 4);
        assertThat(home()).as("a part is left of it").contains("id=\"tips\">3<", "id=\"sum\">12.00 EUR<");
        refunded("p1", 6);
        assertThat(home()).contains("id=\"tips\">2<", "id=\"sum\">6.00 EUR<");
        card.send("payment.disputed", Map.of("payment_id", "p2"));
        assertThat(home()).contains("id=\"tips\">1<", "id=\"sum\">1.00 EUR<");
    }

    @Test
    void aTipIsCountedForADayOfHours() {
        Instant hour = service.clock().instant().truncatedTo(ChronoUnit.HOURS).plus(1, ChronoUnit.HOURS);
        service.clock().advance(Duration.between(service.clock().instant(), hour));
        paid("p1", 10);
        service.clock().advance(Duration.ofHours(23));
        paid("p2", 5);
        assertThat(home()).contains("id=\"tips\">2<", "id=\"sum\">15.00 EUR<");
        service.clock().advance(Duration.ofHours(1));
        assertThat(home()).contains("id=\"tips\">1<", "id=\"sum\">5.00 EUR<");
    }

    @Test
    void tipsInOtherCurrenciesAreCountedAndHaveSumsOfTheirOwn() {
        paid("p1", 10);
        assertThat(home()).doesNotContain("In another currency");

        paid("p2", "USD", "1000322.5");
        paid("p3", "USD", "0.50");
        paid("p4", "JPY", "1500");
        assertThat(home())
                .contains(
                        "id=\"tips\">4<",
                        "id=\"sum\">10.00 EUR</bdi></dd>",
                        ">1,000,323.00 USD</bdi></dd>",
                        ">1,500 JPY</bdi></dd>");

        refunded("p4", 1500);
        assertThat(home()).contains("id=\"tips\">3<").doesNotContain("JPY</bdi></dd>");
    }

    @Test
    void theFormerCurrencyOfAnAccountIsSummedOn() {
        paid("p1", 10);
        account.dashboard()
                .send("PATCH", "/dashboard/api/settings", Json.write(Map.of("currency", "USD")))
                .expect(200);
        assertThat(home()).contains("id=\"tips\">1<", "id=\"sum\">0.00 USD<", ">10.00 EUR</bdi></dd>");
    }

    @Test
    void aHeldTipInAnotherCurrencyIsCountedOnceItIsLetIn() {
        card.send(
                "payment.held",
                Map.of("payment_id", "p1", "name", "Ada", "amount", new BigDecimal(7), "currency", "USD"));
        assertThat(home()).contains("id=\"tips\">0<").doesNotContain("USD</bdi></dd>");
        ApiClient owner = account.dashboard();
        Object tip = owner.get("/dashboard/api/held-tips").at("tips.0.order_id");
        owner.post("/dashboard/api/held-tips/" + tip + "/approve").expect(200);
        assertThat(home()).contains("id=\"tips\">1<", ">7.00 USD</bdi></dd>");
    }

    private void paid(String id, String currency, String amount) {
        card.send("payment.captured", Map.of("payment_id", id, "amount", new BigDecimal(amount), "currency", currency));
    }

    private void paid(String id, int amount) {
        card.send("payment.captured", Map.of("payment_id", id, "amount", new BigDecimal(amount)));
    }

    private void refunded(String id, int amount) {
        card.send("payment.refunded", Map.of("payment_id", id, "amount", new BigDecimal(amount)));
    }

    private String home() {
        return DashboardVisitor.owner(account)
                .open("/dashboard/home")
                .expect(200)
                .text();
    }
}
