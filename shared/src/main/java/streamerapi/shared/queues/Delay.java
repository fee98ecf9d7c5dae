package streamerapi.shared.queues;

import java.time.Duration;
import java.time.Instant;

/// How long SQS holds a message back: 15 minutes at most, so that a message which is due later comes early and has to
/// be sent on.
///
/// @param seconds 0 to 900
public record Delay(int seconds) {

    /// The longest delay that SQS takes (`DelaySeconds`).
    public static final Duration MAX_DELAY = Duration.ofMinutes(15);

    public static final Delay NONE = new Delay(0);

    public Delay {
        if (seconds < 0 || seconds > MAX_DELAY.toSeconds()) {
            throw new IllegalArgumentException("SQS delays a message by 0 to 900 seconds, not by " + seconds);
        }
    }

    /// The delay until a time, or the longest one if that time is later; rounded up to a whole second.
    public static Delay until(Instant due, Instant now) {
        Duration left = Duration.between(now, due);
        Duration delay = left.compareTo(MAX_DELAY) < 0 ? left : MAX_DELAY;
        return delay.isNegative() ? NONE : new Delay((int) delay.plusMillis(999).toSeconds());
    }
}
