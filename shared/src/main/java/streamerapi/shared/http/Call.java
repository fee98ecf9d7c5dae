package streamerapi.shared.http;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.auth.Caller;
import streamerapi.shared.auth.Principal;

/// A request as an endpoint's handler sees it: the account, the path's parameters, the query, and the body, which has
/// been read and found good.
///
/// @param <I> the body; [Void] if the endpoint takes none
public final class Call<I extends @Nullable Object> {

    private final Request request;
    private final I body;

    Call(Request request, I body) {
        this.request = request;
        this.body = body;
    }

    /// The account whose resources are asked for.
    public String tenantId() {
        return request.tenantId();
    }

    /// A parameter of the path, percent-decoded.
    public String path(String name) {
        return request.parameter(name);
    }

    /// A parameter of the query.
    ///
    /// @throws streamerapi.shared.problems.Problem `bad_request` with the parameter as `field`
    public <V extends @Nullable Object> V query(QueryParameter<V> parameter) {
        return parameter.reader().apply(request);
    }

    /// How many items a page may have.
    ///
    /// @throws streamerapi.shared.problems.Problem `bad_request` with `limit` as `field`
    public int limit() {
        return query(QueryParameter.LIMIT);
    }

    /// The cursor of the page, or null for the first.
    public @Nullable String before() {
        return query(QueryParameter.BEFORE);
    }

    /// The body.
    public I body() {
        return body;
    }

    /// Whether a person asks, in the dashboard, and not a credential.
    public boolean isOfDashboard() {
        return request.access() instanceof Access.SignedIn;
    }

    /// Who asks. A handler that runs beside authentication waits here until it is done, so it asks for this last.
    ///
    /// @throws streamerapi.shared.problems.Problem if the credential is no good
    public Principal principal() {
        return request.principal();
    }

    /// The app that asks, as [Caller#app]; null if a person or an API key does. It waits as [#principal] does.
    ///
    /// @throws streamerapi.shared.problems.Problem if the credential is no good
    public @Nullable String app() {
        return !isOfDashboard() && principal() instanceof Caller caller ? caller.app() : null;
    }

    /// Waits until the caller has been found good: a handler that runs beside authentication does so before it calls
    /// another service.
    ///
    /// @throws streamerapi.shared.problems.Problem if the credential is no good
    public void admitted() {
        request.admitted();
    }

    /// The request's id, for log lines.
    public String requestId() {
        return request.id();
    }

    /// The request itself, for what concerns HTTP alone.
    public Request request() {
        return request;
    }
}
