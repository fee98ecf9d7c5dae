package streamerapi.localstack.standins;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Objects;

/// Whole events of a platform, by type, with the fields in them that a test does not say.
///
/// They are a resource in which a text of `$` and a name stands for a value, and one of `#` and a name for the same
/// value as a number.
public final class StandInSamples {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final JsonNode samples;

    public StandInSamples(String resource) {
        try (InputStream stream =
                Objects.requireNonNull(StandInSamples.class.getResourceAsStream("/stand-ins/" + resource), resource)) {
            samples = JSON.readTree(stream);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The event of a type with these values.
    public ObjectNode of(String type, Map<String, String> values) {
        return (ObjectNode) filled(samples.required(type), values);
    }

    private static JsonNode filled(JsonNode node, Map<String, String> values) {
        return switch (node) {
            case ObjectNode object -> {
                ObjectNode copy = JSON.createObjectNode();
                object.properties().forEach(field -> copy.set(field.getKey(), filled(field.getValue(), values)));
                yield copy;
            }
            case ArrayNode array -> {
                ArrayNode copy = JSON.createArrayNode();
                array.forEach(element -> copy.add(filled(element, values)));
                yield copy;
            }
            case TextNode text -> filled(text.textValue(), values);
            default -> node;
        };
    }

    private static JsonNode filled(String text, Map<String, String> values) {
        if (!text.startsWith("$") && !text.startsWith("#")) {
            return TextNode.valueOf(text);
        }
        String value = Objects.requireNonNull(values.get(text.substring(1)), text);
        return text.startsWith("$") ? TextNode.valueOf(value) : LongNode.valueOf(Long.parseLong(value));
    }

    /// Puts the fields of one object over another's: objects are merged, everything else is replaced.
    public static void merge(ObjectNode target, JsonNode over) {
        over.properties().forEach(field -> {
            if (target.get(field.getKey()) instanceof ObjectNode inner && field.getValue() instanceof ObjectNode more) {
                merge(inner, more);
            } else {
                target.set(field.getKey(), field.getValue());
            }
        });
    }
}
