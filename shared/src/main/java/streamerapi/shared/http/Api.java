package streamerapi.shared.http;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// The routes of a function, made of the endpoints of its `…Module` classes.
///
/// @param elsewhere what is answered if no route has the path
public record Api(List<Route> routes, Route.Refusals elsewhere) {

    public static Api of(Route... routes) {
        return of(List.of(routes));
    }

    public static Api of(List<Route> routes) {
        return new Api(routes, Route.Manner.USUAL.refusals());
    }

    /// These routes, with an answer of their own if none has the path.
    public Api elsewhere(Route.Refusals answers) {
        return new Api(routes, answers);
    }

    /// These routes with a prefix before their paths.
    public Api at(String prefix) {
        return new Api(routes.stream().map(route -> route.at(prefix)).toList(), elsewhere);
    }

    /// These routes for other callers.
    public Api openTo(Access others) {
        return new Api(routes.stream().map(route -> route.openTo(others)).toList(), elsewhere);
    }

    /// These routes and those.
    public Api and(Api more) {
        return new Api(Stream.concat(routes.stream(), more.routes.stream()).toList(), elsewhere);
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

    /// The routes that match a path.
    TargetResource target(String path) {
        List<String> segments = Route.split(path);
        List<TargetResource.Match> matches = new ArrayList<>();
        for (Route route : routes) {
            @Nullable Map<String, String> parameters = route.match(segments);
            if (parameters != null) {
                matches.add(new TargetResource.Match(route, parameters));
            }
        }
        return new TargetResource(matches, elsewhere);
    }
}
