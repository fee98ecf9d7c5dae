package streamerapi.shared.storage;

import java.util.Arrays;
import java.util.List;

/// What must be true of a row for a write to happen, judged by the database in the same moment.
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

    /// Every one of them is true.
    record All(List<Condition> conditions) implements Condition {}

    /// One of them is true.
    record Any(List<Condition> conditions) implements Condition {}

    /// The row is there.
    static Condition rowExists() {
        return new Exists("pk");
    }

    /// No such row is there.
    static Condition noRow() {
        return new Absent("pk");
    }

    /// The attribute has this value.
    static Condition equal(String attribute, Object value) {
        return new Compares(attribute, "=", value);
    }

    /// The attribute is there and less than the value.
    static Condition below(String attribute, Object value) {
        return new Compares(attribute, "<", value);
    }

    /// The attribute is there.
    static Condition exists(String attribute) {
        return new Exists(attribute);
    }

    /// The attribute is there and the value, or less.
    static Condition atMost(String attribute, Object value) {
        return new Compares(attribute, "<=", value);
    }

    /// The attribute is there and the value, or more.
    static Condition atLeast(String attribute, Object value) {
        return new Compares(attribute, ">=", value);
    }

    /// The attribute is there and more than the value.
    static Condition above(String attribute, Object value) {
        return new Compares(attribute, ">", value);
    }

    /// The text attribute begins with the prefix.
    static Condition beginsWith(String attribute, String prefix) {
        return new BeginsWith(attribute, prefix);
    }

    /// The attribute is not there.
    static Condition absent(String attribute) {
        return new Absent(attribute);
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
