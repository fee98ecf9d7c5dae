package streamerapi.shared.schema;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Objects and lists of objects in a form, whose fields have a flat name each: `filter[block]` is the field `block` of
/// the
/// object `filter`, `rewards[0][action]` the field `action` of an object in the list `rewards`.
final class NestedForm {

    /// The field of a row in which something new can be entered. It is always blank.
    private static final String NEW = "new";

    private static final int MAX_DEPTH = 4;

    private NestedForm() {}

    /// Puts a field where its name says. A name that does not fit what others have said stands for itself.
    static void put(Map<String, @Nullable Object> fields, String name, String value) {
        int bracket = name.indexOf('[');
        List<String> path = bracket > 0 && name.endsWith("]")
                ? Arrays.asList(name.substring(bracket + 1, name.length() - 1).split("]\\[", -1))
                : List.of();
        if (path.isEmpty() || path.size() > MAX_DEPTH) {
            fields.put(name, value);
            return;
        }
        Map<String, @Nullable Object> object = object(fields, name.substring(0, bracket));
        for (String inner : path.subList(0, path.size() - 1)) {
            object = object == null ? null : object(object, inner);
        }
        if (object == null || object.get(path.getLast()) instanceof Map<?, ?>) {
            fields.put(name, value);
        } else {
            object.put(path.getLast(), value);
        }
    }

    /// The object in a field, new if there is none; null if the field is a text.
    @SuppressWarnings("unchecked") // every map in a form is made here
    private static @Nullable Map<String, @Nullable Object> object(Map<String, @Nullable Object> fields, String name) {
        Object value = fields.computeIfAbsent(name, n -> new LinkedHashMap<String, @Nullable Object>());
        return value instanceof Map<?, ?> object ? (Map<String, @Nullable Object>) object : null;
    }

    /// Whether nothing is filled in: a blank text, or an object of such.
    static boolean isBlank(@Nullable Object value) {
        return switch (value) {
            case null -> true;
            case String text -> text.isBlank();
            case Map<?, ?> object -> object.values().stream().allMatch(NestedForm::isBlank);
            default -> false;
        };
    }

    /// The objects of a list by their numbers in the form, in their order; those in which nothing is filled in are rows
    /// of the form that were left empty.
    ///
    /// @param byIndex the rows by their numbers
    static Map<String, Object> list(Map<?, ?> byIndex) {
        Map<String, Object> list = new LinkedHashMap<>();
        byIndex.forEach((number, element) -> {
            if (element instanceof Map<?, ?> row) {
                if (!isLeftEmpty(row)) {
                    Map<Object, Object> entered = new LinkedHashMap<>(row);
                    entered.remove(NEW);
                    list.put(String.valueOf(number), entered);
                }
            } else if (element != null) {
                list.put(String.valueOf(number), element);
            }
        });
        return list;
    }

    /// Whether nothing is filled in in a new row, or the first field of an earlier one is blank: that takes it away,
    /// whatever its other fields have.
    private static boolean isLeftEmpty(Map<?, ?> row) {
        return row.isEmpty()
                || (row.containsKey(NEW)
                        ? isBlank(row)
                        : isBlank(row.values().iterator().next()));
    }
}
