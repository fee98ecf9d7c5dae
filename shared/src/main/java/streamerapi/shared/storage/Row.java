package streamerapi.shared.storage;

import org.jspecify.annotations.Nullable;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A row of the table: its key and its attributes. Nulls are not stored.
///
/// Attributes are text, numbers, [Boolean], and lists and maps of those; a time is its epoch milliseconds.
public record Row(Key key, Map<String, Object> attributes) {

    /// A row with no attributes yet.
    public static Row of(Key key) {
        return new Row(key, new LinkedHashMap<>());
    }

    /// The row of a record's image in the table's stream (Lambda guide, "Using AWS Lambda with DynamoDB").
    ///
    /// @param image the image's attributes in DynamoDB's JSON
    public static Row ofImage(Map<String, @Nullable Object> image) {
        return Values.ofImage(image);
    }

    /// This row with one attribute more; null leaves it out.
    public <T> Row with(Attribute<T> attribute, @Nullable T value) {
        Map<String, Object> all = new LinkedHashMap<>(attributes);
        if (value == null) {
            all.remove(attribute.name());
        } else {
            all.put(attribute.name(), attribute.stored(value));
        }
        return new Row(key, all);
    }

    /// This row with a number more.
    public Row with(Attribute.Whole attribute, long value) {
        return with(attribute, (Long) value);
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
        return attributes.containsKey(attribute.name());
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
        return attributes.get(attribute.name()) instanceof Number number ? number.longValue() : 0;
    }

    /// The flag, false if it is not there.
    public boolean get(Attribute.Flag attribute) {
        return Boolean.TRUE.equals(attributes.get(attribute.name()));
    }

    /// The attribute's value, or null if it is not there.
    public <T> @Nullable T find(Attribute<T> attribute) {
        Object stored = attributes.get(attribute.name());
        return stored == null || !attribute.knows(stored) ? null : attribute.loaded(stored);
    }
}
