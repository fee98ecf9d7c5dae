package streamerapi.localstack.functions;

import streamerapi.localstack.template.Resource;
import streamerapi.localstack.template.Template;
import streamerapi.localstack.template.TemplateMapping;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/// The settings of a function in the template.
///
/// @param place        where it stands, for error messages
/// @param id           the logical id
/// @param handlerClass the class in `Handler: pkg.Class::handleRequest`
/// @param timeout      how long an invocation may take
/// @param recursive    whether Lambda lets it run in a circle (`RecursiveLoop: Allow`)
/// @param variables    environment, intrinsics resolved, addresses still those of AWS
public record FunctionSettings(
        String place,
        String id,
        String name,
        String arn,
        String handlerClass,
        Duration timeout,
        boolean recursive,
        Map<String, String> variables) {
    private static final String METHOD = "::handleRequest";
    private static final int SAM_DEFAULT_SECONDS = 3;
    private static final int MAX_SECONDS = 900;

    /// @throws streamerapi.localstack.template.TemplateException naming the property that cannot be used
    public static FunctionSettings of(Template template, Resource function) {
        TemplateMapping properties = function.properties();
        String handler = properties.text("Handler");
        if (!handler.endsWith(METHOD)) {
            throw properties.refused("Handler", "is " + handler + ", and must end with " + METHOD);
        }
        int timeout = properties.number("Timeout").orElse(SAM_DEFAULT_SECONDS);
        if (timeout < 1 || timeout > MAX_SECONDS) {
            throw properties.refused("Timeout", "must be 1 to " + MAX_SECONDS);
        }
        var variables = new LinkedHashMap<String, String>();
        TemplateMapping declared = properties.section("Environment").section("Variables");
        declared.values().fieldNames().forEachRemaining(name -> variables.put(name, declared.text(name)));
        return new FunctionSettings(
                properties.place(),
                function.id(),
                template.ref(function),
                template.attribute(function, "Arn"),
                handler.substring(0, handler.length() - METHOD.length()),
                Duration.ofSeconds(timeout),
                properties
                        .oneOf("RecursiveLoop", "Terminate", "Terminate", "Allow")
                        .equals("Allow"),
                variables);
    }

    /// This function with other variables.
    public FunctionSettings withVariables(Map<String, String> others) {
        return new FunctionSettings(place, id, name, arn, handlerClass, timeout, recursive, others);
    }
}
