package streamerapi.shared.storage;

import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.tasks.Host;

import java.time.Duration;

/// The retries of a call that the table refused for its load: each makes that worse, so there are few, far apart.
///
/// The SDK makes them for calls that are refused as a whole, and [Table] for transactions that are cancelled over it.
public final class Throttling {

    /// How often a call is made in all.
    public static final int ATTEMPTS = 3;

    private static final Duration FIRST_PAUSE = Duration.ofMillis(50);

    private Throttling() {}

    /// How long to wait after a try: 50 to 200 ms after the first, 200 to 800 ms after the second, at random.
    ///
    /// @param attempt the number of the try that was refused, from 1
    public static Duration pause(int attempt) {
        long shortest = FIRST_PAUSE.toNanos() << (2 * (attempt - 1));
        return Duration.ofNanos(shortest + Host.random().nextLong(3 * shortest));
    }

    /// Makes a change until the table takes it, 3 times at most.
    ///
    /// @throws Problem `unavailable` if it never did
    static void retrying(Runnable change) {
        for (int attempt = 1; ; attempt++) {
            try {
                change.run();
                return;
            } catch (Refused refused) {
                if (attempt == ATTEMPTS) {
                    throw Problem.of(ErrorCode.UNAVAILABLE);
                }
                sleep(pause(attempt));
            }
        }
    }

    private static void sleep(Duration pause) {
        try {
            Host.sleep(pause);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Problem.of(ErrorCode.UNAVAILABLE);
        }
    }

    /// Thrown if the table took no more. Nothing was changed.
    static final class Refused extends RuntimeException {
        Refused() {
            super("the table is throttled", null, false, false);
        }
    }
}
