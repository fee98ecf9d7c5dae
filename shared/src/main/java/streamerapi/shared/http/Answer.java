package streamerapi.shared.http;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.schema.CursorPage;
import streamerapi.shared.schema.Saved;
import streamerapi.shared.schema.Schema;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// What an endpoint answers when it does what it is asked: the status, the JSON, and their description.
///
/// @param <O> the handler's result
public final class Answer<O extends @Nullable Object> {

    private static final int OK = 200;
    private static final int CREATED = 201;

    private final Function<O, Integer> status;
    private final Function<O, Map<String, @Nullable Object>> json;
    private final List<Integer> statuses;
    private final Component component;

    /// The schema of an answer's body.
    ///
    /// @param name its name in the OpenAPI document
    /// @param schema its JSON Schema; null if the one schema that it refers to is the whole of it
    /// @param example a sample of it
    /// @param references the schemas that it refers to
    public record Component(
            String name,
            @Nullable Map<String, Object> schema,
            Map<String, @Nullable Object> example,
            List<Schema<?>> references) {}

    private Answer(
            List<Integer> statuses,
            Function<O, Integer> status,
            Function<O, Map<String, @Nullable Object>> json,
            Component component) {
        this.statuses = statuses;
        this.status = status;
        this.json = json;
        this.component = component;
    }

    /// 200 with a body of the schema.
    public static <T> Answer<T> of(Schema<T> schema) {
        return new Answer<>(
                List.of(OK),
                value -> OK,
                schema::json,
                new Component(schema.name(), null, schema.example(true), List.of(schema)));
    }

    /// 200 `{"<name>": …}`.
    public static <T> Answer<T> ok(String name, Schema<T> schema) {
        return new Answer<>(List.of(OK), value -> OK, value -> wrapped(name, schema.json(value)), result(name, schema));
    }

    /// 201 `{"<name>": …}`.
    public static <T> Answer<T> created(String name, Schema<T> schema) {
        return ok(name, schema).withStatus(CREATED);
    }

    /// 200 or, if the resource is new, 201 `{"<name>": …}`.
    public static <T> Answer<Saved<T>> saved(String name, Schema<T> schema) {
        return new Answer<>(
                List.of(OK, CREATED),
                saved -> saved.isNew() ? CREATED : OK,
                saved -> wrapped(name, schema.json(saved.value())),
                result(name, schema));
    }

    /// 200 `{"<name>": […]}`, a list that has no pages.
    public static <T> Answer<List<T>> list(String name, Schema<T> schema) {
        return new Answer<>(
                List.of(OK),
                items -> OK,
                items -> wrapped(name, items.stream().map(schema::json).toList()),
                new Component(
                        schema.name() + "List",
                        object(Map.of(name, array(schema.name())), List.of(name)),
                        wrapped(name, List.of(schema.example(true))),
                        List.of(schema)));
    }

    /// 200 `{"<name>": […], "has_more", "next_cursor"}`.
    public static <T> Answer<CursorPage<T>> page(String name, Schema<T> schema) {
        Map<String, @Nullable Object> example = wrapped(name, List.of(schema.example(true)));
        example.put("has_more", false);
        example.put("next_cursor", null);
        return page(name, schema::json, schema.name(), example, List.of(schema));
    }

    /// The same of JSON objects that another part of the service has built.
    ///
    /// @param component the name of their schema in the OpenAPI document
    public static Answer<CursorPage<Map<String, @Nullable Object>>> page(String name, String component) {
        return page(name, json -> json, component, Map.of(), List.of());
    }

