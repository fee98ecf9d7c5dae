package streamerapi.shared.http;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/// The target of a request's path (RFC 9110, 7.1): the routes that have it, each for a method of its own.
///
/// @param matches the routes; none if the path leads nowhere
/// @param elsewhere what is answered then
record TargetResource(List<Match> matches, Route.Refusals elsewhere) {

    private static final String NO_SUCH_PATH = "No such path: /docs lists those of the API";

    /// A route, and the parameters that its path holds.
    record Match(Route route, Map<String, String> parameters) {}

    /// The route of a method.
    ///
    /// @throws Problem `not_found` if no route has the path, `method_not_allowed` (with [#allowed]) if one has it
    Match match(String method) {
        String wanted = method.equals("HEAD") ? "GET" : method;
        return matches.stream()
                .filter(match -> match.route().method().equals(wanted))
                .max(Comparator.comparingLong(match -> match.route().fixedSegments()))
                .orElseThrow(() -> isMisspelled()
                        ? Problem.of(ErrorCode.NOT_FOUND, NO_SUCH_PATH)
                        : Problem.of(ErrorCode.METHOD_NOT_ALLOWED));
    }

    /// Whether the path is of no route, but for routes that take it for an id: `GET /tts/que` is a misspelled word, and
    /// not a method that `DELETE /tts/{orderId}` lacks. An id at the end of a path has an underscore.
    private boolean isMisspelled() {
        return matches.stream().allMatch(TargetResource::endsWithNoId);
    }

    private static boolean endsWithNoId(Match match) {
        String last = match.route().segments().getLast();
        String value = match.parameters().getOrDefault(last.substring(1, last.length() - 1), "");
        return last.endsWith("Id}") && value.indexOf('_') < 0;
    }

    /// The methods that the path knows, for the `Allow` header (RFC 9110, 10.2.1); empty if no route has it.
    String allowed() {
        TreeSet<String> methods = new TreeSet<>();
        for (Match match : matches) {
            methods.add(match.route().method());
        }
        if (methods.contains("GET")) {
            methods.add("HEAD");
        }
        return String.join(", ", methods);
    }

    /// The answer to a question about the path, which tells scripts of other sites whether they may call it.
    Response preflight() {
        String allowed = allowed();
        Response response = new Response(204, Map.of("Allow", allowed), "", null);
        return isOpenToOrigins()
                ? response.with("Access-Control-Allow-Methods", allowed)
                        .with("Access-Control-Allow-Headers", "Authorization, Content-Type, If-Match")
                        .with("Access-Control-Max-Age", "86400")
                : response;
    }

    /// Whether scripts of any site may call the path.
    boolean isOpenToOrigins() {
        return matches.stream().anyMatch(match -> match.route().manner().origins());
    }

    /// The route for signed messages with this method; null if the path has none.
    @Nullable
    Match signedRoute(String method) {
        return matches.stream()
                .filter(match ->
                        match.route().method().equals(method) && match.route().access() instanceof Access.Signed)
                .findFirst()
                .orElse(null);
    }

    /// The answer that a refusal of a request becomes: its route's own, or if it has none, that of its path.
    Response refusal(Request request, Problem problem) {
        Route route = request.route();
        Route.Refusals refusals = route != null
                ? route.manner().refusals()
                : matches.stream()
                        .map(match -> match.route().manner().refusals())
                        .findFirst()
                        .orElse(elsewhere);
        return refusals.answer(request, problem);
    }
}
