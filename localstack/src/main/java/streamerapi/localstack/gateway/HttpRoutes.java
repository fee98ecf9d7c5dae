package streamerapi.localstack.gateway;

import org.jspecify.annotations.Nullable;
import streamerapi.localstack.template.FunctionEvent;
import streamerapi.localstack.template.Template;
import streamerapi.localstack.template.TemplateMapping;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// The routes of the template's HTTP API, from its functions' `HttpApi` events.
public final class HttpRoutes {
    private static final int MIN_MILLIS = 50;
    private static final int MAX_MILLIS = 30_000;

    private final List<HttpRoute> routes;

    /// The route that takes a request, with its path parameters.
    record Match(HttpRoute route, Map<String, String> parameters) {}

    private HttpRoutes(List<HttpRoute> routes) {
        this.routes = routes;
    }

    /// @throws streamerapi.localstack.template.TemplateException if two routes are the same, or belong to two APIs
    public static HttpRoutes of(Template template) {
        var routes = new ArrayList<HttpRoute>();
        var keys = new HashSet<String>();
        var apis = new HashSet<String>();
        for (FunctionEvent event : template.events("HttpApi")) {
            TemplateMapping properties = event.properties();
            apis.add(properties.text("ApiId", "ServerlessHttpApi"));
            if (apis.size() > 1) {
                throw properties.refused("ApiId", "is a second HTTP API, and the local stack serves one");
            }
            properties.oneOf("PayloadFormatVersion", "2.0", "2.0");
            HttpRoute route = route(event.function(), properties);
            if (!keys.add(route.key())) {
                throw properties.refused("Path", "makes the route " + route.key() + " a second time");
            }
            routes.add(route);
        }
        routes.sort(HttpRoute.MOST_SPECIFIC_FIRST);
        return new HttpRoutes(List.copyOf(routes));
    }

    private static HttpRoute route(String function, TemplateMapping properties) {
        int millis = properties.number("TimeoutInMillis").orElse(MAX_MILLIS);
        if (millis < MIN_MILLIS || millis > MAX_MILLIS) {
            throw properties.refused("TimeoutInMillis", "must be " + MIN_MILLIS + " to " + MAX_MILLIS);
        }
        var timeout = Duration.ofMillis(millis);
        if (!properties.has("Path")) {
            return HttpRoute.ofDefault(function, timeout);
        }
        String path = properties.text("Path");
        if (!path.startsWith("/")) {
            throw properties.refused("Path", "must begin with /");
        }
        String method = properties
                .text("Method", "ANY")
                .toUpperCase(Locale.ROOT)
                .replace("X-AMAZON-APIGATEWAY-ANY-METHOD", "ANY");
        return HttpRoute.of(method, path, function, timeout);
    }

    @Nullable
    Match match(String method, List<String> path) {
        for (HttpRoute route : routes) {
            var parameters = route.match(method, path);
            if (parameters != null) {
                return new Match(route, parameters);
            }
        }
        return null;
    }
}
