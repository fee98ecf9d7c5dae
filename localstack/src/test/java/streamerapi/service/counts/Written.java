package streamerapi.service.counts;

import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import streamerapi.localstack.tables.Charge;

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
    static Written before(Calls calls, SdkRequest request) {
        boolean transactional = request instanceof TransactWriteItemsRequest;
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

    private static List<Row> rows(SdkRequest request) {
        return switch (request) {
            case PutItemRequest put -> List.of(new Row(put.tableName(), key(put.item())));
            case UpdateItemRequest update -> List.of(new Row(update.tableName(), update.key()));
            case DeleteItemRequest delete -> List.of(new Row(delete.tableName(), delete.key()));
            case TransactWriteItemsRequest transaction ->
                transaction.transactItems().stream().map(Written::row).toList();
            default -> List.of();
        };
    }

    private static Row row(TransactWriteItem item) {
        if (item.put() != null) {
            return new Row(item.put().tableName(), key(item.put().item()));
        }
        if (item.update() != null) {
            return new Row(item.update().tableName(), item.update().key());
        }
        if (item.delete() != null) {
            return new Row(item.delete().tableName(), item.delete().key());
        }
        return new Row(item.conditionCheck().tableName(), item.conditionCheck().key());
    }

    private static Map<String, AttributeValue> key(Map<String, AttributeValue> item) {
        return Map.of("pk", Objects.requireNonNull(item.get("pk")), "sk", Objects.requireNonNull(item.get("sk")));
    }
}
