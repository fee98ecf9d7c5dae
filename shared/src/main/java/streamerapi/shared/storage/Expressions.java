package streamerapi.shared.storage;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// The expressions of one write, or the filter of a query, in DynamoDB's syntax, with the names and values that they
/// refer to.
final class Expressions {

    private final Map<String, String> names = new LinkedHashMap<>();
    private final Map<String, Object> values = new LinkedHashMap<>();
    private final @Nullable String condition;
    private final @Nullable String update;

    Expressions(Write write) {
        update = write.kind() == Write.Kind.UPDATE ? update(write) : null;
        condition = write.condition().equals(Condition.NONE) ? null : render(write.condition());
    }

    /// @param filter what must be true of a query's rows
    Expressions(Condition filter) {
        update = null;
        condition = filter.equals(Condition.NONE) ? null : render(filter);
    }

    @Nullable
    String condition() {
        return condition;
    }

    @Nullable
    String update() {
        return update;
    }

    /// The names used, by their placeholders.
    Map<String, String> names() {
        return names;
    }

    /// The values used, by their placeholders.
    Map<String, Object> values() {
        return values;
    }

    private String update(Write write) {
        List<String> clauses = new ArrayList<>();
        List<String> sets = new ArrayList<>();
        write.sets().forEach((attribute, value) -> sets.add(name(attribute) + " = " + value(value)));
        write.setsIfAbsent()
                .forEach((attribute, value) ->
                        sets.add(name(attribute) + " = if_not_exists(" + name(attribute) + ", " + value(value) + ")"));
        if (!sets.isEmpty()) {
            clauses.add("SET " + String.join(", ", sets));
        }
        if (!write.adds().isEmpty()) {
            clauses.add("ADD "
                    + write.adds().entrySet().stream()
                            .map(e -> name(e.getKey()) + " " + value(e.getValue()))
                            .collect(Collectors.joining(", ")));
        }
        if (!write.removes().isEmpty()) {
            clauses.add("REMOVE " + write.removes().stream().map(this::name).collect(Collectors.joining(", ")));
        }
        return String.join(" ", clauses);
    }

    private String render(Condition condition) {
        return switch (condition) {
            case Condition.Exists c -> "attribute_exists(" + name(c.attribute()) + ")";
            case Condition.Absent c -> "attribute_not_exists(" + name(c.attribute()) + ")";
            case Condition.Compares c -> name(c.attribute()) + " " + c.operator() + " " + value(c.value());
            case Condition.BeginsWith c -> "begins_with(" + name(c.attribute()) + ", " + value(c.prefix()) + ")";
            case Condition.Contains c -> "contains(" + name(c.attribute()) + ", " + value(c.element()) + ")";
            case Condition.All c -> joined(c.conditions(), " AND ");
            case Condition.Any c -> joined(c.conditions(), " OR ");
        };
    }

    private String joined(List<Condition> conditions, String operator) {
        return conditions.stream().map(this::render).collect(Collectors.joining(operator, "(", ")"));
    }

    private String name(String attribute) {
        String placeholder = "#" + attribute;
        names.put(placeholder, attribute);
        return placeholder;
    }

    private String value(Object value) {
        String placeholder = ":" + values.size();
        values.put(placeholder, value);
        return placeholder;
    }
}
