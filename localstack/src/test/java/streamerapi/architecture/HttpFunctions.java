package streamerapi.architecture;

import streamerapi.localstack.functions.FunctionSettings;
import streamerapi.localstack.template.Resource;
import streamerapi.localstack.template.Template;
import streamerapi.shared.http.Api;
import streamerapi.shared.http.HttpFunction;
import streamerapi.shared.lambda.Environment;

import java.time.InstantSource;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// The tables of routes of the template's functions, as the functions themselves have them.
public final class HttpFunctions {

    private static final Map<String, String> OF_LAMBDA = Map.of(
            "AWS_REGION", "us-east-1",
            "AWS_ACCESS_KEY_ID", "none",
            "AWS_SECRET_ACCESS_KEY", "none");

    private HttpFunctions() {}

    /// Each function behind the HTTP API, by its logical id, with the routes that it answers.
    public static Map<String, Api> of(Template template) {
        Map<String, Api> apis = new LinkedHashMap<>();
        for (Resource resource : template.functions()) {
            FunctionSettings settings = FunctionSettings.of(template, resource);
            if (made(settings) instanceof HttpFunction function) {
                apis.put(settings.id(), function.api());
            }
        }
        return apis;
    }

    /// Each endpoint as `METHOD /path`, without pages. One that the dashboard has from the API stands there once.
    public static Set<String> operations(Template template) {
        return operations(of(template).values());
    }

    /// The operations of some tables of routes.
    public static Set<String> operations(Collection<Api> apis) {
        Set<String> all = apis.stream()
                .flatMap(api -> api.routes().stream())
                .filter(route -> !route.manner().page())
                .map(route -> route.method() + " " + route.template())
                .collect(Collectors.toCollection(TreeSet::new));
        all.removeIf(operation ->
                operation.contains(" /dashboard/api/") && all.contains(operation.replace(" /dashboard/api/", " /")));
        return all;
    }

    private static Object made(FunctionSettings settings) {
        Map<String, String> variables = new LinkedHashMap<>(settings.variables());
        variables.putAll(OF_LAMBDA);
        try {
            return Class.forName(settings.handlerClass())
                    .getConstructor(Environment.class)
                    .newInstance(new Environment(variables, InstantSource.system()));
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(settings.handlerClass() + " cannot be made", e);
        }
    }
}
