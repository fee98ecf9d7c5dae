package streamerapi.shared.storage;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// A condition on a row for a write, judged by the database in the same moment.
public sealed interface Condition {

    /// Always true.
    Condition NONE = new All(List.of());

    /// The attribute (or, for `pk`, the row) is there.
    record Exists(String attribute) implements Condition {}

    /// The attribute (or, for `pk`, the row) is not there.
    record Absent(String attribute) implements Condition {}

    /// The attribute stands in `operator` (`=`, `<>`, `<`, `<=`, `>`, `>=`) to the value; false if it is not there.
    record Compares(String attribute, String operator, Object value) implements Condition {}

    /// The text attribute begins with the prefix.
    record BeginsWith(String attribute, String prefix) implements Condition {}

    /// The list attribute has the element.
    record Contains(String attribute, Object element) implements Condition {}

    /// Every one of them is true.
    record All(List<Condition> conditions) implements Condition {}

    /// One of them is true.
    record Any(List<Condition> conditions) implements Condition {}

    /// The row's attributes are all as they were read.
    static Condition asRead(Row row) {
        List<Condition> conditions = new ArrayList<>();
        row.attributes().forEach((attribute, value) -> conditions.add(new Compares(attribute, "=", value)));
        return new All(conditions);
    }

    /// An attribute is as it was when the row was read.
    static Condition unchanged(Row read, Attribute<?> attribute) {
        Object value = read.attributes().get(attribute.name());
        return value == null ? absent(attribute) : new Compares(attribute.name(), "=", value);
    }

    /// The row is there.
    static Condition rowExists() {
        return new Exists("pk");
    }

    /// No such row is there.
    static Condition noRow() {
        return new Absent("pk");
    }

    /// The attribute has this value.
    static <T> Condition equal(Attribute<T> attribute, T value) {
        return new Compares(attribute.name(), "=", attribute.stored(value));
    }

    /// The attribute is there and less than the value.
    static <T> Condition below(Attribute<T> attribute, T value) {
        return new Compares(attribute.name(), "<", attribute.stored(value));
    }

    /// The attribute is there and the value, or less.
    static <T> Condition atMost(Attribute<T> attribute, T value) {
        return new Compares(attribute.name(), "<=", attribute.stored(value));
    }

    /// The attribute is there and the value, or more.
    static <T> Condition atLeast(Attribute<T> attribute, T value) {
        return new Compares(attribute.name(), ">=", attribute.stored(value));
    }

    /// The attribute is there and more than the value.
    static <T> Condition above(Attribute<T> attribute, T value) {
        return new Compares(attribute.name(), ">", attribute.stored(value));
    }

    /// The number has this value.
    static Condition equal(Attribute.Whole attribute, long value) {
        return equal(attribute, (Long) value);
    }

    /// The number is there and less than the value.
    static Condition below(Attribute.Whole attribute, long value) {
        return below(attribute, (Long) value);
    }

    /// The number is there and the value, or less.
    static Condition atMost(Attribute.Whole attribute, long value) {
        return atMost(attribute, (Long) value);
    }

    /// The number is there and the value, or more.
    static Condition atLeast(Attribute.Whole attribute, long value) {
        return atLeast(attribute, (Long) value);
    }

    /// The number is there and more than the value.
    static Condition above(Attribute.Whole attribute, long value) {
        return above(attribute, (Long) value);
    }

    /// The attribute is there.
    static Condition exists(Attribute<?> attribute) {
        return new Exists(attribute.name());
    }

    /// The attribute is not there.
    static Condition absent(Attribute<?> attribute) {
        return new Absent(attribute.name());
    }

    /// The text attribute begins with the prefix.
    static Condition beginsWith(Attribute<String> attribute, String prefix) {
        return new BeginsWith(attribute.name(), prefix);
    }

    /// The list of texts has this one.
    static Condition contains(Attribute<List<String>> attribute, String element) {
        return new Contains(attribute.name(), element);
    }

    /// Every one of them is true.
    static Condition all(Condition... conditions) {
        return new All(Arrays.asList(conditions));
    }

    /// One of them is true.
    static Condition any(Condition... conditions) {
        return new Any(Arrays.asList(conditions));
    }
}
