package streamerapi.simulation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import streamerapi.shared.aws.AwsOperations;
import streamerapi.shared.aws.AwsService;
import streamerapi.shared.aws.AwsTransport;
import streamerapi.shared.storage.Table;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// DynamoDB's protocol (JSON 1.0) over a [MemoryTable].
public final class TableService {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private static final ObjectMapper READER = new ObjectMapper();
    private static final int MAX_TOKENS = 10_000;

    private final MemoryTable table;

    /// Tokens of the transactions that were made, for which another try of one changes nothing.
    private final Map<String, ObjectNode> made = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, ObjectNode> eldest) {
            return size() > MAX_TOKENS;
        }
    };

    public TableService(MemoryTable table) {
        this.table = table;
    }

    public MemoryTable table() {
        return table;
    }

    /// The table without a network.
    public AwsTransport transport() {
        return (operation, body) -> answer(operation, READER.readTree(body)).answer();
    }

    /// The table as the service reads and writes it, without a network.
    public static Table over(MemoryTable table) {
        return over(new TableService(table).transport());
    }

    /// The table as the service reads and writes it, over a way to it.
    public static Table over(AwsTransport transport) {
        return new Table(new AwsOperations(AwsService.DYNAMODB, transport), "table");
    }

    /// Answers a call.
    public Answered answer(String operation, JsonNode body) {
        try {
            return Answered.ok(answered(operation, body));
        } catch (ConditionalCheckFailedException failed) {
            ObjectNode error = JSON.objectNode();
            if (failed.hasItem()) {
                error.set("Item", AttributeJson.json(failed.item()));
            }
            return Answered.refused("ConditionalCheckFailedException", error);
        } catch (TransactionCanceledException cancelled) {
            ObjectNode error = JSON.objectNode();
            ArrayNode reasons = error.putArray("CancellationReasons");
            for (CancellationReason reason : cancelled.cancellationReasons()) {
                ObjectNode one = reasons.addObject().put("Code", reason.code());
                if (reason.hasItem()) {
                    one.set("Item", AttributeJson.json(reason.item()));
                }
            }
            return Answered.refused("TransactionCanceledException", error);
        } catch (DynamoDbException other) {
            return Answered.invalid(String.valueOf(other.getMessage()));
        }
    }

    private ObjectNode answered(String operation, JsonNode body) {
        return switch (operation) {
            case "GetItem" -> {
                var response = table.getItem(GetItemRequest.builder()
                        .key(AttributeJson.item(body.path("Key")))
                        .build());
                yield response.hasItem() ? withItem("Item", response.item()) : JSON.objectNode();
            }
            case "BatchGetItem" -> batch(body);
            case "Query" -> query(body);
            case "PutItem" -> {
                table.putItem(PutItemRequest.builder()
                        .item(AttributeJson.item(body.path("Item")))
                        .conditionExpression(text(body, "ConditionExpression"))
                        .expressionAttributeNames(names(body))
                        .expressionAttributeValues(values(body))
                        .build());
                yield JSON.objectNode();
            }
            case "DeleteItem" -> {
                table.deleteItem(DeleteItemRequest.builder()
                        .key(AttributeJson.item(body.path("Key")))
                        .conditionExpression(text(body, "ConditionExpression"))
                        .expressionAttributeNames(names(body))
                        .expressionAttributeValues(values(body))
                        .build());
                yield JSON.objectNode();
            }
            case "UpdateItem" -> {
                var response = table.updateItem(UpdateItemRequest.builder()
                        .key(AttributeJson.item(body.path("Key")))
                        .updateExpression(text(body, "UpdateExpression"))
                        .conditionExpression(text(body, "ConditionExpression"))
                        .expressionAttributeNames(names(body))
                        .expressionAttributeValues(values(body))
                        .returnValues(text(body, "ReturnValues"))
                        .build());
                yield response.hasAttributes() ? withItem("Attributes", response.attributes()) : JSON.objectNode();
            }
            case "Scan" -> scan(body);
            case "TransactWriteItems" -> transaction(body);
            default -> throw new IllegalStateException("DynamoDB's " + operation);
        };
    }

    /// A transaction with the token of one that was made is answered as that was.
    private synchronized ObjectNode transaction(JsonNode body) {
        String token = body.path("ClientRequestToken").asText("");
        ObjectNode before = made.get(token);
        if (before != null && !token.isEmpty()) {
            return before;
        }
        List<TransactWriteItem> items = new ArrayList<>();
        body.path("TransactItems").forEach(item -> items.add(item(item)));
        table.transactWriteItems(
                TransactWriteItemsRequest.builder().transactItems(items).build());
        ObjectNode answer = JSON.objectNode();
        made.put(token, answer);
        return answer;
    }

    private static TransactWriteItem item(JsonNode item) {
        Map.Entry<String, JsonNode> entry = item.properties().iterator().next();
        JsonNode of = entry.getValue();
        TransactWriteItem.Builder write = TransactWriteItem.builder();
        return switch (entry.getKey()) {
            case "Put" ->
                write.put(p -> p.item(AttributeJson.item(of.path("Item")))
                                .conditionExpression(text(of, "ConditionExpression"))
                                .expressionAttributeNames(names(of))
                                .expressionAttributeValues(values(of)))
                        .build();
            case "Update" ->
                write.update(u -> u.key(AttributeJson.item(of.path("Key")))
                                .updateExpression(text(of, "UpdateExpression"))
                                .conditionExpression(text(of, "ConditionExpression"))
                                .expressionAttributeNames(names(of))
                                .expressionAttributeValues(values(of)))
                        .build();
            case "Delete" ->
                write.delete(d -> d.key(AttributeJson.item(of.path("Key")))
                                .conditionExpression(text(of, "ConditionExpression"))
                                .expressionAttributeNames(names(of))
                                .expressionAttributeValues(values(of)))
                        .build();
            case "ConditionCheck" ->
                write.conditionCheck(c -> c.key(AttributeJson.item(of.path("Key")))
                                .conditionExpression(text(of, "ConditionExpression"))
                                .expressionAttributeNames(names(of))
                                .expressionAttributeValues(values(of)))
                        .build();
            default -> throw new IllegalStateException("a transaction's " + entry.getKey());
        };
    }

    private ObjectNode batch(JsonNode body) {
        Map<String, KeysAndAttributes> wanted = new LinkedHashMap<>();
        body.path("RequestItems").properties().forEach(entry -> {
            List<Map<String, AttributeValue>> keys = new ArrayList<>();
            entry.getValue().path("Keys").forEach(key -> keys.add(AttributeJson.item(key)));
            wanted.put(entry.getKey(), KeysAndAttributes.builder().keys(keys).build());
        });
        var response = table.batchGetItem(
                BatchGetItemRequest.builder().requestItems(wanted).build());
        ObjectNode answer = JSON.objectNode();
        ObjectNode tables = answer.putObject("Responses");
        response.responses().forEach((name, items) -> {
            ArrayNode list = tables.putArray(name);
            items.forEach(item -> list.add(AttributeJson.json(item)));
        });
        answer.putObject("UnprocessedKeys");
        return answer;
    }

    private ObjectNode query(JsonNode body) {
        QueryRequest.Builder request = QueryRequest.builder()
                .tableName(text(body, "TableName"))
                .indexName(text(body, "IndexName"))
                .consistentRead(true)
                .scanIndexForward(body.path("ScanIndexForward").asBoolean(true))
                .keyConditionExpression(text(body, "KeyConditionExpression"))
                .filterExpression(text(body, "FilterExpression"))
                .expressionAttributeNames(names(body))
                .expressionAttributeValues(values(body))
                .exclusiveStartKey(AttributeJson.optional(body.path("ExclusiveStartKey")));
        if (body.has("Limit")) {
            request.limit(body.path("Limit").asInt());
        }
        QueryResponse response = table.query(request.build());
        ObjectNode answer = JSON.objectNode();
        ArrayNode items = answer.putArray("Items");
        response.items().forEach(item -> items.add(AttributeJson.json(item)));
        answer.put("Count", response.count()).put("ScannedCount", response.scannedCount());
        if (response.hasLastEvaluatedKey() && !response.lastEvaluatedKey().isEmpty()) {
            answer.set("LastEvaluatedKey", AttributeJson.json(response.lastEvaluatedKey()));
        }
        return answer;
    }

    private ObjectNode scan(JsonNode body) {
        var response = table.scan(ScanRequest.builder()
                .filterExpression(text(body, "FilterExpression"))
                .expressionAttributeNames(names(body))
                .expressionAttributeValues(values(body))
                .build());
        ObjectNode answer = JSON.objectNode();
        ArrayNode items = answer.putArray("Items");
        response.items().forEach(item -> items.add(AttributeJson.json(item)));
        return answer.put("Count", response.count()).put("ScannedCount", response.scannedCount());
    }

    /// A row, as the protocol has it.
    ///
    /// @param body a request that names its key
    public Optional<JsonNode> row(JsonNode body) {
        return Optional.ofNullable(answered("GetItem", body).get("Item"));
    }

    private static ObjectNode withItem(String name, Map<String, AttributeValue> item) {
        ObjectNode answer = JSON.objectNode();
        answer.set(name, AttributeJson.json(item));
        return answer;
    }

    private static @Nullable String text(JsonNode body, String name) {
        return body.path(name).textValue();
    }

    private static @Nullable Map<String, String> names(JsonNode body) {
        JsonNode names = body.path("ExpressionAttributeNames");
        return names.isObject() ? AttributeJson.texts(names) : null;
    }

    private static @Nullable Map<String, AttributeValue> values(JsonNode body) {
        return AttributeJson.optional(body.path("ExpressionAttributeValues"));
    }
}
