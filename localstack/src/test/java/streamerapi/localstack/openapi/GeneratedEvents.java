package streamerapi.localstack.openapi;

import org.jspecify.annotations.Nullable;
import streamerapi.architecture.DeclaredEvents;
import streamerapi.catalogue.EventCatalogue;
import streamerapi.shared.digests.Sha256;
import streamerapi.shared.events.EventSchema;
import streamerapi.shared.events.EventType;
import streamerapi.shared.json.Json;
import streamerapi.shared.schema.Schema;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/// The events as the documents have them, made of the [EventCatalogue]: of each type its data, its envelope and its
/// webhook.
///
/// Each envelope is a schema of its own, whole: generators make a type of it that needs no intersection. All of them
/// are `Event`, which `type` tells apart.
final class GeneratedEvents {

    private static final String SCHEMAS = "#/components/schemas/";
    private static final int RANDOM_DIGITS = 16;
    private static final List<String> HEADERS = List.of(
            "Service-Signature",
            "Service-Event",
            "Service-Event-Id",
            "Service-Delivery",
            "Service-Attempt",
            "webhook-id",
            "webhook-timestamp",
            "webhook-signature");

    private final Map<String, @Nullable Object> notes;
    private final Map<String, @Nullable Object> actors;
    private final Map<String, @Nullable Object> causes;

    /// @param prose what no schema says: `notes` by type, `actors` by name, and `causes`, the name of an actor by type
    GeneratedEvents(Map<String, @Nullable Object> prose) {
        this.notes = Json.asObject(prose.get("notes"));
        this.actors = Json.asObject(prose.get("actors"));
        this.causes = Json.asObject(prose.get("causes"));
    }

    /// The documents' name of a type's envelope: `QueueTtsStartedEvent` of `queue.tts.started`.
    static String schemaName(EventType type) {
        return EventSchema.name(type) + "Event";
    }

    /// The schemas of all events, by name.
    Map<String, @Nullable Object> schemas() {
        Map<String, @Nullable Object> schemas = new LinkedHashMap<>();
        Map<String, Object> mapping = new LinkedHashMap<>();
        List<Object> all = new ArrayList<>();
        for (EventType type : EventType.values()) {
            Schema<?> data = EventCatalogue.of(type).data();
            if (type == EventType.WARNING) {
                Map<String, Map<String, Object>> warnings = warnings();
                schemas.putAll(warnings);
                schemas.put(data.name(), oneOf(warnings));
            } else {
                schemas.put(data.name(), forTests(data.answer()));
            }
            data.references().forEach(reference -> schemas.put(reference.name(), reference.answer()));
            schemas.put(schemaName(type), envelope(type, data));
            mapping.put(type.label(), SCHEMAS + schemaName(type));
            all.add(ref(SCHEMAS + schemaName(type)));
        }
        Map<String, @Nullable Object> event = new LinkedHashMap<>();
        event.put("description", "Any event. `type` says which.");
        event.put("oneOf", all);
        event.put("discriminator", Map.of("propertyName", "type", "mapping", mapping));
        schemas.put("Event", event);
        return schemas;
    }

    /// The webhooks of all events, by type.
    Map<String, @Nullable Object> webhooks() {
        Map<String, @Nullable Object> webhooks = new LinkedHashMap<>();
        for (EventType type : EventType.values()) {
            webhooks.put(type.label(), Map.of("post", webhook(type)));
        }
        return webhooks;
    }

    /// An event as listeners are sent it.
    Map<String, @Nullable Object> example(EventType type) {
        Object cause = causes.get(type.label());
        Map<String, @Nullable Object> example = new LinkedHashMap<>();
        example.put("id", id(type));
        example.put("type", type.label());
        example.put("created", "2026-09-12T18:22:10.000Z");
        example.put("actor", cause == null ? null : Objects.requireNonNull(actors.get(cause)));
        example.put("data", EventCatalogue.sample(type));
        return example;
    }

