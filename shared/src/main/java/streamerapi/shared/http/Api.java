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
public record Api(List<Route> routes) {

    public static Api of(Route... routes) {
        return new Api(List.of(routes));
    }

    /// The same routes with a prefix before their paths.
    public Api at(String prefix) {
        return new Api(routes.stream().map(route -> route.at(prefix)).toList());
    }

    /// The same routes for others.
    public Api openTo(Access others) {
        return new Api(routes.stream().map(route -> route.openTo(others)).toList());
    }

    /// These routes and those.
    public Api and(Api more) {
        return new Api(Stream.concat(routes.stream(), more.routes.stream()).toList());
    }

    /// A route, and the parameters that its path holds.
    public record Match(Route route, Map<String, String> parameters) {}

    /// The route of a request.
    ///
    /// @throws Problem `not_found` where no route has that path, `method_not_allowed` (with [#allowed]) where one has
    /// it
    public Match match(String method, String path) {
        List<Match> candidates = candidates(path);
        String wanted = method.equals("HEAD") ? "GET" : method;
        return candidates.stream()
                .filter(match -> match.route().method().equals(wanted))
                .max(Comparator.comparingLong(match -> match.route().fixedSegments()))
                .orElseThrow(
                        () -> Problem.of(candidates.isEmpty() ? ErrorCode.NOT_FOUND : ErrorCode.METHOD_NOT_ALLOWED));
    }

    /// The methods that a path knows, for the `Allow` header (RFC 9110, 10.2.1); empty where no route has it.
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

    /// Whether scripts of any site may call a path.
    boolean isOpenToOrigins(String path) {
        return candidates(path).stream().anyMatch(match -> match.route().origins());
    }

    /// The answer that a refusal becomes on a path.
    Response refusal(String path, Problem problem) {
        return candidates(path).stream()
                .map(match -> match.route().refusals())
                .findFirst()
                .orElse(Response::of)
                .apply(problem);
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
