package streamerapi.shared.limits;

import java.time.Duration;

/// How a caller stands with a limit: what the `RateLimit-*` headers say.
///
/// @param limit requests allowed in a window
/// @param remaining requests left in this one
/// @param reset until it ends
/// @param window how long a window lasts
public record RateLimitStatus(int limit, int remaining, Duration reset, Duration window) {

    /// The one of which less is left, in proportion.
    public static RateLimitStatus tighter(RateLimitStatus a, RateLimitStatus b) {
        return (long) a.remaining * b.limit <= (long) b.remaining * a.limit ? a : b;
    }

    /// Whole seconds until the window ends, at least 1.
    public long resetSeconds() {
        return Math.max(1, reset.plusMillis(999).toSeconds());
    }
}
