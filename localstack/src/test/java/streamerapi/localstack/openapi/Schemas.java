package streamerapi.localstack.openapi;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.dialect.Dialects;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
    private final Set<String> closed = new HashSet<>();
    private final JsonNode root;

    Schemas(String text) {
        root = StrictJson.parse(text.getBytes(StandardCharsets.UTF_8));
        holdTimes(root);
        root.path("paths").forEach(item -> item.forEach(operation -> close(operation.path("responses"))));
        close(root.path("webhooks"));
        close(root.at("/components/messages"));
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

    /// Holds what the service sends to the fields that are described. The document leaves objects open, so that clients
    /// of today take the fields of later versions.
    private void close(JsonNode node) {
        String reference = node.path("$ref").asString("");
        if (reference.startsWith("#") && closed.add(reference)) {
            close(root.at(reference.substring(1)));
        }
        if (node.path("properties").isObject() && !node.has("additionalProperties")) {
            ((ObjectNode) node).put("additionalProperties", false);
        }
        node.forEach(this::close);
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
