package streamerapi.shared.limits;

import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/// How often an account may do a thing in a window of time, exactly, of however many calls at once: the count is
/// written in the transaction of the thing itself.
public enum ExactLimit {
    /// Triggered events (contract "POST /events/trigger").
    TRIGGERED_EVENTS(60, Duration.ofMinutes(1));

    private static final Attribute.Whole COUNT = Attribute.whole("count");

    private final int limit;
    private final Duration window;

    ExactLimit(int limit, Duration window) {
        this.limit = limit;
        this.window = window;
    }

    /// Counts one; refused with `rate_limited` and `Retry-After` if the window is full.
    ///
    /// @param factor what the deployer multiplies limits by
    public Write count(String tenantId, Instant now, BigDecimal factor) {
        long length = window.toSeconds();
        long begun = now.getEpochSecond() / length * length;
        long most = factor.multiply(BigDecimal.valueOf(limit)).longValue();
        String name = name().toLowerCase(Locale.ROOT);
        return Write.update(new Key(Keys.account(tenantId), "WINDOW#" + name + "#" + begun))
                .add(COUNT, 1)
                .set(Table.EXPIRES_AT, begun + 2 * length)
                .when(Condition.any(Condition.absent(COUNT), Condition.below(COUNT, most)))
                .orElse(current -> Problem.of(ErrorCode.RATE_LIMITED)
                        .reaching((int) most, window, Duration.ofSeconds(begun + length - now.getEpochSecond())));
    }
}
