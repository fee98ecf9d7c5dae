package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import streamerapi.localstack.functions.CallFault;
import streamerapi.localstack.functions.CallFaults;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;

/// The present password among wrong ones that are sent at the same moment.
@NullMarked
class PasswordRaceTest {

    private static final String PASSWORD = "/dashboard/api/password";
    private static final String NEW = "seven otters in a row";

    private static final Between BETWEEN = new Between();

    @AutoClose
    private static Service service = Service.shared();

    private final Account account = service.newAccount();
    private final ApiClient owner = account.dashboard();

    /// Does something before the next write of any function.
    private static final class Between implements CallFaults {
        private static final Set<String> WRITES = Set.of("DeleteItem", "UpdateItem", "TransactWriteItems");

        private final AtomicReference<@Nullable Runnable> next = new AtomicReference<>();

        @Override
        public @Nullable CallFault next(String function, String service, String operation) {
            Runnable first =
                    function.equals("DashboardFunction") && WRITES.contains(operation) ? next.getAndSet(null) : null;
            if (first != null) {
                first.run();
            }
            return null;
        }
    }

    @BeforeAll
    static void aServiceWhoseWritesWait() {
        service = Service.start(Service.options()
                .withOverrides(Map.of("RATE_LIMIT_FACTOR", "10000"))
                .withFaults(BETWEEN));
    }

    @Test
    void afterFiveWrongOnesTheRightOneThatWasCheckedBesideThemIsRefused() {
        BETWEEN.next.set(this::guessFiveTimes);
        owner.post(PASSWORD, change(account.password())).refuses(429, "rate_limited");
    }

    private void guessFiveTimes() {
        for (int guess = 0; guess < 5; guess++) {
            owner.post(PASSWORD, change("a guess")).names("current_password");
        }
    }

    private static Map<String, Object> change(String present) {
        return Map.of("current_password", present, "password", NEW);
    }
}
