package streamerapi.tippage;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import streamerapi.service.Account;
import streamerapi.service.Service;
import streamerapi.shared.connectors.Platform;
import streamerapi.shared.limits.RateLimitStatus;
import streamerapi.shared.limits.RateLimiter;
import streamerapi.viewers.SignedInViewer;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Objects;

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
            assertThat(limit.reachedByTip(tenantId, address)).isNull();
        }
    }

    private static void assertReached(@Nullable RateLimitStatus reached) {
        assertThat(Objects.requireNonNull(reached).resetSeconds()).isBetween(1L, 60L);
        assertThat(reached.remaining()).isZero();
        assertThat(reached.limit()).isEqualTo(10);
    }

    @Test
    void aNetworkSendsTenFormsToAPage() {
        tips(10, page, ADDRESS);
        assertReached(limit.reachedByTip(page, ADDRESS));
    }

    /// `RateLimitFactor` may have 16 digits, and a limit of more than an int holds would be one of one request.
    @Test
    void aFactorThatIsVeryLargeLiftsTheLimit() {
        FormLimit lifted =
                new FormLimit(new RateLimiter(account.table(), service.clock(), new BigDecimal("300000000")));
        for (int i = 0; i < 20; i++) {
            assertThat(lifted.reachedByTip(page, ADDRESS)).isNull();
        }
    }

    @Test
    void anotherProcessKnowsOfThemAfterItsFirst() {
        tips(10, page, ADDRESS);
        FormLimit other = limit();
        other.reachedByTip(page, ADDRESS);
        assertReached(other.reachedByTip(page, ADDRESS));
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
        assertReached(limit.reachedByTip(page, ADDRESS));
        tips(1, page, "203.0.114.8");
    }

    @Test
    void anIpv6NetworkIsOneSender() {
        tips(5, page, "2001:db8::1");
        tips(5, page, "2001:db8::2");
        assertReached(limit.reachedByTip(page, "2001:db8::3"));
        tips(1, page, "2001:db8:0:1::3");
    }

    @Test
    void tipsCreditsAndSignInsAreCountedApart() {
        tips(10, page, ADDRESS);
        assertThat(limit.reachedBySpending(page, ADDRESS, null)).isNull();
        assertThat(limit.reachedBySignIn(page, ADDRESS)).isNull();
    }

    @Test
    void aSignedInViewersCreditsAreTheirOwn() {
        for (int i = 0; i < 10; i++) {
            assertThat(limit.reachedBySpending(page, ADDRESS, null)).isNull();
        }
        assertReached(limit.reachedBySpending(page, ADDRESS, null));
        for (int i = 0; i < 10; i++) {
            assertThat(limit.reachedBySpending(page, ADDRESS, viewer("48213377")))
                    .isNull();
        }
        assertReached(limit.reachedBySpending(page, "198.51.100.1", viewer("48213377")));
        assertThat(limit.reachedBySpending(page, ADDRESS, viewer("48213378"))).isNull();
    }

    private static SignedInViewer viewer(String userId) {
        return new SignedInViewer(Platform.ALPHA, userId, "Nova", 0, 1, Instant.EPOCH);
    }
}
