package streamerapi.webhooks;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.List;

/// When a failed delivery is tried again: a delay after each attempt but the last, with up to 10 % of random jitter
/// added.
///
/// @param delays before attempts 2, 3 and so on
record RetrySchedule(List<Duration> delays) {

    private static final Duration LONGEST_WISH = Duration.ofHours(24);

    /// The schedule that a deployer wrote: seconds before attempts 2 to 8, comma-separated.
    static RetrySchedule of(String seconds) {
        return new RetrySchedule(Arrays.stream(seconds.split(",", -1))
                .map(text -> Duration.ofSeconds(Long.parseLong(text.strip())))
                .toList());
    }

    /// How long to wait after an attempt, or null after the last one.
    ///
    /// @param attempt 1 for the first
    /// @param random from 0 to 1: how much of the jitter is added
    @Nullable
    Duration after(int attempt, double random) {
        if (attempt > delays.size()) {
            return null;
        }
        Duration delay = delays.get(attempt - 1);
        return delay.plusMillis((long) (delay.toMillis() * 0.1 * random));
    }

    /// The same, if the receiver asked for more time: later, by 24 hours at most, never earlier.
    ///
    /// @param retryAfter a `Retry-After` header (RFC 9110, 10.2.3): seconds or a date; one that is neither is no wish
    @Nullable
    Duration after(int attempt, double random, @Nullable String retryAfter, Instant now) {
        Duration delay = after(attempt, random);
        Duration wish = retryAfter == null ? Duration.ZERO : wish(retryAfter.strip(), now);
        Duration granted = wish.compareTo(LONGEST_WISH) < 0 ? wish : LONGEST_WISH;
        return delay == null || granted.compareTo(delay) < 0 ? delay : granted;
    }

    private static Duration wish(String retryAfter, Instant now) {
        if (retryAfter.matches("[0-9]+")) {
            return retryAfter.length() > 9 ? LONGEST_WISH : Duration.ofSeconds(Long.parseLong(retryAfter));
        }
        try {
            Instant date = Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(retryAfter));
            return Duration.between(now, date);
        } catch (DateTimeParseException e) {
            return Duration.ZERO;
        }
    }
}
