package streamerapi.shared.storage;

import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// A row of the table: its key and its attributes. Nulls are not stored.
///
/// Attributes are text, numbers, [Boolean], and lists and maps of those; a time is its epoch milliseconds.
public record Row(Key key, Map<String, Object> attributes) {

    /// A row with no attributes yet.
    public static Row of(Key key) {
        return new Row(key, new LinkedHashMap<>());
    }

    /// This row with one attribute more; null leaves it out.
    public Row with(String name, @Nullable Object value) {
        Map<String, Object> all = new LinkedHashMap<>(attributes);
        if (value == null) {
            all.remove(name);
        } else {
            all.put(name, value instanceof Instant instant ? (Object) instant.toEpochMilli() : value);
        }
        return new Row(key, all);
    }

    /// This row with one attribute more; null leaves it out.
    public <T> Row with(Attribute<T> attribute, @Nullable T value) {
        return with(attribute.name(), value == null ? null : attribute.stored(value));
    }

    /// This row with a number more.
    public Row with(Attribute.Whole attribute, long value) {
        return with(attribute.name(), (Long) value);
    }

    /// This row with none of its attributes but these.
    public Row only(List<Attribute<?>> kept) {
        Map<String, Object> some = new LinkedHashMap<>();
        for (Attribute<?> attribute : kept) {
            Object value = attributes.get(attribute.name());
            if (value != null) {
                some.put(attribute.name(), value);
            }
        }
        return new Row(key, some);
    }

    /// This row without these attributes.
    public Row without(List<Attribute<?>> left) {
        Map<String, Object> rest = new LinkedHashMap<>(attributes);
        left.forEach(attribute -> rest.remove(attribute.name()));
        return new Row(key, rest);
    }

    /// These attributes at another key.
    public Row at(Key other) {
        return new Row(other, attributes);
    }

    /// This row with all attributes of another.
    public Row withAll(Row other) {
        Map<String, Object> all = new LinkedHashMap<>(attributes);
        all.putAll(other.attributes);
        return new Row(key, all);
    }

    /// Whether the attribute is there.
    public boolean has(Attribute<?> attribute) {
        return has(attribute.name());
    }

    /// The attribute's value; of one that is not there, the value that stands for that.
    ///
    /// @throws NullPointerException if it is not there and must be
    public <T> T get(Attribute<T> attribute) {
        Object stored = attributes.get(attribute.name());
        return stored == null ? attribute.absent() : attribute.loaded(stored);
    }

    /// The number, 0 if it is not there.
    public long get(Attribute.Whole attribute) {
        return number(attribute.name());
    }

    /// The flag, false if it is not there.
    public boolean get(Attribute.Flag attribute) {
        return flag(attribute.name());
    }

    /// The attribute's value, or null if it is not there.
    public <T> @Nullable T find(Attribute<T> attribute) {
        Object stored = attributes.get(attribute.name());
        return stored == null ? null : attribute.loaded(stored);
    }

    /// Whether the attribute is there.
    public boolean has(String name) {
        return attributes.containsKey(name);
    }

    /// A text that must be there.
    public String text(String name) {
        return (String) Objects.requireNonNull(attributes.get(name), name);
    }

    /// A text, or null.
    public @Nullable String textOrNull(String name) {
        return (String) attributes.get(name);
    }

    /// A decimal, or null.
    public @Nullable BigDecimal decimalOrNull(String name) {
        return (BigDecimal) attributes.get(name);
    }

    /// A whole number, 0 if it is not there.
    public long number(String name) {
        return attributes.get(name) instanceof Number number ? number.longValue() : 0;
    }

    /// A flag, false if it is not there.
    public boolean flag(String name) {
        return Boolean.TRUE.equals(attributes.get(name));
    }

    /// A time that must be there.
    public Instant instant(String name) {
        return Objects.requireNonNull(instantOrNull(name), name);
    }

    /// A time, or null.
    public @Nullable Instant instantOrNull(String name) {
        return attributes.get(name) instanceof Number millis ? Instant.ofEpochMilli(millis.longValue()) : null;
    }

    /// A list of texts, empty if it is not there.
    public List<String> texts(String name) {
        return attributes.get(name) instanceof List<?> list
                ? list.stream().map(String.class::cast).toList()
                : List.of();
    }

    /// The fields of a map, read as those of a row are; none if it is not there.
    public Row object(String name) {
        return attributes.get(name) instanceof Map<?, ?> map ? fields(map) : of(key);
    }

    /// A list of maps, each read as a row is; empty if it is not there.
    public List<Row> objects(String name) {
        return attributes.get(name) instanceof List<?> list
                ? list.stream().map(map -> fields((Map<?, ?>) map)).toList()
                : List.of();
    }

    private Row fields(Map<?, ?> map) {
        Row fields = of(key);
        map.forEach((name, value) -> fields.attributes.put((String) name, Objects.requireNonNull(value)));
        return fields;
    }
}
