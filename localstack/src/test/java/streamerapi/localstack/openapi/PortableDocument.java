package streamerapi.localstack.openapi;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.json.Json;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/// The forms of the OpenAPI document that code generators and linters read alike.
///
/// Some forms are valid and yet read differently by each tool: siblings of `$ref`, `default` of a field that a request
/// may leave out, braces in references, whole numbers without a width. Each is written here in the form that all of
/// them understand.
final class PortableDocument {

    /// Values that a request could send, by the name of the parameter.
    private static final Map<String, String> PARAMETERS = Map.of(
            "user", "alpha:48213377",
            "redemptionId", "17fa2df1-ad76-4804-bfa5-a40ef63efe63",
            "commandName", "socials",
            "timerId", "tmr_01k4zf2m7xnnbkct3529q5as4y",
            "voiceId", "storyteller",
            "eventId", "evt_01k4zf2m7xnnbkct3529q5as4y",
            "before", "evt_01k4zf2m7xnnbkct3529q5as4y",
            "q", "nova",
            "type", "tip.created,queue.tts.started");

    /// Keywords that say which fields an object has.
    private static final Set<String> OF_OBJECTS =
            Set.of("properties", "additionalProperties", "propertyNames", "allOf", "oneOf", "anyOf");

    private final Map<String, @Nullable Object> document;

    PortableDocument(Map<String, @Nullable Object> document) {
        this.document = document;
    }

    void write() {
        writeHelp();
        schemas().replaceAll((name, schema) -> withoutDefaults(schema));
        document.replaceAll((name, part) -> rewritten(part));
    }

    /// Every error links to what is written about it.
    private void writeHelp() {
        Map<String, Object> docs = new LinkedHashMap<>();
        docs.put("description", "Guides, and this reference with requests to try");
        docs.put("url", "http://localhost:3000/docs");
        document.put("externalDocs", docs);
        Map<String, @Nullable Object> components = Json.asObject(Objects.requireNonNull(document.get("components")));
        Map<String, @Nullable Object> link = new LinkedHashMap<>();
        link.put("description", "Where the error is explained (RFC 8288), relative to the address of the request.");
        link.put("required", true);
        link.put("schema", Map.of("type", "string"));
        link.put("example", "</docs/errors#not_found>; rel=\"help\"");
        Json.asObject(components.get("headers")).put("Link", link);
        Map<String, @Nullable Object> shared = Json.asObject(components.get("responses"));
        Json.asObject(document.get("paths")).forEach((path, item) -> {
            if (!path.startsWith("/oauth/")) {
                Json.asObject(item).values().forEach(operation -> linkErrors(operation, shared));
            }
        });
    }

    private static void linkErrors(@Nullable Object operation, Map<String, @Nullable Object> shared) {
        if (!(operation instanceof Map<?, ?>) || !Json.asObject(operation).containsKey("responses")) {
            return;
        }
        Json.asObject(Json.asObject(operation).get("responses")).forEach((status, response) -> {
            Map<String, @Nullable Object> target = Json.asObject(Objects.requireNonNull(response));
            if (target.get("$ref") instanceof String reference) {
                Object component = shared.get(reference.substring(reference.lastIndexOf('/') + 1));
                target = component == null ? Map.of() : Json.asObject(component);
            }
            if (status.compareTo("400") >= 0 && target.containsKey("headers")) {
                Map<String, @Nullable Object> headers = new LinkedHashMap<>(Json.asObject(target.get("headers")));
                headers.put("Link", Map.of("$ref", "#/components/headers/Link"));
                target.put("headers", headers);
            }
        });
    }

    private Map<String, @Nullable Object> schemas() {
        return Json.asObject(Json.asObject(Objects.requireNonNull(document.get("components")))
                .get("schemas"));
    }

