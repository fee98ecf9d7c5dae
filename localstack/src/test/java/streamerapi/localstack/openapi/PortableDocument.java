package streamerapi.localstack.openapi;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.events.EventType;
import streamerapi.shared.json.Json;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/// The forms of the OpenAPI document that code generators and linters read alike.
///
/// Some forms are valid and yet read differently by each tool: siblings of `$ref`, `default` of a field that a request
/// may leave out, braces in references. Each is written here in the form that all of them understand.
final class PortableDocument {

    private static final String SCHEMAS = "#/components/schemas/";

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
        writeEvents();
        writeHelp();
        schemas().remove("Attribution");
        Json.asObject(schemas().get("Actor")).put("type", "object");
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

    /// Each event is a schema of its own, whole: generators make a type of it that needs no intersection. All of them
    /// are `Event`, which `type` tells apart.
    private void writeEvents() {
        Map<String, Object> mapping = new LinkedHashMap<>();
        List<Object> all = new ArrayList<>();
        for (EventType type : EventType.values()) {
            String name = schemaName(type);
            Map<String, @Nullable Object> body = body(type);
            Map<String, @Nullable Object> described = Json.asObject(body.get("schema"));
            if (described.containsKey("properties")) {
                Object data = Objects.requireNonNull(
                        Json.asObject(described.get("properties")).get("data"));
                schemas().put(name, event(type, data));
                body.put("schema", Map.of("$ref", SCHEMAS + name));
            }
            mapping.put(type.label(), SCHEMAS + name);
            all.add(Map.of("$ref", SCHEMAS + name));
        }
        Map<String, @Nullable Object> event = new LinkedHashMap<>();
        event.put("description", "Any event. `type` says which.");
        event.put("oneOf", all);
        event.put("discriminator", Map.of("propertyName", "type", "mapping", mapping));
        schemas().put("Event", event);
    }

    /// `QueueTtsStartedEvent` of `queue.tts.started`.
    static String schemaName(EventType type) {
        StringBuilder name = new StringBuilder();
        for (String word : type.label().split("[._]", -1)) {
            name.append(word.substring(0, 1).toUpperCase(Locale.ROOT)).append(word.substring(1));
        }
        return name.append("Event").toString();
    }

    private static Map<String, @Nullable Object> event(EventType type, Object data) {
        Map<String, Object> label = new LinkedHashMap<>();
        label.put("type", "string");
        label.put("const", type.label());
        Map<String, Object> actor = new LinkedHashMap<>();
        actor.put("description", "Null for anything that the system did on its own.");
        actor.put("oneOf", List.of(Map.of("$ref", SCHEMAS + "Actor"), Map.of("type", "null")));
        Map<String, Object> properties = new LinkedHashMap<>();
        properties.put("id", Map.of("$ref", SCHEMAS + "EventId"));
        properties.put("type", label);
        properties.put("created", Map.of("$ref", SCHEMAS + "Time"));
        properties.put("actor", actor);
        properties.put("data", data);
        Map<String, @Nullable Object> event = new LinkedHashMap<>();
        event.put("type", "object");
        event.put("description", type.description());
        event.put("required", List.copyOf(properties.keySet()));
        event.put("properties", properties);
        event.put("additionalProperties", false);
        return event;
    }

    private Map<String, @Nullable Object> body(EventType type) {
        Map<String, @Nullable Object> found = Json.asObject(document.get("webhooks"));
        for (String name : List.of(type.label(), "post", "requestBody", "content", "application/json")) {
            found = Json.asObject(Objects.requireNonNull(found.get(name), name));
        }
        return found;
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
            if (isAnyObject(changed)) {
                allowAnyField(changed);
            }
            if ("array".equals(changed.get("type")) && !changed.containsKey("items")) {
                changed.put("items", Map.of("type", "string"));
            }
            String sample = changed.get("name") instanceof String name ? PARAMETERS.get(name) : null;
            if (sample != null && "text".equals(changed.get("example"))) {
                changed.put("example", sample);
            }
            if (changed.get("allOf") instanceof List<?> parts) {
                List<Object> kept = new ArrayList<>(parts);
                if (kept.remove(Map.of("$ref", SCHEMAS + "Attribution"))) {
                    changed.put(
                            "dependentRequired",
                            Map.of("platform", List.of("platform_user_id"), "platform_user_id", List.of("platform")));
                }
                if (kept.isEmpty()) {
                    changed.remove("allOf");
                } else {
                    changed.put("allOf", kept);
                }
            }
            return changed;
        }
        return node instanceof List<?> list
                ? list.stream().map(PortableDocument::rewritten).toList()
                : node;
    }
}
