package streamerapi.shared.schema;

import org.jspecify.annotations.Nullable;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The parts of a field's JSON Schema that tell people and tools about it and bound nothing.
final class Annotations {

    String doc = "";

    @Nullable
    Object example;

    @Nullable
    String component;

    @Nullable
    String format;

    /// The JSON Schema of a field.
    ///
    /// @param ofType its type's
    /// @param isWriteOnly whether no answer has it
    /// @param orNull whether it can be null
    /// @param fallback the default that is told, in JSON; null for none
    Map<String, Object> on(Map<String, Object> ofType, boolean isWriteOnly, boolean orNull, @Nullable Object fallback) {
        Map<String, Object> description =
                component == null ? new LinkedHashMap<>(ofType) : Type.description("$ref", Schema.ref(component));
        if (format != null) {
            description.put("format", format);
        }
        if (isWriteOnly) {
            description.put("writeOnly", true);
        }
        if (orNull) {
            description = Type.orNull(description);
        }
        if (!doc.isEmpty()) {
            description.put("description", doc);
        }
        if (fallback != null) {
            description.put("description", Type.withDefault(doc, fallback));
        }
        if (example != null) {
            description.put("examples", List.of(example));
        }
        return description;
    }
}
