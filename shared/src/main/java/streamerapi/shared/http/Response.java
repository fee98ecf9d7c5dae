package streamerapi.shared.http;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.json.Json;
import streamerapi.shared.limits.RateLimitStatus;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;

import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// An answer: its status, its JSON body as text, and the headers that are its own. The pipeline adds those that every
/// answer has.
///
/// @param code the error code, if it is a refusal
public record Response(
        int status,
        Map<String, String> headers,
        String body,
        @Nullable String code) {

    static final String RETRY_AFTER = "Retry-After";

    /// A body with a coding is not text: it stands in Base64.
    static final String CONTENT_ENCODING = "Content-Encoding";

    /// Several cookies stand below each other: a header's value has no line feeds.
    private static final String SET_COOKIE = "Set-Cookie";

    static final String CACHE_CONTROL = "Cache-Control";
    private static final String NO_STORE = "no-store";

    /// 200 with a JSON body.
    public static Response ok(Map<String, ? extends @Nullable Object> body) {
        return json(200, body);
    }

    /// An answer with a JSON body.
    public static Response json(int status, Map<String, ? extends @Nullable Object> body) {
        return new Response(status, Map.of(), Json.writeText(body), null);
    }

    /// An answer with a body that is not JSON.
    ///
    /// @param type its media type
    public static Response text(int status, String type, String body) {
        return new Response(status, Map.of("Content-Type", type), body, null);
    }

    /// An answer with bytes for a body, of a type that [#toEvent] takes for no text.
    ///
    /// @param type `font/…`
    public static Response bytes(String type, byte[] body) {
        return text(200, type, Base64.getEncoder().encodeToString(body));
    }

    /// A redirect to what is to be got with GET (RFC 9110, 15.4.4).
    public static Response seeOther(String location) {
        return new Response(303, Map.of("Location", location), "", null);
    }

    /// The answer that a refusal becomes.
    public static Response of(Problem problem) {
        Response response = new Response(
                problem.code().status(),
                Map.of(),
                Json.writeText(problem.body()),
                problem.code().label());
        String tag = problem.entityTag();
        if (tag != null) {
            return response.with(EntityTag.HEADER, tag);
        }
        if (problem.code() == ErrorCode.UNAVAILABLE) {
            return response.with(RETRY_AFTER, "1");
        }
        RateLimitStatus reached = reached(problem);
        return reached == null ? response : response.with(RETRY_AFTER, Long.toString(reached.resetSeconds()));
    }

    /// How the caller stands with the limit that a refusal comes of, if the refusal says which.
    public static @Nullable RateLimitStatus reached(Problem problem) {
        Problem.Reached reached = problem.reached();
        return reached == null ? null : new RateLimitStatus(reached.limit(), 0, reached.left(), reached.window());
    }

    /// This response with another status.
    Response withStatus(int other) {
        return new Response(other, headers, body, code);
    }

    /// This response with one more header.
    public Response with(String name, String value) {
        Map<String, String> all = new LinkedHashMap<>(headers);
        all.put(name, value);
        return new Response(status, all, body, code);
    }

    /// This response to a caller who has reached a limit of the resource's own, which the headers tell in the place of
    /// the limits of all requests.
    public Response reaching(RateLimitStatus limit) {
        Map<String, String> all = new LinkedHashMap<>(headers);
        limit.addTo(all, status);
        return withHeaders(all);
    }

    /// This response, marked as showing a secret: no cache on the way keeps it (RFC 9111, 5.2.2.5).
    public Response showingSecret() {
        return with(CACHE_CONTROL, NO_STORE);
    }

    /// Whether it shows a secret.
    boolean showsSecret() {
        return NO_STORE.equals(headers.get(CACHE_CONTROL));
    }

    /// This response, which sets these cookies (RFC 6265, 4.1), each the value of a `Set-Cookie` header.
    public Response settingCookies(List<String> cookies) {
        return with(SET_COOKIE, String.join("\n", cookies));
    }

    /// This response with other headers.
    Response withHeaders(Map<String, String> others) {
        return new Response(status, others, body, code);
    }

    /// The answer as API Gateway's HTTP API takes it (payload format 2.0). To a HEAD too it has the body: the gateway
    /// sends the length of it alone (RFC 9110, 9.3.2).
    byte[] toEvent() {
        Map<String, String> all = new LinkedHashMap<>(headers);
        all.putIfAbsent("Content-Type", "application/json");
        String cookies = all.remove(SET_COOKIE);
        Map<String, @Nullable Object> event = new LinkedHashMap<>();
        event.put("statusCode", status);
        event.put("headers", all);
        event.put("cookies", cookies == null ? List.of() : cookies.lines().toList());
        event.put("body", body);
        event.put("isBase64Encoded", isBase64());
        return Json.write(event);
    }

    /// Whether the body stands in Base64: it has a coding, or is no text.
    private boolean isBase64() {
        return headers.containsKey(CONTENT_ENCODING)
                || headers.getOrDefault("Content-Type", "").startsWith("font/");
    }
}
