package streamerapi.shared.http;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;

/// The endpoints of a resource group: the table at the top of its `…Api` class.
///
/// @param elsewhere what is answered if no route has the path
public record Api(List<Route> routes, Route.Refusals elsewhere) {

    private static final String NO_SUCH_PATH = "No such path: those of the API begin with /v1 and do not end with /";

    public static Api of(Route... routes) {
        return of(List.of(routes));
    }

    public static Api of(List<Route> routes) {
        return new Api(routes, Route.Manner.USUAL.refusals());
    }

    /// The same routes, with an answer of their own if none has the path.
    public Api elsewhere(Route.Refusals answers) {
        return new Api(routes, answers);
    }

    /// The same routes with a prefix before their paths.
    public Api at(String prefix) {
        return new Api(routes.stream().map(route -> route.at(prefix)).toList(), elsewhere);
    }

    /// The same routes for others.
    public Api openTo(Access others) {
        return new Api(routes.stream().map(route -> route.openTo(others)).toList(), elsewhere);
    }

    /// These routes and those.
    public Api and(Api more) {
        return new Api(Stream.concat(routes.stream(), more.routes.stream()).toList(), elsewhere);
    }

    /// A route, and the parameters that its path holds.
    public record Match(Route route, Map<String, String> parameters) {}

    /// The route of a request.
    ///
    /// @throws Problem `not_found` if no route has that path, `method_not_allowed` (with [#allowed]) if one has
    /// it
    public Match match(String method, String path) {
        List<Match> candidates = candidates(path);
        String wanted = method.equals("HEAD") ? "GET" : method;
        return candidates.stream()
                .filter(match -> match.route().method().equals(wanted))
                .max(Comparator.comparingLong(match -> match.route().fixedSegments()))
                .orElseThrow(() -> isMisspelled(candidates)
                        ? Problem.of(ErrorCode.NOT_FOUND, NO_SUCH_PATH)
                        : Problem.of(ErrorCode.METHOD_NOT_ALLOWED));
    }

    /// Whether the path is of no route, but for routes that take it for an id: `GET /tts/que` is a misspelled word, and
    /// not a method that `DELETE /tts/{orderId}` lacks. Ids have an underscore.
    private static boolean isMisspelled(List<Match> candidates) {
        return candidates.stream()
                .allMatch(match -> match.parameters().entrySet().stream()
                        .anyMatch(parameter -> parameter.getKey().endsWith("Id")
                                && parameter.getValue().indexOf('_') < 0));
    }

    /// The methods that a path knows, for the `Allow` header (RFC 9110, 10.2.1); empty if no route has it.
    public String allowed(String path) {
        TreeSet<String> methods = new TreeSet<>();
        for (Match match : candidates(path)) {
            methods.add(match.route().method());
        }
        if (methods.contains("GET")) {
            methods.add("HEAD");
        }
        return String.join(", ", methods);
    }

    /// The answer to a question about a path, which tells scripts of other sites whether they may call it.
    Response preflight(String path) {
        String allowed = allowed(path);
        Response response = new Response(204, Map.of("Allow", allowed), "", null);
        return isOpenToOrigins(path)
                ? response.with("Access-Control-Allow-Methods", allowed)
                        .with("Access-Control-Allow-Headers", "Authorization, Content-Type")
                        .with("Access-Control-Max-Age", "86400")
                : response;
    }

    /// Whether scripts of any site may call a path.
    boolean isOpenToOrigins(String path) {
        return candidates(path).stream()
                .anyMatch(match -> match.route().manner().origins());
    }

    /// Whether a request's message has to prove itself.
    boolean isSigned(String method, String path) {
        return candidates(path).stream()
                .anyMatch(match ->
                        match.route().method().equals(method) && match.route().access() instanceof Access.Signed);
    }

    /// The route with this method and template.
    ///
    /// @throws IllegalArgumentException if there is none
    public Route route(String method, String template) {
        return routes.stream()
                .filter(route ->
                        route.method().equals(method) && route.template().equals(template))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("There is no " + method + " " + template));
    }

    /// The answer that a refusal of a request becomes: its route's own, or if it has none, that of its path.
    Response refusal(Request request, Problem problem) {
        Route route = request.route();
        Route.Refusals refusals = route != null
                ? route.manner().refusals()
                : candidates(request.path()).stream()
                        .map(match -> match.route().manner().refusals())
                        .findFirst()
                        .orElse(elsewhere);
        return refusals.answer(request, problem);
    }

    private List<Match> candidates(String path) {
        List<String> segments = Route.split(path);
        List<Match> candidates = new ArrayList<>();
        for (Route route : routes) {
            @Nullable Map<String, String> parameters = route.match(segments);
            if (parameters != null) {
                candidates.add(new Match(route, parameters));
            }
        }
        return candidates;
    }
}
