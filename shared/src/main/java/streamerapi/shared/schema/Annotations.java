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

    /// The value in samples of events, if it is another than the example's.
    @Nullable
    Object sample;

    /// Whether samples of events do without the field.
    boolean unsampled;

    @Nullable
    String component;

    @Nullable
    String format;

    /// Adds a field's value to a sample of an event.
    ///
    /// @return whether there is one, or the sample does without the field
    boolean addSample(String name, Type<Object> type, Map<String, @Nullable Object> to) {
        if (sample != null) {
            to.put(name, type.json(sample));
        } else if (example != null && !unsampled) {
            to.put(name, example);
        } else if (!unsampled && !type.references().isEmpty()) {
            to.put(name, type.references().getFirst().sample());
        }
        return unsampled || to.containsKey(name);
    }

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
