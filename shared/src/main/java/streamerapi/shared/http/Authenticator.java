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

    /// The address that a request comes from.
    ///
    /// @param network the address's, which is counted as one
    /// @param window of the requests from there
    record Origin(String network, Window window) {}

    /// A request with the credential that it presents, before it has been checked.
    record Attempt(Origin origin, PresentedCredential credential) {

        /// The tighter of the caller's limits.
        RateLimitStatus limit() {
            RateLimitStatus ofAddress = origin.window.status();
            Window own = credential.window();
            return own == null ? ofAddress : RateLimitStatus.tighter(own.status(), ofAddress);
        }
    }

    /// The address that a request comes from.
    Origin origin(Request request) {
        String network = Network.ofCustomer(request.address());
        return new Origin(network, limiter.window(RateLimit.REQUESTS_PER_ADDRESS, network));
    }

    /// The request with its credential, which is parsed and hashed here, once a request, when its route is known.
    Attempt attempt(Origin origin, Request request) {
        boolean signsIn = request.access() instanceof Access.SignedIn;
        return new Attempt(origin, signsIn ? cookie(request) : bearer(request));
    }

    private PresentedCredential bearer(Request request) {
        String text = bearer(request.header("authorization"));
        Secret secret = text == null ? null : Secret.parseBearer(text).orElse(null);
        Window window = secret == null ? null : credentials.window(secret);
        return new PresentedCredential.Bearer(text, secret, window);
    }

    private PresentedCredential cookie(Request request) {
        SessionCookie cookie = SessionCookie.parse(request.cookie(SessionCookie.NAME));
        Window window = cookie == null
                ? null
                : limiter.window(RateLimit.REQUESTS_PER_SESSION, cookie.secret().hash());
        return new PresentedCredential.Cookie(cookie, window);
    }

    /// Counts the request against its address, in this process.
    ///
    /// @throws Problem `rate_limited`
    void countAddress(Origin origin) {
        if (!origin.window.admit()) {
            throw Problem.of(ErrorCode.RATE_LIMITED);
        }
    }

    /// Writes the address's requests to the table if it is time: for a request without a credential to count.
    ///
    /// @throws Problem `rate_limited`
    void flushAddress(Origin origin) {
        if (origin.window.due() >= 1) {
            limiter.flushAddress(origin.window, origin.network);
        }
        if (origin.window.refuseExcess()) {
            throw Problem.of(ErrorCode.RATE_LIMITED);
        }
    }

    /// Counts the request against its credential, and finds the principal that it is of.
    ///
    /// @throws Problem `missing_api_key`, `invalid_api_key`, `invalid_token`, `missing_session`, `rate_limited`
    Principal authenticate(Attempt attempt) {
        PresentedCredential credential = attempt.credential;
        Window window = credential.window();
        if (window == null) {
            flushAddress(attempt.origin);
            throw credential.refusal();
        }
        if (!window.admit()) {
            warnOfLimit(credential, window);
            throw Problem.of(ErrorCode.RATE_LIMITED);
        }
        Principal principal = find(attempt, window);
        if (principal == null) {
            window.withdraw();
            throw credential.refusal();
        }
        if (window.refuseExcess() || attempt.origin.window.refuseExcess()) {
            throw Problem.of(ErrorCode.RATE_LIMITED);
        }
        return principal;
    }

    /// One write at most: of the window that is more urgent. The write for the address runs in parallel with the read.
    private @Nullable Principal find(Attempt attempt, Window window) {
        Origin origin = attempt.origin;
        double addressDue = origin.window.due();
        if (window.due() >= Math.max(1, addressDue)) {
            return find(attempt.credential, window, true);
        }
        if (addressDue < 1) {
            return find(attempt.credential, window, false);
        }
        Async<@Nullable Void> written = Async.start(() -> limiter.flushAddress(origin.window, origin.network));
        Principal principal = find(attempt.credential, window, false);
        written.join();
        return principal;
    }

    private @Nullable Principal find(PresentedCredential credential, Window window, boolean isFlushed) {
        return switch (credential) {
            case PresentedCredential.Bearer bearer ->
                credentials.find(Objects.requireNonNull(bearer.secret()), window, isFlushed);
            case PresentedCredential.Cookie shown ->
                sessions.find(Objects.requireNonNull(shown.cookie()), window, isFlushed);
        };
    }

    /// Tells an integration that it asks too often; people see it for themselves.
    private void warnOfLimit(PresentedCredential credential, Window window) {
        Secret secret = credential.secret();
        if (!(credential instanceof PresentedCredential.Bearer) || secret == null) {
            return;
        }
        String subject = "rate_limited#" + secret.subject();
        if (warnings.raisedLately(secret.tenantId(), subject)) {
            return;
        }
        Caller caller = credentials.find(secret, window, false);
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
