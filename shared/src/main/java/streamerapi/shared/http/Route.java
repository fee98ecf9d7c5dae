package streamerapi.shared.http;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.events.AnsweredBefore;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.problems.Problem;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// A way to a handler: its method, its path (below `/v1`, if it is of the REST API), who may call it, and what decides
/// about a call.
///
/// JSON endpoints are [Endpoint]s, which have routes. Routes without an endpoint are not JSON resources: pages and
/// their assets, documents for tools, and the edges of other protocols, whose bodies, refusals and redirects those
/// protocols define: OAuth's endpoints (RFC 6749, 7009, 8414), the Model Context Protocol's, and the entry of
/// connectors' messages, which a signature of the raw body proves.
///
/// @param endpoint what it is the route of; null if it has no endpoint
public record Route(
        String method,
        String template,
        List<String> segments,
        Access access,
        RouteHandler handler,
        Manner manner,
        @Nullable Endpoint endpoint) {

    /// How a route is called and answered, if it is not as most are.
    ///
    /// @param origins whether scripts of any site may call it (CORS)
    /// @param page whether it is of a page for people: what is sent to it is a form (HTML, 4.10.21)
    /// @param documented whether the OpenAPI document has it
    /// @param refusals what a refusal is answered with
    public record Manner(boolean origins, boolean page, boolean documented, Refusals refusals) {

        static final Manner USUAL = new Manner(false, false, true, (request, problem) -> Response.of(problem));
    }

    /// The answer to a refused request, whose credential and body may not have been read.
    @FunctionalInterface
    public interface Refusals {
        Response answer(Request request, Problem problem);
    }

    /// This route, which scripts of any site may call: nothing that a browser sends by itself opens anything here.
    public Route forAnyOrigin() {
        return in(new Manner(true, manner.page, manner.documented, manner.refusals));
    }

    /// This route, whose refusals are answered in a form of their own.
    public Route refusing(Refusals refusals) {
        return in(new Manner(manner.origins, manner.page, manner.documented, refusals));
    }

    /// This route as one of a page.
    public Route ofPage(Refusals refusals) {
        return in(new Manner(manner.origins, true, false, refusals));
    }

    /// This route as one of a protocol that describes itself, so that the OpenAPI document leaves it out.
    public Route ofProtocol() {
        return in(new Manner(manner.origins, manner.page, false, manner.refusals));
    }

    /// Decides about a call that the sender of another request makes through that request. The sender is held to this
    /// route's access first.
    ///
    /// @param through a request that was authorized
    /// @param parameters the parameters of the path, by name
    /// @param query the query, form-encoded
    /// @param body a JSON object, or nothing
    /// @throws Problem if the sender may not call this, or the handler refuses
    public Outcome<Response> decide(Request through, Map<String, String> parameters, String query, byte[] body) {
        Request call = new Request(through, this, parameters, query, body);
        call.authorize(through.principal());
        return handler.decide(call);
    }

    private Route in(Manner other) {
        return new Route(method, template, segments, access, handler, other, endpoint);
    }

    /// The GET that shows the resource that this route changes, on a precondition if the request has one (`If-Match`);
    /// null if none does.
    public @Nullable Endpoint shown() {
        return handler instanceof Precondition precondition ? precondition.shown() : null;
    }

    /// This route with a prefix before its path.
    Route at(String prefix) {
        return new Route(method, prefix + template, split(prefix + template), access, handler, manner, endpoint);
    }

    /// This route for other callers.
    Route openTo(Access others) {
        return new Route(method, template, segments, others, handler, manner, endpoint);
    }

    /// This route, as one of an endpoint.
    Route of(Endpoint whole) {
        return new Route(method, template, segments, access, handler, manner, whole);
    }

    /// A route that decides once the request has been authorized.
    public static Route of(String method, String template, Access access, RouteHandler.Deciding handler) {
        return of(method, template, access, (RouteHandler) handler);
    }

    /// A route for messages that carry a signature, as of [RouteHandler.Signed].
    public static <M> Route signed(
            String method,
            String template,
            Function<Request, M> verifies,
            Function<M, Outcome<Response>> decides,
            Function<AnsweredBefore, Response> repeats) {
        return of(method, template, Access.SIGNED, new RouteHandler.Signed<>(verifies, decides, repeats));
    }

    /// A route with any handler.
    static Route of(String method, String template, Access access, RouteHandler handler) {
        return new Route(method, template, split(template), access, handler, Manner.USUAL, null);
    }

    static List<String> split(String path) {
        return List.of(path.substring(1).split("/", -1));
    }

    /// The path's parameters, none of them empty, or null if it is not this route's.
    @Nullable
    Map<String, String> match(List<String> path) {
        if (!hasPath(path)) {
            return null;
        }
        Map<String, String> parameters = new LinkedHashMap<>();
        for (int i = 0; i < path.size(); i++) {
            String segment = segments.get(i);
            if (isParameter(segment)) {
                parameters.put(segment.substring(1, segment.length() - 1), path.get(i));
            }
        }
        return parameters;
    }

    private boolean hasPath(List<String> path) {
        if (path.size() != segments.size()) {
            return false;
        }
        for (int i = 0; i < path.size(); i++) {
            String segment = segments.get(i);
            String value = path.get(i);
            if (isParameter(segment) ? value.isEmpty() : !segment.equals(value)) {
                return false;
            }
        }
        return true;
    }

    /// How many segments are fixed: of two routes that match, the one with more wins.
    long fixedSegments() {
        return segments.stream().filter(segment -> !isParameter(segment)).count();
    }

    private static boolean isParameter(String segment) {
        return segment.startsWith("{");
    }
}
