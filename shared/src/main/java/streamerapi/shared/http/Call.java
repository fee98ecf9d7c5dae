package streamerapi.shared.http;

import org.jspecify.annotations.Nullable;

/// A request as the speculative part of an endpoint's handler sees it: the account, the path's parameters, the query,
/// and the body, which has been read and found good. Its credential has not been checked yet, so there is nothing here
/// to call another service with.
///
/// @param <I> the body; [Void] if the endpoint takes none
public sealed class Call<I extends @Nullable Object> permits AuthorizedCall {

    final Request request;
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

    /// The request's id, for log lines.
    public String requestId() {
        return request.id();
    }
}
