package streamerapi.shared.storage;

import streamerapi.shared.aws.Backoff;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.tasks.Host;

import java.time.Duration;
import java.util.function.Supplier;

/// Another writer was there at the same time: nothing was changed, and what was decided must be decided again.
public final class WriteConflict extends RuntimeException {

    private static final int ATTEMPTS = 40;
    private static final Duration FIRST_PAUSE = Duration.ofMillis(5);
    private static final Duration MAX_PAUSE = Duration.ofMillis(200);

    public WriteConflict(String message) {
        super(message, null, false, false);
    }

    /// Does the work, again after a short, growing, random pause if it met contention, 40 times in all (about 4
    /// seconds).
    ///
    /// @throws Problem `unavailable` if it never got through
    public static <T> T retrying(Supplier<T> work) {
        for (int attempt = 1; ; attempt++) {
            try {
                return work.get();
            } catch (WriteConflict e) {
                if (attempt == ATTEMPTS) {
                    throw Problem.ofLoad();
                }
                pause(attempt);
            }
        }
    }

    /// As [#retrying(Supplier)], for work without a result.
    public static void retrying(Runnable work) {
        retrying(() -> {
            work.run();
            return true;
        });
    }

    /// Secure, because it alone differs between processes that were copied from one snapshot.
    private static void pause(int attempt) {
        long longest = Math.min(MAX_PAUSE.toNanos(), FIRST_PAUSE.toNanos() << Math.min(attempt, 10));
        Backoff.pause(Duration.ofNanos(Host.random().nextLong(longest)));
    }
}
