package streamerapi.accounts;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Write;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// The wrong passwords that were sent with an address in the last 15 minutes: at most five, then none is looked at
/// until the oldest is 15 minutes old.
///
/// Every write holds only where nobody else has counted since, so of any number sent at once five are looked at. A
/// right password forgets them.
record WrongPasswords(String email, List<Long> seen, List<Long> recent, Instant now) {

    private static final int MOST = 5;
    private static final Duration KEPT = Duration.ofMinutes(15);
    private static final String TIMES = "times";

    /// @param row the row of [Keys#wrongPasswords]
    static WrongPasswords of(String email, @Nullable Row row, Instant now) {
        List<Long> seen = row == null ? List.of() : times(row);
        long oldest = now.minus(KEPT).toEpochMilli();
        return new WrongPasswords(
                email, seen, seen.stream().filter(time -> time > oldest).toList(), now);
    }

    /// @throws Problem `rate_limited`, with the time until the oldest is forgotten
    void refuseWhereTooMany() {
        if (recent.size() >= MOST) {
            Instant free = Instant.ofEpochMilli(recent.getFirst()).plus(KEPT);
            throw Problem.of(ErrorCode.RATE_LIMITED, "Too many wrong passwords; try again later")
                    .retryAfter(Duration.between(now, free).plusMillis(999));
        }
    }

    /// Counts one more.
    Write oneMore() {
        List<Long> times = new ArrayList<>(recent);
        times.add(now.toEpochMilli());
        return Write.update(Keys.wrongPasswords(email))
                .set(TIMES, times)
                .set("expires_at", now.plus(KEPT).getEpochSecond() + 1)
                .when(unchanged());
    }

    /// Forgets them all.
    Write forget() {
        return Write.delete(Keys.wrongPasswords(email)).when(unchanged());
    }

    private Condition unchanged() {
        return seen.isEmpty() ? Condition.absent(TIMES) : Condition.equal(TIMES, seen);
    }

    private static List<Long> times(Row row) {
        return row.attributes().get(TIMES) instanceof List<?> list
                ? list.stream()
                        .map(time -> ((BigDecimal) time).longValueExact())
                        .toList()
                : List.of();
    }
}
