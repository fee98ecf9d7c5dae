package streamerapi.simulation.year;

import streamerapi.localstack.functions.FunctionSettings;
import streamerapi.localstack.template.FunctionEvent;
import streamerapi.localstack.template.Template;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/// The template of the service, as a stack has it that works on its own table, and on one that was restored.
final class Wiring {

    /// The ARN of the stream of the table that was restored.
    static final String RESTORED_STREAM =
            "arn:aws:dynamodb:us-east-1:000000000000:table/streamer-api-restored/stream/2026-03-03T10:00:00.000";

    private static final Path TEMPLATE = Path.of(System.getProperty("project.root", ".."), "template.yaml");

    /// The stack with its own table.
    static final Template OWN = Template.read(TEMPLATE, Map.of());

    /// The stack that has adopted the table that was restored.
    static final Template ADOPTING = Template.read(TEMPLATE, Map.of("TableStream", RESTORED_STREAM));

    static final Map<String, FunctionSettings> OWN_FUNCTIONS = functions(OWN);
    static final Map<String, FunctionSettings> ADOPTING_FUNCTIONS = functions(ADOPTING);

    /// The worker of accounts that are all large, and of whose tips and videos none is too young for the archive. The
    /// table tells no sizes, which is 0 GB.
    static final FunctionSettings ARCHIVING = archiving(Objects.requireNonNull(OWN_FUNCTIONS.get("WorkerFunction")));

    private static final Map<String, String> FUNCTIONS_OF_PATHS = new ConcurrentHashMap<>();

    private Wiring() {}

    private static Map<String, FunctionSettings> functions(Template template) {
        return template.functions().stream()
                .map(function -> FunctionSettings.of(template, function))
                .collect(Collectors.toUnmodifiableMap(FunctionSettings::id, Function.identity()));
    }

    private static FunctionSettings archiving(FunctionSettings worker) {
        Map<String, String> variables = new LinkedHashMap<>(worker.variables());
        variables.put("ARCHIVE_FROM_GB", "0");
        variables.put("ARCHIVE_KEEPS_MONTHS", "-1");
        return worker.withVariables(variables);
    }

    /// The function that a path of the HTTP API leads to.
    static String functionOf(String path) {
        return FUNCTIONS_OF_PATHS.computeIfAbsent(path, Wiring::foundFunctionOf);
    }

    private static String foundFunctionOf(String path) {
        String best = "";
        String function = "";
        for (FunctionEvent event : OWN.events("HttpApi")) {
            String route = event.properties().text("Path", "");
            String prefix = route.replace("{proxy+}", "");
            boolean fits = prefix.equals(route) ? path.equals(route) : path.startsWith(prefix);
            if (fits && prefix.length() > best.length()) {
                best = prefix;
                function = event.function();
            }
        }
        if (function.isEmpty()) {
            function = OWN.events("HttpApi").stream()
                    .filter(event -> !event.properties().has("Path"))
                    .findFirst()
                    .orElseThrow()
                    .function();
        }
        return function;
    }
}
