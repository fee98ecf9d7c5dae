package streamerapi.shared.http;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.auth.Caller;
import streamerapi.shared.auth.Principal;
import streamerapi.shared.auth.Session;
import streamerapi.shared.calls.ExternalCalls;
import streamerapi.shared.json.Json;
import streamerapi.shared.limits.RateLimitStatus;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.schema.Body;
import streamerapi.shared.schema.Form;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// A request, as API Gateway's HTTP API hands it over (payload format 2.0).
///
/// The tenant is what the credential claims until the pipeline has found it good; what was read with it is dropped
/// if it is not. The principal, and calls to other services, are there only once the request was authorized.
public final class Request {

    private static final int MAX_BODY = 64 * 1024;
    private static final String CSRF_HEADER = "x-csrf-token";
    private static final String CSRF_FIELD = "csrf_token";

    private final String method;
    private final String path;
    private final String query;
    private final Map<String, @Nullable Object> headers;
    private final List<String> cookies;
    private final byte[] body;
    private final String address;
    private final String id;
    private final String domain;
    private final ExternalCalls externalCalls;
    private final Map<String, String> parameters = new HashMap<>();
    private @Nullable Route route;
    private String tenantId = "";
    private @Nullable Principal sender;
    private @Nullable Body fields;
    private boolean authorized;

    /// How the account stands with a limit of the endpoint's own, once the request was counted; null if it has none.
    @Nullable
    RateLimitStatus ownLimit;

    private Request(Map<String, @Nullable Object> event) {
        Map<String, @Nullable Object> context = Json.asObject(event.get("requestContext"));
        Map<String, @Nullable Object> http = Json.asObject(context.get("http"));
        this.method = Json.text(http, "method");
        this.address = Json.text(http, "sourceIp");
        this.id = Json.text(context, "requestId");
        this.domain = Objects.requireNonNullElse((String) context.get("domainName"), "");
        String raw = Json.text(event, "rawPath");
        this.path = RequestPath.of(raw);
        this.query = Objects.requireNonNullElse((String) event.get("rawQueryString"), "");
        this.headers = event.get("headers") == null ? Map.of() : Json.asObject(event.get("headers"));
        this.cookies = RequestBodyReader.cookies(event);
        this.body = RequestBodyReader.bytes(event);
        this.externalCalls = new ExternalCalls();
    }

    /// A call of a route's endpoint by the sender of another request.
    Request(Request sent, Route route, Map<String, String> parameters, String query, byte[] body) {
        this.method = route.method();
        this.path = sent.path;
        this.query = query;
        this.headers = Map.of("content-type", "application/json");
        this.cookies = List.of();
        this.body = body;
        this.address = sent.address;
        this.id = sent.id;
        this.domain = sent.domain;
        this.tenantId = sent.tenantId;
        this.externalCalls = sent.externalCalls;
        routed(new TargetResource.Match(route, parameters));
    }

    /// The request that an HTTP API event describes.
    static Request of(Map<String, @Nullable Object> event) {
        return new Request(event);
    }

    public String method() {
        return method;
    }

    /// The path below `/v1`, or the whole path of what is beside the API: sign-in, OAuth, the dashboard. Any other has
    /// an empty first segment, which no route has.
    public String path() {
        return path;
    }

    /// The id that API Gateway gave the request; the answer's `Request-Id`.
    public String id() {
        return id;
    }

    /// The caller's IP address.
    public String address() {
        return address;
    }

    /// The domain that the request was sent to: one of the API's own, as API Gateway sees to.
    public String domain() {
        return domain;
    }

    /// The account that is asked about.
    public String tenantId() {
        return tenantId;
    }

    /// A parameter of the path, percent-decoded by API Gateway. A parameter that the page's own path does not have,
    /// because a person types it, is a field of its form.
    public String parameter(String name) {
        String value = parameters.get(name);
        return value == null && isOfPage() ? body().text(name, 1, 64) : Objects.requireNonNull(value, name);
    }

    /// Adds names of another route for parts of the path.
    void name(Map<String, String> parts) {
        parameters.putAll(parts);
    }

    /// A header's value, or null. Names are in lower case.
    public @Nullable String header(String name) {
        return (String) headers.get(name);
    }

