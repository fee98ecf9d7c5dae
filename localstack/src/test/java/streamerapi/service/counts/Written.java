package streamerapi.service.counts;

import com.fasterxml.jackson.databind.JsonNode;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import streamerapi.localstack.tables.Charge;
import streamerapi.service.AwsRequest;
import streamerapi.simulation.AttributeJson;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// The rows that a call writes, as they stood before it.
///
/// @param transactional whether the call is a transaction
record Written(DynamoDbClient client, boolean transactional, Map<Row, Map<String, AttributeValue>> before) {

    /// A row's table and key.
    record Row(String table, Map<String, AttributeValue> key) {}

    /// Looks at the rows that a request is about to write.
    static Written before(Calls calls, AwsRequest request) {
        boolean transactional = request.operation().equals("TransactWriteItems");
        Map<Row, Map<String, AttributeValue>> before = new LinkedHashMap<>();
        for (Row row : rows(request)) {
            before.put(row, read(calls.table(), row));
        }
        return new Written(calls.table(), transactional, before);
    }

    /// The units that AWS charges for the writes, now that they are made, by partition key.
    Map<String, Units> charge() {
        Map<String, Units> units = new LinkedHashMap<>();
        for (Map.Entry<Row, Map<String, AttributeValue>> row : before.entrySet()) {
            long written = Charge.write(row.getValue(), read(client, row.getKey()), transactional);
            units.merge(Charged.partition(row.getKey().key()), Units.writes(written), Units::plus);
        }
        return units;
    }

    private static Map<String, AttributeValue> read(DynamoDbClient client, Row row) {
        return client.getItem(r -> r.tableName(row.table).key(row.key).consistentRead(true))
                .item();
    }

    private static List<Row> rows(AwsRequest request) {
        return switch (request.operation()) {
            case "PutItem", "UpdateItem", "DeleteItem" -> List.of(row(request.body()));
            case "TransactWriteItems" ->
                request.body()
                        .path("TransactItems")
                        .valueStream()
                        .map(item -> row(item.iterator().next()))
                        .toList();
            default -> List.of();
        };
    }

    private static Row row(JsonNode change) {
        JsonNode item = change.path(change.has("Item") ? "Item" : "Key");
        return new Row(change.path("TableName").asText(), key(AttributeJson.item(item)));
    }

    private static Map<String, AttributeValue> key(Map<String, AttributeValue> item) {
        return Map.of("pk", Objects.requireNonNull(item.get("pk")), "sk", Objects.requireNonNull(item.get("sk")));
    }
}
