package streamerapi.shared.limits;

import java.time.Duration;
import java.util.Map;

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

    /// Adds the `RateLimit-*` headers to those of an answer, and `Retry-After` to a 429. An answer that has them keeps
    /// its own.
    public void addTo(Map<String, String> headers, int status) {
        String seconds = Long.toString(resetSeconds());
        headers.putIfAbsent("RateLimit-Limit", Integer.toString(limit));
        headers.putIfAbsent("RateLimit-Remaining", Integer.toString(remaining));
        headers.putIfAbsent("RateLimit-Reset", seconds);
        headers.putIfAbsent("RateLimit-Policy", limit + ";w=" + window.toSeconds());
        if (status == 429) {
            headers.putIfAbsent("Retry-After", seconds);
        }
    }

    /// Whole seconds until the window ends, at least 1.
    public long resetSeconds() {
        return Math.max(1, reset.plusMillis(999).toSeconds());
    }
}
