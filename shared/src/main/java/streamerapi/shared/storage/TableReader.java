package streamerapi.shared.storage;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import streamerapi.shared.tasks.ReadAhead;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// The reads of the service's one table, each strongly consistent. Code that runs in parallel with authentication gets
/// this instead of the [Table]: it cannot write, and reads no more than a first page before the caller is known
/// ([ReadAhead]).
public sealed class TableReader implements RowReader permits Table {

    /// The local secondary index that sorts an account's rows by their `place`.
    private static final String PLACE_INDEX = "place";

    /// The attribute that the rows of an account are sorted by, beside their key; a row without it is in no order.
    public static final Attribute<String> PLACE = Attribute.text(PLACE_INDEX);

    /// The epoch second from which DynamoDB removes the row by itself.
    public static final Attribute.Whole EXPIRES_AT = Attribute.whole("expires_at");

    final DynamoDbClient client;
    final String name;

    TableReader(DynamoDbClient client, String name) {
        this.client = client;
        this.name = name;
    }

    @Override
    public @Nullable Row get(Key key) {
        if (!key.fits()) {
            return null;
        }
        ReadAhead.rows();
        ReadAhead.count(1);
        var response = client.getItem(
                r -> r.tableName(name).key(Values.keyAttributes(key)).consistentRead(true));
        return response.hasItem() ? Values.toRow(response.item()) : null;
    }

    /// The rows with these keys, in one call; those that are not there are missing. At most 100.
    public Map<Key, Row> getAll(Key... keys) {
        Map<Key, Row> rows = new HashMap<>();
        KeysAndAttributes wanted = KeysAndAttributes.builder()
                .keys(Arrays.stream(keys)
                        .filter(Key::fits)
                        .map(Values::keyAttributes)
                        .toList())
                .consistentRead(true)
                .build();
        Map<String, KeysAndAttributes> left = wanted.keys().isEmpty() ? Map.of() : Map.of(name, wanted);
        while (!left.isEmpty()) {
            ReadAhead.rows();
            ReadAhead.count(keys.length);
            Map<String, KeysAndAttributes> asked = left;
            var response = client.batchGetItem(r -> r.requestItems(asked));
            response.responses().getOrDefault(name, List.of()).forEach(item -> {
                Row row = Values.toRow(item);
                rows.put(row.key(), row);
            });
            left = response.unprocessedKeys();
        }
        return rows;
    }

    /// The rows that the query names, read page by page until there are enough.
    public List<Row> query(Query query) {
        List<Row> rows = new ArrayList<>();
        Map<String, AttributeValue> start = Map.of();
        do {
            QueryResponse page = client.query(request(query, start, rows.size(), ReadAhead.rows()));
            ReadAhead.count(page.scannedCount());
            for (Map<String, AttributeValue> item : page.items()) {
                Row row = Values.toRow(item);
                if (rows.size() < query.limit() && !sortKey(query, row).equals(query.bound())) {
                    rows.add(row);
                }
            }
            start = page.lastEvaluatedKey();
        } while (!start.isEmpty() && rows.size() < query.limit());
        return rows;
    }

    private static String sortKey(Query query, Row row) {
        return query.byPlace() ? row.get(PLACE) : row.key().sort();
    }

    /// @param found how many rows were found before
    /// @param most how many rows may be read at once
    private QueryRequest request(Query query, Map<String, AttributeValue> start, int found, int most) {
        String sort = query.byPlace() ? PLACE_INDEX : "sk";
        Map<String, AttributeValue> values = new HashMap<>();
        values.put(":pk", AttributeValue.fromS(query.partition()));
        String condition;
        String bound = query.bound();
        if (bound == null) {
            condition = "#pk = :pk AND begins_with(#sort, :prefix)";
            values.put(":prefix", AttributeValue.fromS(query.prefix()));
        } else {
            condition = "#pk = :pk AND #sort BETWEEN :from AND :to";
            values.put(":from", AttributeValue.fromS(query.descending() ? query.prefix() : bound));
            values.put(":to", AttributeValue.fromS(query.descending() ? bound : query.prefix() + Query.LAST));
        }
        Expressions filter = new Expressions(query.filter());
        Map<String, String> names = new HashMap<>(Map.of("#pk", "pk", "#sort", sort));
        names.putAll(Objects.requireNonNullElse(filter.names(), Map.of()));
        values.putAll(Objects.requireNonNullElse(filter.values(), Map.of()));
        QueryRequest.Builder request = QueryRequest.builder()
                .tableName(name)
                .consistentRead(true)
                .scanIndexForward(!query.descending())
                .keyConditionExpression(condition)
                .filterExpression(filter.condition())
                .expressionAttributeNames(names)
                .expressionAttributeValues(values);
        if (query.byPlace()) {
            request.indexName(PLACE_INDEX);
        }
        boolean isBounded = query.limit() < Integer.MAX_VALUE && filter.condition() == null;
        int wanted = query.limit() - found;
        int rows = isBounded ? Math.min(most, bound == null ? wanted : wanted + 1) : most;
        if (rows < Integer.MAX_VALUE) {
            request.limit(rows);
        }
        if (!start.isEmpty()) {
            request.exclusiveStartKey(start);
        }
        return request.build();
    }
}