    /// A cookie's value, or null. API Gateway has taken the cookies apart. Two cookies of a name count as none: one of
    /// them was set by another host of the same domain (RFC 6265, 8.6).
    public @Nullable String cookie(String name) {
        List<String> values = cookies.stream()
                .filter(cookie -> cookie.startsWith(name + "="))
                .map(cookie -> cookie.substring(name.length() + 1))
                .toList();
        return values.size() == 1 ? values.getFirst() : null;
    }

    /// The query as it was sent, without the question mark.
    public String rawQuery() {
        return query;
    }

    /// A parameter of the query, percent-decoded, or null.
    public @Nullable String query(String name) {
        List<String> values = Form.parse(query).get(name);
        return values == null ? null : values.getFirst();
    }

    /// The body's bytes.
    public byte[] bodyBytes() {
        return body;
    }

    /// The body's fields, those of a form on a route of a page; a body that is empty has none.
    ///
    /// @throws Problem `unsupported_media_type`, or `bad_request` if it is not a JSON object
    public Body body() {
        Body read = fields;
        if (read == null) {
            read = RequestBodyReader.fields(body, header("content-type"), isOfPage());
            fields = read;
        }
        return read;
    }

    /// The body's fields if a handler has asked for them.
    @Nullable
    Body bodyIfRead() {
        return fields;
    }

    /// @throws Problem `payload_too_large` for a body of more than 64 KiB, if a body means anything
    void checkSize() {
        if (isTooLarge()) {
            throw Problem.of(ErrorCode.PAYLOAD_TOO_LARGE);
        }
    }

    /// Whether the body has more than 64 KiB, if a body means anything.
    boolean isTooLarge() {
        return body.length > MAX_BODY && !isRead();
    }

    /// The credential that makes the request, on a route for credentials.
    ///
    /// @throws IllegalStateException as of [#principal]
    public Caller caller() {
        return (Caller) principal();
    }

    /// The session that makes the request, on a route for people who are signed in.
    ///
    /// @throws IllegalStateException as of [#principal]
    public Session session() {
        return (Session) principal();
    }

    /// The caller or session that makes the request.
    ///
    /// @throws IllegalStateException before the request was authorized, and on a route without authentication
    public Principal principal() {
        checkAuthorized();
        if (sender == null) {
            throw new IllegalStateException("A route without authentication has no principal");
        }
        return sender;
    }

    /// The request's calls to other services.
    ///
    /// @throws IllegalStateException before the request was authorized
    public ExternalCalls externalCalls() {
        checkAuthorized();
        return externalCalls;
    }

    /// The sender, whether authorized or not, for the answer to a refusal; null if authentication failed or was not
    /// needed.
    public @Nullable Principal sender() {
        return sender;
    }

    /// Holds the request to the access of another endpoint too, whose answer is to be shown with its own.
    ///
    /// @throws Problem if the sender may not call that endpoint
    public void require(Access other) {
        other.check(this, principal());
    }

    /// Whether the request was authorized: a refusal is one of the decision itself then.
    public boolean isAuthorized() {
        return authorized;
    }

    /// Authorizes the request for a sender that was authenticated.
    ///
    /// @throws Problem as of [Access#check]
    void authorize(Principal principal) {
        this.sender = principal;
        access().check(this, principal);
        this.authorized = true;
    }

    /// Authorizes the request on a route without authentication.
    void authorize() {
        this.authorized = true;
    }

    private void checkAuthorized() {
        if (!authorized) {
            throw new IllegalStateException("The request has not been authorized yet");
        }
    }

    /// Whether its method changes nothing.
    boolean isRead() {
        return method.equals("GET") || method.equals("HEAD");
    }

    /// Its route; null until that is known.
    @Nullable
    Route route() {
        return route;
    }

    /// The callers that may make it; all until its route is known.
    Access access() {
        return route == null ? Access.PUBLIC : route.access();
    }

    /// The session's CSRF token as the sender gives it: a header, and on a page a field of the form. Null if there is
    /// none.
    @Nullable
    String csrfToken() {
        String token = header(CSRF_HEADER);
        return token == null && isOfPage() ? body().sent(CSRF_FIELD) : token;
    }

    boolean isOfPage() {
        return route != null && route.manner().page();
    }

    void routed(TargetResource.Match match) {
        this.parameters.putAll(match.parameters());
        this.route = match.route();
    }

    /// Sets the account that the credential claims to be of.
    void claims(String tenant) {
        this.tenantId = tenant;
    }
}
