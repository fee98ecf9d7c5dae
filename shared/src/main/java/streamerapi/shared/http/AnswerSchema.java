package streamerapi.shared.http;

import org.jspecify.annotations.Nullable;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The JSON Schemas of which those of answers consist, and the objects that have them.
final class AnswerSchema {

    private AnswerSchema() {}

    static Map<String, Object> object(Map<String, Object> properties, List<String> required) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "object");
        schema.put("required", required);
        schema.put("properties", properties);
        schema.put("additionalProperties", false);
        return schema;
    }

    static Map<String, Object> reference(String component) {
        return Map.of("$ref", "#/components/schemas/" + component);
    }

    static Map<String, Object> array(String component) {
        Map<String, Object> array = new LinkedHashMap<>();
        array.put("type", "array");
        array.put("items", reference(component));
        return array;
    }

    static Map<String, @Nullable Object> withSuccess(String name, @Nullable Object value) {
        Map<String, @Nullable Object> json = wrapped("success", true);
        json.put(name, value);
        return json;
    }

    static Map<String, @Nullable Object> withSuccess(Map<String, @Nullable Object> fields) {
        Map<String, @Nullable Object> json = wrapped("success", true);
        json.putAll(fields);
        return json;
    }

    static Map<String, @Nullable Object> wrapped(String name, @Nullable Object value) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put(name, value);
        return json;
    }
}
