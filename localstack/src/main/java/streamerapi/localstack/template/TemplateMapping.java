package streamerapi.localstack.template;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/// A resolved mapping of the template, read by name; what is missing or of the wrong kind is refused with its place.
///
/// @param place where it stands, for error messages
public record TemplateMapping(String place, ObjectNode values) {

    /// @param place where it stands
    /// @throws TemplateException if the value is no mapping; a missing one is an empty mapping
    static TemplateMapping of(String place, JsonNode value) {
        if (value.isMissingNode() || value.isNull()) {
            return new TemplateMapping(place, JsonNodeFactory.instance.objectNode());
        }
        if (value instanceof ObjectNode object) {
            return new TemplateMapping(place, object);
        }
        throw new TemplateException(place, "must be a mapping");
    }

    public boolean has(String name) {
        return values.hasNonNull(name);
    }

    /// The text under a name that must be there.
    public String text(String name) {
        JsonNode value = values.path(name);
        if (!value.isValueNode() || value.isNull()) {
            throw refused(name, has(name) ? "must be a text" : "is missing");
        }
        return value.asText();
    }

    public String text(String name, String fallback) {
        return has(name) ? text(name) : fallback;
    }

    /// The text under a name, which must be one of the values that the local stack supports.
    public String oneOf(String name, String fallback, String... supported) {
        String value = text(name, fallback);
        if (!List.of(supported).contains(value)) {
            throw refused(
                    name,
                    "is " + value + ", and the local stack supports only " + String.join(", ", List.of(supported)));
        }
        return value;
    }

    /// The whole number under a name, which may be written as text; empty if it is not set.
    public OptionalInt number(String name) {
        if (!has(name)) {
            return OptionalInt.empty();
        }
        try {
            return OptionalInt.of(Integer.parseInt(text(name)));
        } catch (NumberFormatException e) {
            throw refused(name, "must be a whole number");
        }
    }

    public boolean flag(String name) {
        return switch (text(name, "false")) {
            case "true" -> true;
            case "false" -> false;
            default -> throw refused(name, "must be true or false");
        };
    }

    /// The mapping under a name, empty if it is not set.
    public TemplateMapping section(String name) {
        return of(place + "." + name, values.path(name));
    }

    /// The mappings of the list under a name.
    public List<TemplateMapping> sections(String name) {
        var found = new ArrayList<TemplateMapping>();
        for (JsonNode item : list(name)) {
            found.add(of(place + "." + name + "[" + found.size() + "]", item));
        }
        return found;
    }

    /// The texts of the list under a name.
    public List<String> texts(String name) {
        var found = new ArrayList<String>();
        list(name).forEach(item -> found.add(item.asText()));
        return found;
    }

    /// Every name with its mapping, in the order of the template.
    public Map<String, TemplateMapping> entries() {
        var found = new LinkedHashMap<String, TemplateMapping>();
        values.properties().forEach(entry -> found.put(entry.getKey(), section(entry.getKey())));
        return found;
    }

    /// The error for a value that cannot be used.
    public TemplateException refused(String name, String problem) {
        return new TemplateException(place + "." + name, problem);
    }

    private JsonNode list(String name) {
        JsonNode value = values.path(name);
        if (!value.isMissingNode() && !value.isNull() && !value.isArray()) {
            throw refused(name, "must be a list");
        }
        return value;
    }
}
