package streamerapi.shared.aws;

import streamerapi.shared.tasks.Host;

import java.time.Duration;

/// How often an operation is tried, and the pauses between two tries. They come by chance, so that processes that were
/// refused together do not come back together.
public final class Backoff {

    /// How often in all.
    public static final int TRIES = 3;

    private static final Duration THROTTLED = Duration.ofMillis(50);
    private static final Duration FAILED = Duration.ofMillis(100);

    private Backoff() {}

    /// The pause after a try that was refused for the load, which each further try makes worse: 50 to 200 ms after the
    /// first, 200 to 800 ms after the second.
    ///
    /// @param tried the number of the try, from 1
    public static Duration afterThrottling(int tried) {
        long shortest = THROTTLED.toNanos() << (2 * (tried - 1));
        return Duration.ofNanos(shortest + Host.random().nextLong(3 * shortest));
    }

    /// The pause after a try that failed: up to 100 ms after the first, up to 200 ms after the second.
    ///
    /// @param tried the number of the try, from 1
    public static Duration afterFailure(int tried) {
        return Duration.ofNanos(Host.random().nextLong(FAILED.toNanos() << (tried - 1)));
    }

    /// Waits before another try.
    ///
    /// @throws ServiceUnreachable if the thread is interrupted
    public static void pause(Duration time) {
        try {
            Host.sleep(time);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ServiceUnreachable("interrupted before another try", e);
        }
    }
}
