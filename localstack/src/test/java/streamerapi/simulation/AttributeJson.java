package streamerapi.simulation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Values of DynamoDB, read from its JSON and written as it.
public final class AttributeJson {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private AttributeJson() {}

    public static Map<String, AttributeValue> item(JsonNode node) {
        Map<String, AttributeValue> item = new LinkedHashMap<>();
        node.properties().forEach(field -> item.put(field.getKey(), value(field.getValue())));
        return item;
    }

    /// The values under a name, or null if there is no such name.
    static @Nullable Map<String, AttributeValue> optional(JsonNode node) {
        return node.isObject() ? item(node) : null;
    }

    static Map<String, String> texts(JsonNode node) {
        Map<String, String> texts = new LinkedHashMap<>();
        node.properties()
                .forEach(field -> texts.put(field.getKey(), field.getValue().textValue()));
        return texts;
    }

    private static AttributeValue value(JsonNode node) {
        Map.Entry<String, JsonNode> entry = node.properties().iterator().next();
        JsonNode of = entry.getValue();
        return switch (entry.getKey()) {
            case "S" -> AttributeValue.fromS(of.textValue());
            case "N" -> AttributeValue.fromN(of.textValue());
            case "B" ->
                AttributeValue.fromB(SdkBytes.fromByteArray(Base64.getDecoder().decode(of.textValue())));
            case "BOOL" -> AttributeValue.fromBool(of.booleanValue());
            case "NULL" -> AttributeValue.fromNul(true);
            case "M" -> AttributeValue.fromM(item(of));
            case "L" -> {
                List<AttributeValue> values = new ArrayList<>();
                of.forEach(element -> values.add(value(element)));
                yield AttributeValue.fromL(values);
            }
            case "SS" ->
                AttributeValue.fromSs(of.valueStream().map(JsonNode::textValue).toList());
            case "NS" ->
                AttributeValue.fromNs(of.valueStream().map(JsonNode::textValue).toList());
            default -> throw new IllegalArgumentException("an attribute of type " + entry.getKey());
        };
    }

    public static ObjectNode json(Map<String, AttributeValue> item) {
        ObjectNode object = JSON.objectNode();
        item.forEach((name, value) -> object.set(name, json(value)));
        return object;
    }

    private static JsonNode json(AttributeValue value) {
        ObjectNode object = JSON.objectNode();
        switch (value.type()) {
            case S -> object.put("S", value.s());
            case N -> object.put("N", value.n());
            case B -> object.put("B", value.b().asByteArray());
            case BOOL -> object.put("BOOL", value.bool());
            case NUL -> object.put("NULL", true);
            case M -> object.set("M", json(value.m()));
            case L -> {
                ArrayNode list = object.putArray("L");
                value.l().forEach(element -> list.add(json(element)));
            }
            case SS -> {
                ArrayNode list = object.putArray("SS");
                value.ss().forEach(list::add);
            }
            case NS -> {
                ArrayNode list = object.putArray("NS");
                value.ns().forEach(list::add);
            }
            case BS, UNKNOWN_TO_SDK_VERSION ->
                throw new IllegalArgumentException("an attribute of type " + value.type());
        }
        return object;
    }
}
