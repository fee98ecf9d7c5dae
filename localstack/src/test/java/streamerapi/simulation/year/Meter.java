package streamerapi.simulation.year;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import streamerapi.localstack.tables.Charge;
import streamerapi.simulation.Answered;
import streamerapi.simulation.AttributeJson;
import streamerapi.simulation.TableService;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/// Counts what AWS charges for, while it is on.
final class Meter {

    private final TableService table;
    private long invocations;
    private long reads;
    private long writes;
    private long messages;
    private long frames;
    private boolean isOn;

    Meter(TableService table) {
        this.table = table;
    }

    void begin() {
        isOn = true;
    }

    /// The counts so far.
    AwsCounts counted() {
        return new AwsCounts(invocations, reads, writes, messages, frames);
    }

    /// A function is invoked.
    void invocation() {
        invocations += isOn ? 1 : 0;
    }

    /// Requests to SQS, those of its pollers among them.
    void messages(int requests) {
        messages += isOn ? requests : 0;
    }

    void frame() {
        frames += isOn ? 1 : 0;
    }

    /// A call of the table.
    Answered table(String operation, JsonNode body, Supplier<Answered> call) {
        if (!isOn) {
            return call.get();
        }
        boolean isTransaction = operation.equals(Passing.TRANSACTION);
        Map<JsonNode, Map<String, AttributeValue>> before = new LinkedHashMap<>();
        keys(operation, body).forEach(key -> before.put(key, row(key)));
        Answered answered = call.get();
        before.forEach((key, row) -> writes += Charge.write(row, row(key), isTransaction));
        JsonNode answer = answered.json();
        switch (operation) {
            case "GetItem" -> reads += Charge.read(AttributeJson.item(answer.path("Item")));
            case "Query" -> reads += Charge.query(items(answer.path("Items")));
            case "BatchGetItem" -> {
                body.path("RequestItems").forEach(of -> reads += of.path("Keys").size());
                answer.path("Responses").forEach(of -> items(of).forEach(item -> reads += Charge.read(item) - 1));
            }
            default -> {}
        }
        return answered;
    }

    private static List<Map<String, AttributeValue>> items(JsonNode array) {
        List<Map<String, AttributeValue>> items = new ArrayList<>();
        array.forEach(item -> items.add(AttributeJson.item(item)));
        return items;
    }

    /// The keys of the rows that a call writes, or checks.
    private static List<JsonNode> keys(String operation, JsonNode body) {
        List<JsonNode> keys = new ArrayList<>();
        if (operation.equals(Passing.TRANSACTION)) {
            body.path("TransactItems")
                    .forEach(item -> keys.add(key(item.iterator().next())));
        } else if (operation.matches("(Put|Update|Delete)Item")) {
            keys.add(key(body));
        }
        return keys;
    }

    private static JsonNode key(JsonNode write) {
        JsonNode of = write.path(write.has("Item") ? "Item" : "Key");
        ObjectNode key = JsonNodeFactory.instance.objectNode();
        return key.<ObjectNode>set("pk", of.path("pk")).set("sk", of.path("sk"));
    }

    private Map<String, AttributeValue> row(JsonNode key) {
        ObjectNode read = JsonNodeFactory.instance.objectNode();
        read.set("Key", key);
        return table.row(read).map(AttributeJson::item).orElse(Map.of());
    }
}
