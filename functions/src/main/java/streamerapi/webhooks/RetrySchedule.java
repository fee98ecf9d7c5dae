package streamerapi.webhooks;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/// When a failed delivery is tried again: a delay after each attempt but the last, with up to 10 % of random jitter
/// added.
///
/// @param delays before attempts 2, 3 and so on
record RetrySchedule(List<Duration> delays) {

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
}
