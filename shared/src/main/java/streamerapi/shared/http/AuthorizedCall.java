package streamerapi.shared.http;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.auth.Caller;
import streamerapi.shared.auth.Principal;
import streamerapi.shared.calls.ExternalCalls;
import streamerapi.shared.limits.RateLimitStatus;

/// A request that was authorized and counted, as an endpoint's handler sees it.
///
/// @param <I> the body; [Void] if the endpoint takes none
public final class AuthorizedCall<I extends @Nullable Object> extends Call<I> {

    AuthorizedCall(Request request, I body) {
        super(request, body);
    }

    /// The caller or session that makes the request.
    ///
    /// @throws IllegalStateException on an endpoint without authentication
    public Principal principal() {
        return request.principal();
    }

    /// The app that makes the request, as [Caller#app]; null for a person or an API key.
    public @Nullable String app() {
        return !isOfDashboard() && principal() instanceof Caller caller ? caller.app() : null;
    }

    /// The request's calls to other services.
    public ExternalCalls externalCalls() {
        return request.externalCalls();
    }

    /// Checks the request's precondition: a handler that changes something itself does so before it, and after it has
    /// read the resource.
    ///
    /// @throws streamerapi.shared.problems.Problem `precondition_failed`
    public void holdToPrecondition() {
        Precondition.pass();
    }

    /// Says how the account stands with a limit of the endpoint's own: the answer's headers tell the tightest.
    public void counted(RateLimitStatus limit) {
        request.ownLimit = limit;
    }

    /// The request itself, for cookies, the caller's address and the domain.
    public Request request() {
        return request;
    }
}
