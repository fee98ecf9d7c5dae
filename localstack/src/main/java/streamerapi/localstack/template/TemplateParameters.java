package streamerapi.localstack.template;

import com.fasterxml.jackson.databind.JsonNode;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/// The template's parameters, each with its default, checked as CloudFormation checks them.
final class TemplateParameters {
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

    /// The property under which a given value is checked.
    private static final String GIVEN = "Value";

    private TemplateParameters() {}

    /// The value of each parameter: the one that is given, or its default.
    ///
    /// @throws TemplateException if a parameter has no default, if a value breaks the parameter's own constraints, or
    /// if there is no parameter of a name that is given
    static Map<String, JsonNode> of(TemplateMapping section, Map<String, String> given) {
        given.keySet().stream().filter(name -> !section.has(name)).findFirst().ifPresent(name -> {
            throw section.refused(name, "is given, and the template has no such parameter");
        });
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
            check(parameter, "Default");
            String value = given.get(name);
            if (value == null) {
                values.put(name, parameter.values().path("Default"));
            } else {
                parameter.values().put(GIVEN, value);
                check(parameter, GIVEN);
                values.put(name, parameter.values().remove(GIVEN));
            }
        });
        return values;
    }

    /// @param name where the value stands
    private static void check(TemplateMapping parameter, String name) {
        String value = parameter.text(name);
        String pattern = parameter.text("AllowedPattern", ".*");
        if (!Pattern.compile(pattern, Pattern.DOTALL).matcher(value).matches()) {
            throw parameter.refused(name, "does not match AllowedPattern " + pattern);
        }
        if (parameter.has("MinLength") && value.length() < number(parameter, "MinLength")) {
            throw parameter.refused(name, "is shorter than MinLength");
        }
        if (parameter.has("MaxLength") && value.length() > number(parameter, "MaxLength")) {
            throw parameter.refused(name, "is longer than MaxLength");
        }
        if (parameter.has("AllowedValues") && !parameter.texts("AllowedValues").contains(value)) {
            throw parameter.refused(name, "is not one of AllowedValues");
        }
        if (parameter.has("MinValue") && number(parameter, name) < number(parameter, "MinValue")) {
            throw parameter.refused(name, "is less than MinValue");
        }
        if (parameter.has("MaxValue") && number(parameter, name) > number(parameter, "MaxValue")) {
            throw parameter.refused(name, "is more than MaxValue");
        }
    }

    private static double number(TemplateMapping parameter, String name) {
        try {
            return Double.parseDouble(parameter.text(name));
        } catch (NumberFormatException e) {
            throw parameter.refused(name, "must be a number");
        }
    }
}
