package streamerapi.providers;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.json.Json;

import java.math.BigDecimal;
import java.util.Map;
import java.util.Objects;

/// The fields of an object in a provider's answer. A field of a type other than the requested one counts as missing.
public record JsonFields(Map<String, @Nullable Object> fields) {

    /// The fields of a value; none if it is no object.
    public static JsonFields of(@Nullable Object value) {
        return new JsonFields(value instanceof Map<?, ?> ? Json.asObject(value) : Map.of());
    }

    /// A text, or a whole number as text; empty if it is missing.
    public String text(String name) {
        return Objects.requireNonNullElse(textOrNull(name), "");
    }

    /// A text, or a whole number as text; null if it is missing.
    public @Nullable String textOrNull(String name) {
        Object value = fields.get(name);
        return value instanceof BigDecimal number ? number.toPlainString() : value instanceof String text ? text : null;
    }

    /// A whole number; 0 if it is missing.
    public int number(String name) {
        return fields.get(name) instanceof BigDecimal number ? number.intValue() : 0;
    }

    /// A flag; false if it is missing.
    public boolean flag(String name) {
        return Boolean.TRUE.equals(fields.get(name));
    }

    /// An object; one without fields if it is missing.
    public JsonFields object(String name) {
        return of(fields.get(name));
    }
}
