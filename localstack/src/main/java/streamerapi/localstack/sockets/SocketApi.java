package streamerapi.localstack.sockets;

import streamerapi.localstack.template.Resource;
import streamerapi.localstack.template.Template;
import streamerapi.localstack.template.TemplateMapping;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The template's WebSocket API: its stage, how a message's route is chosen, and which function each route calls.
///
/// @param settings  the properties of its stage
/// @param selector  the JSON property of a message that names its route, from `$request.body.<property>`
/// @param functions logical ids by route key
public record SocketApi(
        String apiId, String stage, TemplateMapping settings, List<String> selector, Map<String, String> functions) {
    private static final String SELECTOR = "$request.body.";

    /// The API that the template describes, or empty if it has none.
    ///
    /// @throws streamerapi.localstack.template.TemplateException if its parts do not fit together
    public static Optional<SocketApi> of(Template template) {
        List<Resource> apis = template.resources("AWS::ApiGatewayV2::Api");
        if (apis.isEmpty()) {
            return Optional.empty();
        }
        TemplateMapping api = apis.getFirst().properties();
        if (apis.size() > 1) {
            throw apis.get(1)
                    .properties()
                    .refused("ProtocolType", "is a second WebSocket API, and the local stack serves one");
        }
        api.oneOf("ProtocolType", "", "WEBSOCKET");
        String expression = api.text("RouteSelectionExpression");
        if (!expression.startsWith(SELECTOR)) {
            throw api.refused("RouteSelectionExpression", "must begin with " + SELECTOR);
        }
        var functions = new HashMap<String, String>();
        for (Resource route : template.resources("AWS::ApiGatewayV2::Route")) {
            route.properties().oneOf("AuthorizationType", "NONE", "NONE");
            functions.put(route.properties().text("RouteKey"), function(template, route));
        }
        TemplateMapping stage = stage(template, api);
        return Optional.of(new SocketApi(
                template.ref(apis.getFirst()),
                stage.text("StageName"),
                stage,
                List.of(expression.substring(SELECTOR.length()).split("\\.")),
                Map.copyOf(functions)));
    }

    private static TemplateMapping stage(Template template, TemplateMapping api) {
        List<Resource> stages = template.resources("AWS::ApiGatewayV2::Stage");
        if (stages.size() != 1) {
            throw api.refused("ProtocolType", "needs exactly one AWS::ApiGatewayV2::Stage");
        }
        TemplateMapping stage = stages.getFirst().properties();
        String deployment = stage.text("DeploymentId", "");
        boolean deployed = template.resources("AWS::ApiGatewayV2::Deployment").stream()
                .anyMatch(resource -> resource.id().equals(deployment));
        if (!deployed && !stage.flag("AutoDeploy")) {
            throw stage.refused("DeploymentId", "names no deployment");
        }
        return stage;
    }

    private static String function(Template template, Resource route) {
        String target = route.properties().text("Target");
        TemplateMapping integration = template.resources("AWS::ApiGatewayV2::Integration").stream()
                .filter(resource -> target.equals("integrations/" + resource.id()))
                .findFirst()
                .orElseThrow(() -> route.properties().refused("Target", "names no integration: " + target))
                .properties();
        integration.oneOf("IntegrationType", "", "AWS_PROXY");
        String uri = integration.text("IntegrationUri");
        return template.functions().stream()
                .filter(function -> uri.contains("/" + template.attribute(function, "Arn") + "/")
                        || uri.contains("/" + template.attribute(function, "Alias") + "/"))
                .findFirst()
                .orElseThrow(() -> integration.refused("IntegrationUri", "names no function: " + uri))
                .id();
    }
}