    private static <T> Answer<CursorPage<T>> page(
            String name,
            Function<T, Map<String, @Nullable Object>> item,
            String component,
            Map<String, @Nullable Object> example,
            List<Schema<?>> references) {
        Map<String, Object> properties = new LinkedHashMap<>();
        properties.put(name, array(component));
        properties.put("has_more", Map.of("type", "boolean", "description", "Whether there is another page."));
        properties.put(
                "next_cursor",
                Map.of(
                        "type",
                        List.of("string", "null"),
                        "description",
                        "What `before` asks for the next page with; null on the last one."));
        return new Answer<>(
                List.of(OK),
                page -> OK,
                page -> {
                    Map<String, @Nullable Object> json =
                            wrapped(name, page.items().stream().map(item).toList());
                    json.put("has_more", page.nextCursor() != null);
                    json.put("next_cursor", page.nextCursor());
                    return json;
                },
                new Component(
                        component + "Page", object(properties, List.copyOf(properties.keySet())), example, references));
    }

    /// 200 `{"success": true}`.
    public static <T extends @Nullable Object> Answer<T> success() {
        return new Answer<T>(
                List.of(OK),
                value -> OK,
                value -> wrapped("success", true),
                new Component(
                        "Success",
                        object(Map.of("success", Map.of("type", "boolean", "const", true)), List.of("success")),
                        wrapped("success", true),
                        List.of()));
    }

    /// 200 `{"success": true, "<name>": …}`.
    public static <T> Answer<T> success(String name, Schema<T> schema) {
        return success(name, schema::json, schema.name(), withSuccess(name, schema.example(true)), List.of(schema));
    }

    /// The same of a JSON object that another part of the service has built.
    ///
    /// @param component the name of its schema in the OpenAPI document
    public static Answer<Map<String, @Nullable Object>> success(String name, String component) {
        return success(name, json -> json, component, Map.of(), List.of());
    }

    private static <T> Answer<T> success(
            String name,
            Function<T, Map<String, @Nullable Object>> item,
            String component,
            Map<String, @Nullable Object> example,
            List<Schema<?>> references) {
        Map<String, Object> properties = new LinkedHashMap<>();
        properties.put("success", Map.of("type", "boolean", "const", true));
        properties.put(name, reference(component));
        return new Answer<>(
                List.of(OK),
                value -> OK,
                value -> withSuccess(name, item.apply(value)),
                new Component(
                        component + "Success",
                        object(properties, List.copyOf(properties.keySet())),
                        example,
                        references));
    }

    /// The same answer with another status: 201, or 202 if what was asked for is still to be done.
    public Answer<O> withStatus(int other) {
        return new Answer<>(List.of(other), value -> other, json, component);
    }

    /// The answer to a result.
    Response response(O value) {
        Response response = Response.json(status.apply(value), json.apply(value));
        return showsSecret() ? response.showingSecret() : response;
    }

    /// Whether its body shows a secret: no cache keeps it, and no row in clear.
    public boolean showsSecret() {
        return component.references().stream().anyMatch(Schema::showsSecret);
    }

    /// The statuses that it can have.
    public List<Integer> statuses() {
        return statuses;
    }

    /// The schema of its body.
    public Component component() {
        return component;
    }

    private static Component result(String name, Schema<?> schema) {
        return new Component(
                schema.name() + "Result",
                object(Map.of(name, reference(schema.name())), List.of(name)),
                wrapped(name, schema.example(true)),
                List.of(schema));
    }

    private static Map<String, Object> object(Map<String, Object> properties, List<String> required) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "object");
        schema.put("required", required);
        schema.put("properties", properties);
        schema.put("additionalProperties", false);
        return schema;
    }

    private static Map<String, Object> reference(String component) {
        return Map.of("$ref", "#/components/schemas/" + component);
    }

    private static Map<String, Object> array(String component) {
        Map<String, Object> array = new LinkedHashMap<>();
        array.put("type", "array");
        array.put("items", reference(component));
        return array;
    }

    private static Map<String, @Nullable Object> withSuccess(String name, @Nullable Object value) {
        Map<String, @Nullable Object> json = wrapped("success", true);
        json.put(name, value);
        return json;
    }

    private static Map<String, @Nullable Object> wrapped(String name, @Nullable Object value) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put(name, value);
        return json;
    }
}
