package streamerapi.shared.events;

import org.junit.jupiter.api.Test;
import streamerapi.service.Account;
import streamerapi.service.Service;
import streamerapi.shared.storage.Ids;

import java.time.Duration;

import static org.assertj.core.api.Assertions.assertThat;

/// Holds that a warning comes once an hour, whichever processes meet its reason.
class HourlyWarningsTest {

    private static final int MOST = 1;

    private final Service service = Service.shared();
    private final Account account = service.newAccount();
    private final Warnings first = process();
    private final Warnings second = process();

    private Warnings process() {
        return new Warnings(
                account.table(),
                new Outbox(account.table(), new Ids(service.clock()), service.clock()),
                service.clock());
    }

    @Test
    void aProcessThatIsToldOfAnothersWarningIsQuietForTheRestOfThatHourAlone() {
        raise(first);
        service.clock().advance(Duration.ofMinutes(50));
        raise(second);
        assertThat(account.eventTypes()).containsExactly("warning");

        service.clock().advance(Duration.ofMinutes(11));
        raise(second);
        assertThat(account.eventTypes()).containsExactly("warning", "warning");
        raise(first);
        assertThat(account.eventTypes()).containsExactly("warning", "warning");
    }

    @Test
    void ofAGroupThatIsFullItIsQuietForTheRestOfItsHourAlone() {
        first.raiseHourly(account.tenantId(), "a", "group", MOST, RateLimitedWarning.EVENT.event(warning()));
        service.clock().advance(Duration.ofMinutes(50));
        second.raiseHourly(account.tenantId(), "b", "group", MOST, RateLimitedWarning.EVENT.event(warning()));
        assertThat(account.eventTypes()).containsExactly("warning");

        service.clock().advance(Duration.ofMinutes(11));
        second.raiseHourly(account.tenantId(), "b", "group", MOST, RateLimitedWarning.EVENT.event(warning()));
        assertThat(account.eventTypes()).containsExactly("warning", "warning");
    }

    private void raise(Warnings process) {
        process.raiseHourly(account.tenantId(), "a", RateLimitedWarning.EVENT.event(warning()));
    }

    private static RateLimitedWarning warning() {
        return new RateLimitedWarning("ak_1");
    }
}
