package streamerapi.localstack.template;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/// The section of a SAM template with properties that all resources of a type have.
final class Globals {

    private final TemplateMapping section;

    /// @throws TemplateException if it has a type that the local stack does not support
    Globals(TemplateMapping section) {
        this.section = section;
        section.values().fieldNames().forEachRemaining(name -> {
            if (!name.equals("Function") && !name.equals("HttpApi")) {
                throw new TemplateException(section.place() + "." + name, "is not supported by the local stack");
            }
        });
    }

    /// The properties of a resource with those of its type.
    JsonNode merged(String type, JsonNode own) {
        return merge(section.values().path(type.replace("AWS::Serverless::", "")), own);
    }

    /// SAM's rule: mappings merge, lists append, anything else is the resource's own.
    private static JsonNode merge(JsonNode global, JsonNode own) {
        if (own.isMissingNode()) {
            return global;
        }
        if (global instanceof ObjectNode common && own instanceof ObjectNode object) {
            ObjectNode merged = common.deepCopy();
            object.properties()
                    .forEach(entry -> merged.set(entry.getKey(), merge(common.path(entry.getKey()), entry.getValue())));
            return merged;
        }
        if (global instanceof ArrayNode common && own instanceof ArrayNode array) {
            return common.deepCopy().addAll(array);
        }
        return own;
    }
}
