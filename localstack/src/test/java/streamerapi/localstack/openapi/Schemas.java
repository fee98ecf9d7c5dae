package streamerapi.localstack.openapi;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.dialect.Dialects;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The schemas inside one document, each compiled once, when it is first asked for.
///
/// They are JSON Schema 2020-12 in the dialect of OpenAPI 3.1, with formats asserted.
final class Schemas {
    private static final String LOCATION = "https://streamer-api.example/openapi.json";
    private static final String TIME = "/components/schemas/Time";
    private static final String MILLISECONDS = "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$";

    private final Schema document;
    private final Map<String, Schema> compiled = new ConcurrentHashMap<>();
    private final JsonNode root;

    Schemas(String text) {
        root = StrictJson.parse(text.getBytes(StandardCharsets.UTF_8));
        holdTimes(root);
        SchemaRegistryConfig config =
                SchemaRegistryConfig.builder().formatAssertionsEnabled(true).build();
        SchemaRegistry registry = SchemaRegistry.withDefaultDialect(
                Dialects.getOpenApi31(),
                builder -> builder.schemaRegistryConfig(config).schemas(Map.of(LOCATION, root.toString())));
        document = registry.getSchema(SchemaLocation.of(LOCATION));
    }

    /// Holds times to the form that their description promises. The document has no pattern for it: clients that are
    /// generated in Python and PHP read a time into an object, and then match the object, which fails.
    private static void holdTimes(JsonNode root) {
        ((ObjectNode) root.at(TIME)).put("pattern", MILLISECONDS);
    }

    /// The faults of a value, one line each; empty if it matches.
    ///
    /// @param pointer where the schema stands in the document, for example `/components/schemas/QueueTip`
    List<String> mismatches(String pointer, JsonNode value) {
        return compiled.computeIfAbsent(target(pointer), this::compile).validate(value).stream()
                .map(Object::toString)
                .distinct()
                .toList();
    }

    /// The end of a chain of schemas that are a reference and nothing else, so that all that lead there share one.
    private String target(String pointer) {
        JsonNode node = root.at(pointer);
        String reference = node.path("$ref").asString("");
        return node.size() == 1 && reference.startsWith("#") ? target(reference.substring(1)) : pointer;
    }

    /// The registry itself would read the whole document again for each schema, and keep it.
    private synchronized Schema compile(String pointer) {
        Schema schema = document.getRefSchema(
                SchemaLocation.of(LOCATION + "#" + pointer).getFragment());
        schema.initializeValidators();
        return schema;
    }
}
