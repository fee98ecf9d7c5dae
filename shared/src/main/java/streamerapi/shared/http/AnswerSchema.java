package streamerapi.shared.http;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The JSON Schemas of which those of answers consist.
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
}
