package streamerapi.shared.schema;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.json.Json;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The type of a field's values: how they are read from a request, written as JSON, kept in the table, and described.
sealed interface Type<V> permits ScalarType, CompositeType, Constant, Amounts {

    /// The value that a request sends, or null if it sends none.
    ///
    /// @throws streamerapi.shared.problems.Problem `bad_request` with `field`
    @Nullable
    V read(Body body, String name);

    /// The value that a PATCH makes of the one before; null if it sends none.
    ///
    /// @throws streamerapi.shared.problems.Problem `bad_request` with `field`
    default @Nullable V changed(Body body, String name, @Nullable V before) {
        return read(body, name);
    }

    /// Refuses a PATCH that sends another form of value.
    ///
    /// @throws streamerapi.shared.problems.Problem `bad_request` with `field`
    default void check(Body body, String name) {
        read(body, name);
    }

    /// The value as JSON has it.
    default Object json(V value) {
        return value;
    }

    /// The value as the table has it.
    default Object stored(V value) {
        return json(value);
    }

    /// The value that the table has.
    V loaded(Object stored);

    /// The value's JSON Schema, with the names of the schemas that it refers to (see [Schema#ref]).
    Map<String, Object> described();

    /// The JSON Schema of a value in a PATCH.
    default Map<String, Object> patched() {
        return described();
    }

    /// A value that any field of the type may have, as JSON has it, for examples.
    @Nullable
    Object sample();

    /// The schemas that it refers to.
    default List<Schema<?>> references() {
        return List.of();
    }

    static Map<String, Object> description(Object... namesAndValues) {
        Map<String, Object> description = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            description.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return description;
    }

    /// The meaning of a field, and the value that it has if none is sent. Of an object that holds objects, their own
    /// descriptions say it.
    static String withDefault(String doc, Object fallback) {
        if (fallback instanceof Map<?, ?> object && object.values().stream().anyMatch(Map.class::isInstance)) {
            return doc;
        }
        Object told =
                fallback instanceof List<?> || fallback instanceof Map<?, ?> ? Json.writeText(fallback) : fallback;
        return doc + (doc.isEmpty() ? "" : " ") + "Default: `" + told + "`.";
    }

    /// The description of a type, or null beside it.
    static Map<String, Object> orNull(Map<String, Object> description) {
        Map<String, Object> nullable = new LinkedHashMap<>();
        if (description.get("type") instanceof String type && !description.containsKey("enum")) {
            nullable.putAll(description);
            nullable.put("type", List.of(type, "null"));
        } else {
            nullable.put("anyOf", List.of(description, Map.of("type", "null")));
        }
        return nullable;
    }
}
