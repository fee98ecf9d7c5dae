package streamerapi.shared.http;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.auth.Caller;
import streamerapi.shared.auth.Credentials;
import streamerapi.shared.auth.Principal;
import streamerapi.shared.auth.Secret;
import streamerapi.shared.auth.SessionCookie;
import streamerapi.shared.auth.Sessions;
import streamerapi.shared.events.RateLimitedWarning;
import streamerapi.shared.events.Warnings;
import streamerapi.shared.limits.Network;
import streamerapi.shared.limits.RateLimit;
import streamerapi.shared.limits.RateLimitStatus;
import streamerapi.shared.limits.RateLimiter;
import streamerapi.shared.limits.Window;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.tasks.Async;

import java.util.Objects;

/// Lets requests in: counts each against its limits and finds its caller, with at most one write to the table.
public final class Authenticator {

    private static final String SCHEME = "bearer ";

    private final Credentials credentials;
    private final Sessions sessions;
    private final RateLimiter limiter;
    private final Warnings warnings;

    public Authenticator(Credentials credentials, Sessions sessions, RateLimiter limiter, Warnings warnings) {
        this.credentials = credentials;
        this.sessions = sessions;
        this.limiter = limiter;
        this.warnings = warnings;
    }

    /// The origin of a request.
    ///
    /// @param network the address's, which is counted as one
    /// @param window of the requests from there
    record Origin(String network, Window window) {}

    /// A request before authentication: its origin, and the credential that it claims.
    record Passage(Origin origin, Claim claim) {

        /// How the caller stands with the tighter of its limits.
        RateLimitStatus standing() {
            RateLimitStatus standing = origin.window.standing();
            Window own = claim.window();
            return own == null ? standing : RateLimitStatus.tighter(own.standing(), standing);
        }
    }

    /// The origin of a request.
    Origin origin(Request request) {
        String network = Network.ofCustomer(request.address());
        return new Origin(network, limiter.window(RateLimit.REQUESTS_PER_ADDRESS, network));
    }

    /// The request before authentication. Its credential is parsed and hashed here, once, when its route is known.
    Passage passage(Origin origin, Request request) {
        boolean signsIn = request.access() instanceof Access.SignedIn;
        return new Passage(origin, signsIn ? cookie(request) : bearer(request));
    }

    private Claim bearer(Request request) {
        String text = bearer(request.header("authorization"));
        Secret secret = text == null ? null : Secret.parseBearer(text).orElse(null);
        Window window = secret == null ? null : credentials.window(secret);
        return new Claim.Bearer(text, secret, window);
    }

    private Claim cookie(Request request) {
        SessionCookie cookie = SessionCookie.parse(request.cookie(SessionCookie.NAME));
        Window window = cookie == null
                ? null
                : limiter.window(RateLimit.REQUESTS_PER_SESSION, cookie.secret().hash());
        return new Claim.Cookie(cookie, window);
    }

    /// Counts the request against its address, in this process.
    ///
    /// @throws Problem `rate_limited`
    void count(Origin origin) {
        if (!origin.window.admit()) {
            throw Problem.of(ErrorCode.RATE_LIMITED);
        }
    }

    /// Tells the table of the address's requests if it is time: for a request without a credential to count.
    ///
    /// @throws Problem `rate_limited`
    void share(Origin origin) {
        if (origin.window.due() >= 1) {
            limiter.tellOfAddress(origin.window, origin.network);
        }
        if (origin.window.exceeded()) {
            throw Problem.of(ErrorCode.RATE_LIMITED);
        }
    }

    /// Counts the request against what it shows, and finds out who asks.
    ///
    /// @throws Problem `missing_api_key`, `invalid_api_key`, `invalid_token`, `missing_session`, `rate_limited`
    Principal admit(Passage passage) {
        Claim claim = passage.claim;
        Window window = claim.window();
        if (window == null) {
            share(passage.origin);
            throw claim.refusal();
        }
        if (!window.admit()) {
            warnOfLimit(claim, window);
            throw Problem.of(ErrorCode.RATE_LIMITED);
        }
        Principal principal = find(passage, window);
        if (principal == null) {
            window.takeBack();
            throw claim.refusal();
        }
        if (window.exceeded() || passage.origin.window.exceeded()) {
            throw Problem.of(ErrorCode.RATE_LIMITED);
        }
        return principal;
    }

    private @Nullable Principal find(Passage passage, Window window) {
        Origin origin = passage.origin;
        double addressDue = origin.window.due();
        if (window.due() >= Math.max(1, addressDue)) {
            return find(passage.claim, window, true);
        }
        if (addressDue < 1) {
            return find(passage.claim, window, false);
        }
        Async<@Nullable Void> told = Async.start(() -> {
            limiter.tellOfAddress(origin.window, origin.network);
            return null;
        });
        Principal principal = find(passage.claim, window, false);
        told.join();
        return principal;
    }

    /// @param counting whether the table is told of the window in the same call
    private @Nullable Principal find(Claim claim, Window window, boolean counting) {
        return switch (claim) {
            case Claim.Bearer bearer -> {
                Secret secret = Objects.requireNonNull(bearer.secret());
                yield counting ? credentials.findAndCount(secret, window) : credentials.find(secret, window);
            }
            case Claim.Cookie shown -> {
                SessionCookie cookie = Objects.requireNonNull(shown.cookie());
                yield counting ? sessions.findAndCount(cookie, window) : sessions.find(cookie, window);
            }
        };
    }

    /// Tells an integration that it asks too often; people see it for themselves.
    private void warnOfLimit(Claim claim, Window window) {
        Secret secret = claim.secret();
        if (!(claim instanceof Claim.Bearer) || secret == null) {
            return;
        }
        String subject = "rate_limited#" + secret.subject();
        if (warnings.raisedLately(secret.tenantId(), subject)) {
            return;
        }
        Caller caller = credentials.find(secret, window);
        if (caller != null) {
            warnings.raiseHourly(
                    caller.tenantId(), subject, RateLimitedWarning.EVENT.event(new RateLimitedWarning(caller.id())));
        }
    }

    private static @Nullable String bearer(@Nullable String header) {
        if (header == null || !header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return null;
        }
        return header.substring(SCHEME.length()).strip();
    }
}
