package streamerapi.shared.http;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.schema.CursorPage;
import streamerapi.shared.schema.Saved;
import streamerapi.shared.schema.Schema;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import static streamerapi.shared.http.AnswerSchema.array;
import static streamerapi.shared.http.AnswerSchema.object;
import static streamerapi.shared.http.AnswerSchema.reference;
import static streamerapi.shared.http.AnswerSchema.withSuccess;
import static streamerapi.shared.http.AnswerSchema.wrapped;

/// The answer of an endpoint that succeeds: the status, the JSON, and their description.
///
/// @param <O> the handler's result
public final class Answer<O extends @Nullable Object> {

    private static final int OK = 200;
    private static final int CREATED = 201;

    private final Function<O, Response> respond;
    private final Map<Integer, Component> components;
    private final boolean cookies;

    /// The schema of an answer's body.
    ///
    /// @param name its name in the OpenAPI document
    /// @param schema its JSON Schema; null if the one schema that it refers to is the whole of it
    /// @param example a sample of it
    /// @param references the schemas that it refers to
    /// @param tag the entity tag of the one resource that it shows; null if it shows none
    public record Component(
            String name,
            @Nullable Map<String, Object> schema,
            Map<String, @Nullable Object> example,
            List<Schema<?>> references,
            @Nullable EntityTag tag) {

        private Component(
                String name,
                @Nullable Map<String, Object> schema,
                Map<String, @Nullable Object> example,
                List<Schema<?>> references) {
            this(name, schema, example, references, null);
        }
    }

    private Answer(Function<O, Response> respond, Map<Integer, Component> components) {
        this(respond, components, false);
    }

    private Answer(Function<O, Response> respond, Map<Integer, Component> components, boolean cookies) {
        this.respond = respond;
        this.components = components;
        this.cookies = cookies;
    }

    private static <O extends @Nullable Object> Answer<O> of(
            Function<O, Map<String, @Nullable Object>> json, Component component) {
        boolean secret = showsSecret(component);
        return new Answer<>(
                value -> {
                    Map<String, @Nullable Object> body = json.apply(value);
                    Response response = Response.ok(body);
                    if (component.tag() != null) {
                        response =
                                response.with(EntityTag.HEADER, component.tag().of(body));
                    }
                    return secret ? response.showingSecret() : response;
                },
                Map.of(OK, component));
    }

    /// 200 with a body of the schema. One that shows a resource beside its secret has the resource's entity tag.
    public static <T> Answer<T> of(Schema<T> schema) {
        EntityTag tag = schema.showsSecret() && schema.references().size() == 1
                ? new EntityTag(schema.references().getFirst())
                : null;
        return of(schema::json, new Component(schema.name(), null, schema.example(true), List.of(schema), tag));
    }

    /// 200 `{"<name>": …}`, one resource with its entity tag.
    public static <T> Answer<T> ok(String name, Schema<T> schema) {
        return of(value -> wrapped(name, schema.json(value)), result(name, schema));
    }

    /// 201 `{"<name>": …}`.
    public static <T> Answer<T> created(String name, Schema<T> schema) {
        return ok(name, schema).withStatus(CREATED);
    }

    /// 200 or, if the resource is new, 201 `{"<name>": …}`.
    public static <T> Answer<Saved<T>> saved(String name, Schema<T> schema) {
        Answer<T> item = ok(name, schema);
        return new Answer<>(
                saved -> {
                    Response response = item.response(saved.value());
                    return saved.isNew() ? response.withStatus(CREATED) : response;
                },
                components(List.of(OK, CREATED), result(name, schema)));
    }

    /// 200 `{"<name>": […]}`, a list that has no pages.
    public static <T> Answer<List<T>> list(String name, Schema<T> schema) {
        return of(
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

    /// 200 `{"<name>": […], "has_more", "next_cursor"}`, of JSON objects that another part of the service has built.
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
                        "The value of `before` for the next page; null on the last one."));
        return of(
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
        return Answer.<T>of(
                value -> wrapped("success", true),
                new Component(
                        "SuccessResult",
                        object(Map.of("success", Map.of("type", "boolean", "const", true)), List.of("success")),
                        wrapped("success", true),
                        List.of()));
    }

