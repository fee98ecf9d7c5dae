package streamerapi.localstack.template;

import com.fasterxml.jackson.databind.JsonNode;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/// The template's parameters, each with its default, checked as CloudFormation checks them.
final class Parameters {
    private static final Set<String> KNOWN = Set.of(
            "Type",
            "Default",
            "AllowedPattern",
            "AllowedValues",
            "MinValue",
            "MaxValue",
            "MinLength",
            "MaxLength",
            "Description",
            "ConstraintDescription",
            "NoEcho");

    private Parameters() {}

    /// @throws TemplateException where a parameter has no default, or a default that breaks its own constraints
    static Map<String, JsonNode> defaults(Settings section) {
        var values = new LinkedHashMap<String, JsonNode>();
        section.entries().forEach((name, parameter) -> {
            parameter.values().fieldNames().forEachRemaining(property -> {
                if (!KNOWN.contains(property)) {
                    throw parameter.refused(property, "is not supported by the local stack");
                }
            });
            parameter.oneOf("Type", "String", "String", "Number", "CommaDelimitedList");
            if (!parameter.has("Default")) {
                throw parameter.refused("Default", "is missing, and the local stack has no other value");
            }
            check(parameter);
            values.put(name, parameter.values().path("Default"));
        });
        return values;
    }

    private static void check(Settings parameter) {
        String value = parameter.text("Default");
        String pattern = parameter.text("AllowedPattern", ".*");
        if (!Pattern.compile(pattern, Pattern.DOTALL).matcher(value).matches()) {
            throw parameter.refused("Default", "does not match AllowedPattern " + pattern);
        }
        if (parameter.has("AllowedValues") && !parameter.texts("AllowedValues").contains(value)) {
            throw parameter.refused("Default", "is not one of AllowedValues");
        }
        if (parameter.has("MinValue") && number(parameter, "Default") < number(parameter, "MinValue")) {
            throw parameter.refused("Default", "is less than MinValue");
        }
        if (parameter.has("MaxValue") && number(parameter, "Default") > number(parameter, "MaxValue")) {
            throw parameter.refused("Default", "is more than MaxValue");
        }
    }

    private static double number(Settings parameter, String name) {
        try {
            return Double.parseDouble(parameter.text(name));
        } catch (NumberFormatException e) {
            throw parameter.refused(name, "must be a number");
        }
    }
}
