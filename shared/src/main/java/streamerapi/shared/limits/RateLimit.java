package streamerapi.shared.limits;

import java.time.Duration;

/// Every limit on how often something may be done (spec "Limits").
///
/// `step` is how many requests a process counts by itself before it tells the table, while the limit is far: with three
/// processes at most 2 × (step − 1) requests go uncounted, 5 % of the limit. Past half of the limit every request
/// is told at once.
public enum RateLimit {
    /// Requests of one IP address (IPv6: of one /64 network).
    REQUESTS_PER_ADDRESS(240, Duration.ofMinutes(1), 7),
    /// Requests of one API key.
    REQUESTS_PER_KEY(120, Duration.ofMinutes(1), 4),
    /// Requests of one app for one account, with any of its access tokens.
    REQUESTS_PER_AUTHORIZATION(120, Duration.ofMinutes(1), 4),
    /// Requests of one session.
    REQUESTS_PER_SESSION(120, Duration.ofMinutes(1), 4),
    /// Sockets that sign in, or try to, from one IP address (IPv6: from one /64 network).
    SIGN_INS_PER_ADDRESS(60, Duration.ofMinutes(1), 1),
    /// Forms of one kind that one network, an IPv4 /24 or an IPv6 /64, or one viewer sends to an account's tip page.
    TIP_FORMS(10, Duration.ofMinutes(1), 1),
    /// Frames that one socket sends once it has signed in.
    FRAMES_PER_SOCKET(120, Duration.ofMinutes(1), 4);

    private final int limit;
    private final Duration window;
    private final int step;

    RateLimit(int limit, Duration window, int step) {
        this.limit = limit;
        this.window = window;
        this.step = step;
    }

    /// How many are allowed in a window, before a deployer's factor.
    public int limit() {
        return limit;
    }

    /// How long a window lasts. It begins with the first request after the one before it ended.
    public Duration window() {
        return window;
    }

    int step() {
        return step;
    }
}
