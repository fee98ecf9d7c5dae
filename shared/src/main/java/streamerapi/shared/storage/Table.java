package streamerapi.shared.storage;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// The service's one table. Every read is strongly consistent; every change happens whole or not at all.
public final class Table {

    /// The local secondary index that sorts an account's rows by their `place`.
    public static final String PLACE_INDEX = "place";

    private final DynamoDbClient client;
    private final String name;

    public Table(DynamoDbClient client, String name) {
        this.client = client;
        this.name = name;
    }

    /// The row with this key, or null.
    public @Nullable Row get(Key key) {
        if (!key.fits()) {
            return null;
        }
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
            QueryResponse page = client.query(request(query, start));
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

    /// Makes the change: all writes, or none.
    ///
    /// @throws RuntimeException what the [Write.Refusal] of the first write whose condition failed says
    /// @throws Contention where another transaction held one of the rows
    public void write(List<Write> writes) {
        if (writes.size() == 1) {
            Write only = writes.getFirst();
            try {
                single(only);
            } catch (ConditionalCheckFailedException e) {
                throw only.refused(e.hasItem() ? Values.toRow(e.item()) : null);
            } catch (TransactionConflictException e) {
                throw new Contention("a transaction holds the row");
            }
            return;
        }
        try {
            client.transactWriteItems(
                    r -> r.transactItems(writes.stream().map(this::transactItem).toList()));
        } catch (TransactionCanceledException e) {
            throw cancelled(writes, e);
        }
    }

    /// What an update of one row came to: the row after it, or, where its condition failed, the row as it stands.
    public record Updated(boolean done, @Nullable Row row) {}

    /// Updates one row and tells how it stands afterwards, in one call.
    public Updated update(Write write) {
        Expressions e = new Expressions(write);
        try {
            var response = client.updateItem(r -> r.tableName(name)
                    .key(Values.keyAttributes(write.key()))
                    .updateExpression(e.update())
                    .conditionExpression(e.condition())
                    .expressionAttributeNames(e.names())
                    .expressionAttributeValues(e.values())
                    .returnValues(ReturnValue.ALL_NEW)
                    .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD));
            return new Updated(true, Values.toRow(response.attributes()));
        } catch (ConditionalCheckFailedException failed) {
            return new Updated(false, failed.hasItem() ? Values.toRow(failed.item()) : null);
        } catch (TransactionConflictException conflict) {
            throw new Contention("a transaction holds the row");
        }
    }

    private static String sortKey(Query query, Row row) {
        return query.byPlace() ? row.text(PLACE_INDEX) : row.key().sort();
    }

    private QueryRequest request(Query query, Map<String, AttributeValue> start) {
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
            values.put(":to", AttributeValue.fromS(query.descending() ? bound : query.prefix() + '\uffff'));
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
        if (query.limit() < Integer.MAX_VALUE && filter.condition() == null) {
            request.limit(bound == null ? query.limit() : query.limit() + 1);
        }
        if (!start.isEmpty()) {
            request.exclusiveStartKey(start);
        }
        return request.build();
    }

    private void single(Write write) {
        Expressions e = new Expressions(write);
        Map<String, AttributeValue> key = Values.keyAttributes(write.key());
        switch (write.kind()) {
            case PUT ->
                client.putItem(r -> r.tableName(name)
                        .item(item(write))
                        .conditionExpression(e.condition())
                        .expressionAttributeNames(e.names())
                        .expressionAttributeValues(e.values())
                        .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD));
            case UPDATE ->
                client.updateItem(r -> r.tableName(name)
                        .key(key)
                        .updateExpression(e.update())
                        .conditionExpression(e.condition())
                        .expressionAttributeNames(e.names())
                        .expressionAttributeValues(e.values())
                        .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD));
            case DELETE ->
                client.deleteItem(r -> r.tableName(name)
                        .key(key)
                        .conditionExpression(e.condition())
                        .expressionAttributeNames(e.names())
                        .expressionAttributeValues(e.values())
                        .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD));
            case CHECK -> throw new IllegalArgumentException("A change that only checks changes nothing");
        }
    }

    private TransactWriteItem transactItem(Write write) {
        Expressions e = new Expressions(write);
        Map<String, AttributeValue> key = Values.keyAttributes(write.key());
        var old = ReturnValuesOnConditionCheckFailure.ALL_OLD;
        TransactWriteItem.Builder item = TransactWriteItem.builder();
        switch (write.kind()) {
            case PUT ->
                item.put(p -> p.tableName(name)
                        .item(item(write))
                        .conditionExpression(e.condition())
                        .expressionAttributeNames(e.names())
                        .expressionAttributeValues(e.values())
                        .returnValuesOnConditionCheckFailure(old));
            case UPDATE ->
                item.update(u -> u.tableName(name)
                        .key(key)
                        .updateExpression(e.update())
                        .conditionExpression(e.condition())
                        .expressionAttributeNames(e.names())
                        .expressionAttributeValues(e.values())
                        .returnValuesOnConditionCheckFailure(old));
            case DELETE ->
                item.delete(d -> d.tableName(name)
                        .key(key)
                        .conditionExpression(e.condition())
                        .expressionAttributeNames(e.names())
                        .expressionAttributeValues(e.values())
                        .returnValuesOnConditionCheckFailure(old));
            case CHECK ->
                item.conditionCheck(c -> c.tableName(name)
                        .key(key)
                        .conditionExpression(e.condition())
                        .expressionAttributeNames(e.names())
                        .expressionAttributeValues(e.values())
                        .returnValuesOnConditionCheckFailure(old));
        }
        return item.build();
    }

    private static Map<String, AttributeValue> item(Write write) {
        Map<String, AttributeValue> item = Values.toAttributes(write.sets());
        item.putAll(Values.keyAttributes(write.key()));
        return item;
    }

    private static RuntimeException cancelled(List<Write> writes, TransactionCanceledException e) {
        List<CancellationReason> reasons = e.cancellationReasons();
        for (int i = 0; i < reasons.size(); i++) {
            CancellationReason reason = reasons.get(i);
            if ("ConditionalCheckFailed".equals(reason.code())) {
                return writes.get(i).refused(reason.hasItem() ? Values.toRow(reason.item()) : null);
            }
        }
        boolean passing = reasons.stream()
                .map(CancellationReason::code)
                .allMatch(code -> code == null
                        || code.equals("None")
                        || code.equals("TransactionConflict")
                        || code.equals("ThrottlingError")
                        || code.equals("ProvisionedThroughputExceeded"));
        return passing ? new Contention("another transaction holds a row") : e;
    }
}
