package streamerapi.shared.http;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.auth.Caller;
import streamerapi.shared.auth.Principal;
import streamerapi.shared.auth.Session;
import streamerapi.shared.json.Json;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.schema.Body;
import streamerapi.shared.schema.Form;
import streamerapi.shared.tasks.Beside;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// A request, as API Gateway's HTTP API hands it over (payload format 2.0).
///
/// The tenant is what the credential claims until the pipeline has found it good; what was read with it is dropped
/// if it is not.
public final class Request {

    private static final int LARGEST_BODY = 64 * 1024;
    private static final String FORM = "application/x-www-form-urlencoded";
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
    private Map<String, String> parameters = Map.of();
    private @Nullable Route route;
    private String tenantId = "";
    private @Nullable Beside<Principal> admission;
    private @Nullable Body fields;
    private boolean granted;

    private Request(Map<String, @Nullable Object> event) {
        Map<String, @Nullable Object> context = Json.asObject(event.get("requestContext"));
        Map<String, @Nullable Object> http = Json.asObject(context.get("http"));
        this.method = (String) Objects.requireNonNull(http.get("method"));
        this.address = (String) Objects.requireNonNull(http.get("sourceIp"));
        this.id = (String) Objects.requireNonNull(context.get("requestId"));
        this.domain = Objects.requireNonNullElse((String) context.get("domainName"), "");
        String raw = (String) Objects.requireNonNull(event.get("rawPath"));
        this.path = RequestPath.of(raw);
        this.query = Objects.requireNonNullElse((String) event.get("rawQueryString"), "");
        this.headers = event.get("headers") == null ? Map.of() : Json.asObject(event.get("headers"));
        this.cookies = cookies(event);
        this.body = body(event);
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
        this.admission = sent.admission;
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

    /// A parameter of the path, percent-decoded by API Gateway. One that a page's own path does not have, because a
    /// person types it, is a field of its form.
    public String parameter(String name) {
        String value = parameters.get(name);
        return value == null && isOfPage() ? body().text(name, 1, 64) : Objects.requireNonNull(value, name);
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
            read = readBody();
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
        if (body.length > LARGEST_BODY && !isRead()) {
            throw Problem.of(ErrorCode.PAYLOAD_TOO_LARGE);
        }
    }

    /// The credential that asks, on a route for credentials. It waits until the credential has been looked up, so ask
    /// for nothing else after it.
    ///
    /// @throws Problem if the credential is no good
    public Caller caller() {
        return (Caller) principal();
    }

    /// The session of the sender, on a route for people who are signed in; otherwise as [#caller].
    public Session session() {
        return (Session) principal();
    }

    /// Waits until the sender has been found: before anything that a stranger must not cause, a call to another party
    /// else for one. Read everything that can be read beside it before.
    ///
    /// @throws Problem if the sender is not known
    public void admitted() {
        principal();
    }

    /// Waits until the sender is known, and holds the request to the access of another endpoint, whose answer is to be
    /// shown with its own.
    ///
    /// @throws Problem if the sender is unknown, or may not call that endpoint
    public void require(Access other) {
        other.check(this, principal());
    }

    /// Whether it was found to have the access that its route needs: a refusal is one of the decision itself then.
    public boolean isGranted() {
        return granted;
    }

    /// Holds the request to its route's access.
    ///
    /// @throws Problem as of [Access#check]
    void grant(Principal principal) {
        access().check(this, principal);
        granted = true;
    }

    /// Whether its route asks who the sender is.
    public boolean hasPrincipal() {
        return admission != null;
    }

    /// The sender, as [#caller] or [#session] has it.
    public Principal principal() {
        return Objects.requireNonNull(admission, "a public route has no caller").join();
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

    /// Who may make it; all until its route is known.
    Access access() {
        return route == null ? Access.PUBLIC : route.access();
    }

    /// What the sender says that the session's CSRF token is: a header, and on a page a field of the form. Null if
    /// it does not say.
    @Nullable
    String csrfToken() {
        String token = header(CSRF_HEADER);
        return token == null && isOfPage() ? body().sent(CSRF_FIELD) : token;
    }

    boolean isOfPage() {
        return route != null && route.manner().page();
    }

    void routed(TargetResource.Match match) {
        this.parameters = match.parameters();
        this.route = match.route();
    }

    void of(String tenantId, Beside<Principal> admission) {
        this.tenantId = tenantId;
        this.admission = admission;
    }

    private Body readBody() {
        if (body.length == 0) {
            return Body.empty();
        }
        String type = Objects.requireNonNullElse(header("content-type"), "");
        String essence = type.split(";", 2)[0].strip();
        if (!essence.equalsIgnoreCase(isOfPage() ? FORM : "application/json")) {
            throw Problem.of(ErrorCode.UNSUPPORTED_MEDIA_TYPE);
        }
        if (isOfPage()) {
            return Body.ofForm(new String(body, StandardCharsets.UTF_8));
        }
        try {
            return new Body(Json.readObject(body));
        } catch (Json.Malformed e) {
            throw Problem.of(ErrorCode.BAD_REQUEST, "The body is not a JSON object: " + e.getMessage());
        }
    }

    private static List<String> cookies(Map<String, @Nullable Object> event) {
        return event.get("cookies") instanceof List<?> list
                ? list.stream().map(String.class::cast).toList()
                : List.of();
    }

    private static byte[] body(Map<String, @Nullable Object> event) {
        String text = (String) event.get("body");
        if (text == null) {
            return new byte[0];
        }
        return Boolean.TRUE.equals(event.get("isBase64Encoded"))
                ? Base64.getDecoder().decode(text)
                : text.getBytes(StandardCharsets.UTF_8);
    }
}
