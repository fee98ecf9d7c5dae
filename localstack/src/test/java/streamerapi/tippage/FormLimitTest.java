package streamerapi.tippage;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import streamerapi.service.Account;
import streamerapi.service.Service;
import streamerapi.shared.connectors.Platform;
import streamerapi.shared.limits.RateLimiter;
import streamerapi.viewers.SignedInViewer;

import java.math.BigDecimal;
import java.time.Instant;

import static org.assertj.core.api.Assertions.assertThat;

/// Whose forms to a tip page count together, and how many may come in a minute.
@NullMarked
class FormLimitTest {

    private static final String ADDRESS = "203.0.113.7";
    private static final String NEIGHBOUR = "203.0.113.8";

    private final Service service = Service.shared();
    private final Account account = service.newAccount();
    private final String page = account.tenantId();
    private final FormLimit limit = limit();

    /// The limit of another process, which knows what the table has.
    private FormLimit limit() {
        return new FormLimit(new RateLimiter(account.table(), service.clock(), BigDecimal.ONE));
    }

    private void tips(int count, String tenantId, String address) {
        for (int i = 0; i < count; i++) {
            assertThat(limit.secondsToTip(tenantId, address)).isZero();
        }
    }

    @Test
    void aNetworkSendsTenFormsToAPage() {
        tips(10, page, ADDRESS);
        assertThat(limit.secondsToTip(page, ADDRESS)).isBetween(1L, 60L);
    }

    @Test
    void anotherProcessKnowsOfThemAfterItsFirst() {
        tips(10, page, ADDRESS);
        FormLimit other = limit();
        other.secondsToTip(page, ADDRESS);
        assertThat(other.secondsToTip(page, ADDRESS)).isBetween(1L, 60L);
    }

    @Test
    void theFormsToOnePageTakeNothingFromAnother() {
        tips(10, page, ADDRESS);
        tips(10, service.newAccount().tenantId(), ADDRESS);
    }

    @Test
    void anIpv4NetworkIsOneSender() {
        tips(5, page, ADDRESS);
        tips(5, page, NEIGHBOUR);
        assertThat(limit.secondsToTip(page, ADDRESS)).isBetween(1L, 60L);
        tips(1, page, "203.0.114.8");
    }

    @Test
    void anIpv6NetworkIsOneSender() {
        tips(5, page, "2001:db8::1");
        tips(5, page, "2001:db8::2");
        assertThat(limit.secondsToTip(page, "2001:db8::3")).isPositive();
        tips(1, page, "2001:db8:0:1::3");
    }

    @Test
    void tipsCreditsAndSignInsAreCountedApart() {
        tips(10, page, ADDRESS);
        assertThat(limit.secondsToSpend(page, ADDRESS, null)).isZero();
        assertThat(limit.secondsToSignIn(page, ADDRESS)).isZero();
    }

    @Test
    void aSignedInViewersCreditsAreTheirOwn() {
        for (int i = 0; i < 10; i++) {
            assertThat(limit.secondsToSpend(page, ADDRESS, null)).isZero();
        }
        assertThat(limit.secondsToSpend(page, ADDRESS, null)).isPositive();
        for (int i = 0; i < 10; i++) {
            assertThat(limit.secondsToSpend(page, ADDRESS, viewer("48213377"))).isZero();
        }
        assertThat(limit.secondsToSpend(page, "198.51.100.1", viewer("48213377")))
                .isPositive();
        assertThat(limit.secondsToSpend(page, ADDRESS, viewer("48213378"))).isZero();
    }

    private static SignedInViewer viewer(String userId) {
        return new SignedInViewer(Platform.ALPHA, userId, "Nova", 0, 1, Instant.EPOCH);
    }
}