    /// 200 `{"success": true, …}` with the fields of a record.
    public static <T> Answer<T> done(Schema<T> schema) {
        Map<String, Object> described = new LinkedHashMap<>(schema.answer());
        Map<String, Object> properties = new LinkedHashMap<>();
        properties.put("success", Map.of("type", "boolean", "const", true));
        schema.answer(properties);
        List<String> required = new ArrayList<>(List.of("success"));
        required.addAll(schema.alwaysShown());
        described.put("required", required);
        described.put("properties", properties);
        return of(
                value -> withSuccess(schema.json(value)),
                new Component(schema.name(), described, withSuccess(schema.example(true)), schema.references()));
    }

    /// 200 `{"success": true, "<name>": …}`.
    public static <T> Answer<T> success(String name, Schema<T> schema) {
        Map<String, Object> properties = new LinkedHashMap<>();
        properties.put("success", Map.of("type", "boolean", "const", true));
        properties.put(name, reference(schema.name()));
        return of(
                value -> withSuccess(name, schema.json(value)),
                new Component(
                        schema.name() + "Success",
                        object(properties, List.copyOf(properties.keySet())),
                        withSuccess(name, schema.example(true)),
                        List.of(schema)));
    }

    /// This answer with another status: 201, or 202 if what was asked for is still to be done.
    public Answer<O> withStatus(int other) {
        Component only = components.values().iterator().next();
        return new Answer<>(value -> respond.apply(value).withStatus(other), Map.of(other, only));
    }

    /// This answer to another result.
    public <R> Answer<R> from(Function<? super R, ? extends O> result) {
        return new Answer<>(value -> respond.apply(result.apply(value)), components, cookies);
    }

    /// This answer, which sets cookies.
    ///
    /// @param cookies the values of the `Set-Cookie` headers
    public Answer<O> settingCookies(Function<? super O, List<String>> cookies) {
        return new Answer<>(value -> respond.apply(value).settingCookies(cookies.apply(value)), components, true);
    }

    /// A refusal, with what was decided beside it committed.
    public static <T> Answer<T> refusal(ErrorCode code) {
        return new Answer<>(refused -> Response.of(Problem.of(code)), Map.of());
    }

    /// One answer or another, by what the handler came to.
    ///
    /// @param choose the answer to a result
    /// @param all every answer that can be chosen, each with statuses of its own
    public static <T> Answer<T> either(Function<T, Answer<? extends T>> choose, List<Answer<? extends T>> all) {
        Map<Integer, Component> components = new LinkedHashMap<>();
        all.forEach(answer -> components.putAll(answer.components));
        return new Answer<>(value -> answer(choose.apply(value), value), components);
    }

    @SuppressWarnings("unchecked") // the answer was chosen for the value
    private static <T> Response answer(Answer<? extends T> chosen, T value) {
        return ((Answer<T>) chosen).response(value);
    }

    /// The answer to a result.
    Response response(O value) {
        return respond.apply(value);
    }

    /// Whether its body shows a secret: no cache keeps it, and no row in clear.
    public boolean showsSecret() {
        return components.values().stream().anyMatch(Answer::showsSecret);
    }

    private static boolean showsSecret(Component component) {
        return component.references().stream().anyMatch(Schema::showsSecret);
    }

    /// Whether it sets cookies.
    public boolean setsCookies() {
        return cookies;
    }

    /// The schema of its body, for each status that it can have.
    public Map<Integer, Component> components() {
        return components;
    }

    private static Map<Integer, Component> components(List<Integer> statuses, Component component) {
        Map<Integer, Component> components = new LinkedHashMap<>();
        statuses.forEach(status -> components.put(status, component));
        return components;
    }

    private static Component result(String name, Schema<?> schema) {
        return new Component(
                schema.name() + "Result",
                object(Map.of(name, reference(schema.name())), List.of(name)),
                wrapped(name, schema.example(true)),
                List.of(schema),
                schema.showsSecret() ? null : new EntityTag(schema));
    }
}
