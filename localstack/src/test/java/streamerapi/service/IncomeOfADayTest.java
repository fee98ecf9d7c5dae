package streamerapi.service;

import org.junit.jupiter.api.Test;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

/// What the start page says of the last 24 hours.
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