    /// A schema whose fields tell their defaults in words: generators take a field with `default` for one that is
    /// always there, and would have every caller send it.
    private static Object withoutDefaults(@Nullable Object schema) {
        Map<String, @Nullable Object> changed = new LinkedHashMap<>(Json.asObject(Objects.requireNonNull(schema)));
        if (changed.get("properties") instanceof Map<?, ?>) {
            Map<String, @Nullable Object> properties = new LinkedHashMap<>(Json.asObject(changed.get("properties")));
            properties.replaceAll((name, field) -> withDefaultInWords(field));
            changed.put("properties", properties);
        }
        return changed;
    }

    private static @Nullable Object withDefaultInWords(@Nullable Object field) {
        if (!(field instanceof Map<?, ?>) || !Json.asObject(field).containsKey("default")) {
            return field;
        }
        Map<String, @Nullable Object> changed = new LinkedHashMap<>(Json.asObject(field));
        Object fallback = changed.remove("default");
        String told = changed.get("description") instanceof String text ? text + " " : "";
        changed.put(
                "description",
                told + "Default: `" + (fallback instanceof String ? fallback : Json.writeText(fallback)) + "`.");
        return changed;
    }

    /// Whether a schema is that of an object of any fields: some generators take it for one without fields.
    private static boolean isAnyObject(Map<String, @Nullable Object> schema) {
        Object type = schema.get("type");
        return ("object".equals(type) || (type instanceof List<?> types && types.contains("object")))
                && Collections.disjoint(schema.keySet(), OF_OBJECTS);
    }

    private static void allowAnyField(Map<String, @Nullable Object> schema) {
        if ("object".equals(schema.get("type"))) {
            schema.put("additionalProperties", true);
            return;
        }
        schema.remove("type");
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("type", "object");
        object.put("additionalProperties", true);
        schema.put("anyOf", List.of(object, Map.of("type", "null")));
    }

    /// The type of a constant: a generator that reads no `const` would take it for anything.
    private static @Nullable String typeOf(@Nullable Object constant) {
        if (constant instanceof String) {
            return "string";
        }
        if (constant instanceof Boolean) {
            return "boolean";
        }
        return constant instanceof Number ? "integer" : null;
    }

    /// Whether a schema is that of whole numbers that can need more than 32 bits.
    private static boolean isLong(Map<String, @Nullable Object> schema) {
        Object type = schema.get("type");
        return ("integer".equals(type) || (type instanceof List<?> types && types.contains("integer")))
                && !schema.containsKey("const")
                && !(schema.get("maximum") instanceof Number maximum && maximum.longValue() <= Integer.MAX_VALUE);
    }

    private static @Nullable Object rewritten(@Nullable Object node) {
        if (node instanceof Map<?, ?>) {
            Map<String, @Nullable Object> changed = new LinkedHashMap<>();
            // A map of no order of its own would be written in another order each time.
            Map<String, @Nullable Object> ordered =
                    node instanceof LinkedHashMap<?, ?> ? Json.asObject(node) : new TreeMap<>(Json.asObject(node));
            ordered.forEach((name, child) -> changed.put(name, rewritten(child)));
            if (changed.get("$ref") instanceof String reference) {
                changed.put("$ref", reference.replace("{", "%7B").replace("}", "%7D"));
            }
            if (!changed.containsKey("type")) {
                String type = typeOf(changed.get("const"));
                if (type != null) {
                    changed.put("type", type);
                }
            }
            // Generators make an enumeration of a constant, and that of `true` fits no boolean in Python.
            changed.remove("const", true);
            if (isLong(changed)) {
                changed.put("format", "int64");
            }
            if (isAnyObject(changed)) {
                allowAnyField(changed);
            }
            // A generated client would refuse the fields that a later version adds.
            changed.remove("additionalProperties", false);
            if ("array".equals(changed.get("type")) && !changed.containsKey("items")) {
                changed.put("items", Map.of("type", "string"));
            }
            String sample = changed.get("name") instanceof String name ? PARAMETERS.get(name) : null;
            if (sample != null && "text".equals(changed.get("example"))) {
                changed.put("example", sample);
            }
            return changed;
        }
        return node instanceof List<?> list
                ? list.stream().map(PortableDocument::rewritten).toList()
                : node;
    }
}
