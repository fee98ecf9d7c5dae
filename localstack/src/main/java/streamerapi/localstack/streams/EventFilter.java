package streamerapi.localstack.streams;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import streamerapi.localstack.template.TemplateMapping;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// `FilterCriteria` of an event source: a record passes when one of the patterns matches it.
///
/// Patterns are EventBridge's: exact values, `prefix`, `suffix`, `equals-ignore-case`, `anything-but` of values, and
/// `exists`. Numeric comparison is not among them, since DynamoDB's numbers are texts, which AWS does not compare
/// either.
public final class EventFilter {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final List<Predicate<JsonNode>> patterns = new ArrayList<>();

    /// @throws streamerapi.localstack.template.TemplateException naming the rule that is not supported
    public static EventFilter of(TemplateMapping criteria) {
        var filter = new EventFilter();
        for (TemplateMapping entry : criteria.sections("Filters")) {
            try {
                filter.patterns.add(matcher(entry, JSON.readTree(entry.text("Pattern"))));
            } catch (JsonProcessingException e) {
                throw entry.refused("Pattern", "is no JSON");
            }
        }
        return filter;
    }

    public boolean passes(JsonNode event) {
        return patterns.isEmpty() || patterns.stream().anyMatch(pattern -> pattern.test(event));
    }

    private static Predicate<JsonNode> matcher(TemplateMapping entry, JsonNode pattern) {
        if (pattern.isArray()) {
            var rules = pattern.valueStream().map(rule -> rule(entry, rule)).toList();
            return value -> rules.stream().anyMatch(rule -> rule.test(value));
        }
        if (!pattern.isObject()) {
            throw entry.refused("Pattern", "must have a list where it has " + pattern);
        }
        if (pattern.has("$or")) {
            throw entry.refused("Pattern", "has the rule $or, which the local stack does not support");
        }
        Map<String, Predicate<JsonNode>> fields = pattern.propertyStream()
                .collect(Collectors.toMap(Map.Entry::getKey, field -> matcher(entry, field.getValue())));
        return value ->
                fields.entrySet().stream().allMatch(field -> field.getValue().test(value.path(field.getKey())));
    }

    private static Predicate<JsonNode> rule(TemplateMapping entry, JsonNode rule) {
        if (rule.isValueNode()) {
            return rule::equals;
        }
        String name = rule.size() == 1 ? rule.fieldNames().next() : rule.toString();
        JsonNode argument = rule.path(name);
        return switch (name) {
            case "prefix" -> value -> value.isTextual() && value.asText().startsWith(argument.asText());
            case "suffix" -> value -> value.isTextual() && value.asText().endsWith(argument.asText());
            case "equals-ignore-case" ->
                value -> value.isTextual() && fold(value.asText()).equals(fold(argument.asText()));
            case "exists" -> value -> argument.asBoolean() != value.isMissingNode();
            case "anything-but" -> anythingBut(entry, argument);
            default ->
                throw entry.refused("Pattern", "has the rule " + name + ", which the local stack does not support");
        };
    }

    private static Predicate<JsonNode> anythingBut(TemplateMapping entry, JsonNode argument) {
        if (argument.isObject()) {
            throw entry.refused("Pattern", "has a rule inside anything-but, which the local stack does not support");
        }
        List<JsonNode> values = argument.isArray() ? argument.valueStream().toList() : List.of(argument);
        return value -> !value.isMissingNode() && !values.contains(value);
    }

    private static String fold(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}
