package streamerapi.shared.queues;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.List;

/// The delays between the attempts of a delivery or an effect, each with up to 10 % of random jitter added.
///
/// @param delays before attempts 2, 3 and so on
public record RetrySchedule(List<Duration> delays) {

    private static final Duration MAX_WISH = Duration.ofHours(24);

    /// The schedule that a deployer wrote: seconds before attempts 2 to 8, comma-separated.
    public static RetrySchedule of(String seconds) {
        return new RetrySchedule(Arrays.stream(seconds.split(",", -1))
                .map(text -> Duration.ofSeconds(Long.parseLong(text.strip())))
                .toList());
    }

    /// How long to wait after an attempt, or null after the last one.
    ///
    /// @param attempt 1 for the first
    /// @param random from 0 to 1: how much of the jitter is added
    public @Nullable Duration after(int attempt, double random) {
        if (attempt > delays.size()) {
            return null;
        }
        Duration delay = delays.get(attempt - 1);
        return delay.plusMillis((long) (delay.toMillis() * 0.1 * random));
    }

    /// How long to wait after an attempt if the receiver asked for more time: longer, by 24 hours at most, never
    /// shorter.
    ///
    /// @param retryAfter a `Retry-After` header (RFC 9110, 10.2.3): seconds or a date; any other is ignored
    public @Nullable Duration after(int attempt, double random, @Nullable String retryAfter, Instant now) {
        Duration delay = after(attempt, random);
        Duration wish = wish(retryAfter, now);
        return delay == null || wish == null || wish.compareTo(delay) < 0 ? delay : wish;
    }

    /// How long a party asks to be left alone, 24 hours at most; null if it does not say.
    ///
    /// @param retryAfter as of [#after]
    public static @Nullable Duration wish(@Nullable String retryAfter, Instant now) {
        Duration wish = retryAfter == null ? null : parsed(retryAfter.strip(), now);
        return wish == null || wish.compareTo(MAX_WISH) < 0 ? wish : MAX_WISH;
    }

    private static Duration parsed(String retryAfter, Instant now) {
        if (retryAfter.matches("[0-9]+")) {
            return retryAfter.length() > 9 ? MAX_WISH : Duration.ofSeconds(Long.parseLong(retryAfter));
        }
        try {
            Instant date = Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(retryAfter));
            return Duration.between(now, date);
        } catch (DateTimeParseException e) {
            return Duration.ZERO;
        }
    }
}
