package streamerapi.localstack.template;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.schema.CoreSchema;

import java.util.Set;

/// A YAML document as a JSON tree in which the short intrinsic tags (`!Sub x`) have their long form (`{"Fn::Sub":
/// "x"}`).
final class YamlTree {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final Set<String> INTRINSICS = Set.of(
            "!Ref",
            "!Sub",
            "!GetAtt",
            "!If",
            "!Equals",
            "!Not",
            "!And",
            "!Or",
            "!Join",
            "!Select",
            "!Split",
            "!Condition");

    /// The most aliases of maps and lists: several for each function.
    private static final int MAX_ALIASES = 500;

    private final String file;

    private YamlTree(String file) {
        this.file = file;
    }

    /// @param file the name to use in error messages
    /// @throws TemplateException with the line, if the text is no YAML or has a tag that is not supported
    static JsonNode parse(String file, String text) {
        var settings = LoadSettings.builder()
                .setSchema(new CoreSchema())
                .setLabel(file)
                .setMaxAliasesForCollections(MAX_ALIASES)
                .build();
        try {
            Node root = new Compose(settings)
                    .composeString(text)
                    .orElseThrow(() -> new TemplateException(file, "the template is empty"));
            return new YamlTree(file).convert(root);
        } catch (YamlEngineException e) {
            throw new TemplateException(file, String.valueOf(e.getMessage()).replaceAll("\\s*\\R\\s*", " "));
        }
    }

    private JsonNode convert(Node node) {
        String tag = node.getTag().getValue();
        JsonNode plain =
                switch (node) {
                    case MappingNode mapping -> object(mapping);
                    case SequenceNode sequence -> {
                        var array = JSON.arrayNode();
                        sequence.getValue().forEach(item -> array.add(convert(item)));
                        yield array;
                    }
                    case ScalarNode scalar -> scalar(scalar);
                    default -> throw at(node, "this kind of node is not supported");
                };
        return tag.startsWith("!") && !tag.equals("!") ? intrinsic(node, tag, plain) : plain;
    }

    private ObjectNode object(MappingNode mapping) {
        var object = JSON.objectNode();
        for (var entry : mapping.getValue()) {
            if (!(entry.getKeyNode() instanceof ScalarNode key)) {
                throw at(entry.getKeyNode(), "a key must be a plain word");
            }
            if (object.has(key.getValue())) {
                throw at(key, "the key " + key.getValue() + " stands twice");
            }
            object.set(key.getValue(), convert(entry.getValueNode()));
        }
        return object;
    }

    private static JsonNode scalar(ScalarNode scalar) {
        String value = scalar.getValue();
        Tag tag = scalar.getTag();
        if (tag.equals(Tag.INT)) {
            return JSON.numberNode(Long.decode(value));
        }
        if (tag.equals(Tag.FLOAT)) {
            return JSON.numberNode(Double.parseDouble(value));
        }
        if (tag.equals(Tag.BOOL)) {
            return JSON.booleanNode(Boolean.parseBoolean(value));
        }
        return tag.equals(Tag.NULL) ? JSON.nullNode() : JSON.textNode(value);
    }

    private JsonNode intrinsic(Node node, String tag, JsonNode value) {
        if (!INTRINSICS.contains(tag)) {
            throw at(node, "the intrinsic " + tag + " is not supported by the local stack");
        }
        var object = JSON.objectNode();
        switch (tag) {
            case "!Ref", "!Condition" -> object.set(tag.substring(1), value);
            case "!GetAtt" -> {
                String[] parts = value.asText().split("\\.", 2);
                if (value.isTextual() && parts.length == 2) {
                    object.putArray("Fn::GetAtt").add(parts[0]).add(parts[1]);
                } else {
                    object.set("Fn::GetAtt", value);
                }
            }
            default -> object.set("Fn::" + tag.substring(1), value);
        }
        return object;
    }

    private TemplateException at(Node node, String problem) {
        String line =
                node.getStartMark().map(mark -> " line " + (mark.getLine() + 1)).orElse("");
        return new TemplateException(file + line, problem);
    }
}
