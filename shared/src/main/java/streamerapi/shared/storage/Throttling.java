package streamerapi.shared.storage;

import streamerapi.shared.aws.Backoff;
import streamerapi.shared.problems.Problem;

/// The retries of a call that the table refused for its load: each makes that worse, so there are few, far apart.
///
/// [streamerapi.shared.aws.AwsOperations] makes them for calls that are refused as a whole, and [Table] for
/// transactions that are cancelled over it, with the same pauses.
final class Throttling {

    private Throttling() {}

    /// Makes a change until the table takes it, 3 times at most.
    ///
    /// @throws Problem `unavailable` if it never did
    static void retrying(Runnable change) {
        for (int attempt = 1; ; attempt++) {
            try {
                change.run();
                return;
            } catch (Refused refused) {
                if (attempt == Backoff.TRIES) {
                    throw Problem.ofLoad();
                }
                Backoff.pause(Backoff.afterThrottling(attempt));
            }
        }
    }

    /// Thrown if the table took no more. Nothing was changed.
    static final class Refused extends RuntimeException {
        Refused() {
            super("the table is throttled", null, false, false);
        }
    }
}
