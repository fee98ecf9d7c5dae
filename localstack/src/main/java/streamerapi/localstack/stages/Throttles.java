package streamerapi.localstack.stages;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import streamerapi.localstack.template.Resource;
import streamerapi.localstack.template.Template;
import streamerapi.localstack.template.TemplateMapping;

import java.time.InstantSource;
import java.util.Map;
import java.util.TreeMap;

/// A stage's limits: of each route that has one of its own, and of all others together.
public final class Throttles {

    private final Map<String, Throttle> ofRoutes = new TreeMap<>();
    private final Throttle ofOthers;

    /// The limits that a stage's `RouteSettings` and `DefaultRouteSettings` set.
    ///
    /// @param stage  the properties of an `AWS::Serverless::HttpApi`
    /// @param factor multiplies all of them
    /// @throws streamerapi.localstack.template.TemplateException as of [Throttle#of]
    public Throttles(TemplateMapping stage, double factor, InstantSource clock) {
        ofOthers = Throttle.of(stage, factor, clock);
        stage.section("RouteSettings")
                .entries()
                .forEach((route, settings) -> ofRoutes.put(route, Throttle.ofSettings(settings, factor, clock)));
    }

    /// The limits of a template's HTTP API; none if the template leaves making it to its functions' events.
    ///
    /// @param factor multiplies all of them
    /// @throws streamerapi.localstack.template.TemplateException as of [Throttle#of]
    public static Throttles of(Template template, double factor, InstantSource clock) {
        TemplateMapping stage = template.resources("AWS::Serverless::HttpApi").stream()
                .map(Resource::properties)
                .findFirst()
                .orElseGet(() -> new TemplateMapping("HttpApi", JsonNodeFactory.instance.objectNode()));
        return new Throttles(stage, factor, clock);
    }

    /// Takes a token of a route's bucket; false if there is none.
    ///
    /// @param route the route's key, as API Gateway names it
    public boolean admits(String route) {
        return ofRoutes.getOrDefault(route, ofOthers).admits();
    }
}
