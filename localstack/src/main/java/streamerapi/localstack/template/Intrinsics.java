package streamerapi.localstack.template;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Resolves CloudFormation's intrinsic functions: a tree goes in, the tree of plain values comes out.
final class Intrinsics {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{([^!}][^}]*)}");

    /// The values of `Ref` and `Fn::GetAtt`: of a parameter, a pseudo parameter or a resource.
    interface Lookup {
        JsonNode ref(String place, String name);

        String attribute(String place, String id, String attribute);
    }

    private final TemplateMapping conditions;
    private final Lookup lookup;
    private final Map<String, Boolean> decided = new HashMap<>();

    Intrinsics(TemplateMapping conditions, Lookup lookup) {
        this.conditions = conditions;
        this.lookup = lookup;
    }

    /// The plain value of a node; [MissingNode] if it resolves to `AWS::NoValue`.
    JsonNode resolve(String place, JsonNode node) {
        if (node.isObject()) {
            if (node.size() == 1) {
                String name = node.fieldNames().next();
                if (name.equals("Ref") || name.startsWith("Fn::")) {
                    return call(place, name, node.path(name));
                }
            }
            var object = JSON.objectNode();
            node.properties().forEach(entry -> {
                JsonNode value = resolve(place + "." + entry.getKey(), entry.getValue());
                if (!value.isMissingNode()) {
                    object.set(entry.getKey(), value);
                }
            });
            return object;
        }
        if (node.isArray()) {
            var array = JSON.arrayNode();
            int index = 0;
            for (JsonNode item : node) {
                JsonNode value = resolve(place + "[" + index++ + "]", item);
                if (!value.isMissingNode()) {
                    array.add(value);
                }
            }
            return array;
        }
        return node;
    }

    /// Whether a condition of the template holds.
    boolean holds(String place, String condition) {
        Boolean known = decided.get(condition);
        if (known == null) {
            if (!conditions.has(condition)) {
                throw new TemplateException(place, "there is no condition " + condition);
            }
            known = test(
                    conditions.place() + "." + condition, conditions.values().path(condition));
            decided.put(condition, known);
        }
        return known;
    }

    /// Whether what a rule asserts is so.
    boolean isSo(String place, JsonNode assertion) {
        return test(place, assertion);
    }

    private JsonNode call(String place, String name, JsonNode argument) {
        return switch (name) {
            case "Ref" -> lookup.ref(place, argument.asText());
            case "Fn::GetAtt" -> attribute(place, argument);
            case "Fn::Sub" -> JSON.textNode(substitute(place, argument));
            case "Fn::Join" -> JSON.textNode(join(place, argument));
            case "Fn::Split" -> {
                var parts = JSON.arrayNode();
                String separator = text(place, item(place, name, argument, 0));
                for (String part : text(place, item(place, name, argument, 1)).split(Pattern.quote(separator), -1)) {
                    parts.add(part);
                }
                yield parts;
            }
            case "Fn::Select" -> {
                int index = item(place, name, argument, 0).asInt(-1);
                JsonNode chosen = resolve(place, item(place, name, argument, 1)).path(index);
                if (chosen.isMissingNode()) {
                    throw new TemplateException(place, "Fn::Select has no item " + index);
                }
                yield chosen;
            }
            case "Fn::If" -> {
                boolean holds = holds(place, item(place, name, argument, 0).asText());
                yield resolve(place, item(place, name, argument, holds ? 1 : 2));
            }
            case "Fn::Equals", "Fn::Not", "Fn::And", "Fn::Or" -> JSON.booleanNode(test(place, name, argument));
            default -> throw new TemplateException(place, name + " is not supported by the local stack");
        };
    }

    private boolean test(String place, JsonNode node) {
        if (node.isObject() && node.size() == 1) {
            String name = node.fieldNames().next();
            return test(place, name, node.path(name));
        }
        throw new TemplateException(place, "is no condition");
    }

    private boolean test(String place, String name, JsonNode argument) {
        return switch (name) {
            case "Condition" -> holds(place, argument.asText());
            case "Fn::Equals" ->
                text(place, item(place, name, argument, 0)).equals(text(place, item(place, name, argument, 1)));
            case "Fn::Not" -> !test(place, item(place, name, argument, 0));
            case "Fn::And" -> argument.valueStream().allMatch(one -> test(place, one));
            case "Fn::Or" -> argument.valueStream().anyMatch(one -> test(place, one));
            default -> throw new TemplateException(place, name + " is not supported in a condition");
        };
    }

    private JsonNode attribute(String place, JsonNode argument) {
        String id = argument.isArray()
                ? argument.path(0).asText()
                : argument.asText().split("\\.", 2)[0];
        String attribute = argument.isArray()
                ? argument.path(1).asText()
                : argument.asText().substring(Math.min(argument.asText().length(), id.length() + 1));
        return JSON.textNode(lookup.attribute(place, id, attribute));
    }

    private String substitute(String place, JsonNode argument) {
        String pattern = argument.isArray() ? argument.path(0).asText() : argument.asText();
        JsonNode own = argument.isArray() ? argument.path(1) : MissingNode.getInstance();
        Matcher matcher = VARIABLE.matcher(pattern);
        var result = new StringBuilder();
        while (matcher.find()) {
            matcher.appendReplacement(result, Matcher.quoteReplacement(variable(place, matcher.group(1), own)));
        }
        return matcher.appendTail(result).toString().replace("${!", "${");
    }

    private String variable(String place, String name, JsonNode own) {
        if (own.has(name)) {
            return text(place, own.path(name));
        }
        int dot = name.indexOf('.');
        return dot < 0
                ? text(place, lookup.ref(place, name))
                : lookup.attribute(place, name.substring(0, dot), name.substring(dot + 1));
    }

    private String join(String place, JsonNode argument) {
        String separator = item(place, "Fn::Join", argument, 0).asText();
        return resolve(place, item(place, "Fn::Join", argument, 1))
                .valueStream()
                .map(JsonNode::asText)
                .collect(java.util.stream.Collectors.joining(separator));
    }

    private static JsonNode item(String place, String name, JsonNode argument, int index) {
        if (!argument.has(index)) {
            throw new TemplateException(place, name + " needs more arguments");
        }
        return argument.path(index);
    }

    private String text(String place, JsonNode node) {
        JsonNode value = resolve(place, node);
        if (!value.isValueNode()) {
            throw new TemplateException(place, "must resolve to a text");
        }
        return value.asText();
    }
}