    private Map<String, @Nullable Object> webhook(EventType type) {
        Map<String, @Nullable Object> content = new LinkedHashMap<>();
        content.put("schema", ref(SCHEMAS + schemaName(type)));
        content.put("example", example(type));
        Map<String, @Nullable Object> body = new LinkedHashMap<>();
        body.put("required", true);
        body.put("content", Map.of("application/json", content));
        Map<String, Object> responses = new LinkedHashMap<>();
        responses.put("2XX", ref("#/components/responses/Received"));
        responses.put("default", ref("#/components/responses/NotReceived"));
        Map<String, @Nullable Object> webhook = new LinkedHashMap<>();
        webhook.put("operationId", "on" + EventSchema.name(type));
        webhook.put("tags", List.of("Webhooks"));
        webhook.put("summary", type.description());
        if (notes.get(type.label()) instanceof String note) {
            webhook.put("description", type.description() + " " + note);
        }
        webhook.put("security", List.of());
        webhook.put(
                "parameters",
                HEADERS.stream()
                        .map(name -> ref("#/components/parameters/" + name))
                        .toList());
        webhook.put("requestBody", body);
        webhook.put("responses", responses);
        return webhook;
    }

    private static Map<String, @Nullable Object> envelope(EventType type, Schema<?> data) {
        Map<String, Object> label = new LinkedHashMap<>();
        label.put("type", "string");
        label.put("const", type.label());
        Map<String, Object> actor = new LinkedHashMap<>();
        actor.put("description", "Null for anything that the system did on its own.");
        actor.put("oneOf", List.of(ref(SCHEMAS + "Actor"), Map.of("type", "null")));
        Map<String, Object> properties = new LinkedHashMap<>();
        properties.put("id", ref(SCHEMAS + "EventId"));
        properties.put("type", label);
        properties.put("created", ref(SCHEMAS + "Time"));
        properties.put("actor", actor);
        properties.put("data", ref(SCHEMAS + data.name()));
        Map<String, @Nullable Object> event = new LinkedHashMap<>();
        event.put("type", "object");
        event.put("description", type.description());
        event.put("required", List.copyOf(properties.keySet()));
        event.put("properties", properties);
        event.put("additionalProperties", false);
        return event;
    }

    /// The data of warnings, one schema for each code, by name: `LateCaptureWarning` of `late_capture`.
    private static Map<String, Map<String, Object>> warnings() {
        Map<String, Map<String, Object>> warnings = new TreeMap<>();
        for (EventSchema<?> event : DeclaredEvents.all()) {
            if (event.type() == EventType.WARNING) {
                Map<String, Object> schema = event.data().answer();
                warnings.put(GeneratedErrors.camelCase(codeOf(schema)) + "Warning", schema);
            }
        }
        return warnings;
    }

    private static Map<String, @Nullable Object> oneOf(Map<String, Map<String, Object>> warnings) {
        Map<String, Object> mapping = new LinkedHashMap<>();
        warnings.forEach((name, schema) -> mapping.put(codeOf(schema), SCHEMAS + name));
        Map<String, @Nullable Object> schema = new LinkedHashMap<>();
        schema.put("description", "A warning. `code` says which.");
        schema.put(
                "oneOf",
                mapping.values().stream().map(pointer -> ref((String) pointer)).toList());
        schema.put("discriminator", Map.of("propertyName", "code", "mapping", mapping));
        return schema;
    }

    private static String codeOf(Map<String, Object> warning) {
        return String.valueOf(
                Json.asObject(Json.asObject(warning.get("properties")).get("code"))
                        .get("const"));
    }

    /// Every event's data can say that it is a test.
    private static Map<String, Object> forTests(Map<String, Object> data) {
        Map<String, Object> test = new LinkedHashMap<>();
        test.put("const", true);
        test.put(
                "description",
                "Only in test events: of `POST /events/trigger`, of a ping, and of a tip of `POST /tips/test`.");
        Map<String, @Nullable Object> properties = new LinkedHashMap<>(Json.asObject(data.get("properties")));
        properties.put("test", test);
        data.put("properties", properties);
        return data;
    }

    /// An id that is always the same for a type.
    private static String id(EventType type) {
        return "evt_01k4zf2m7x" + Sha256.hex(type.label()).substring(0, RANDOM_DIGITS);
    }

    private static Map<String, Object> ref(String pointer) {
        return Map.of("$ref", pointer);
    }
}
