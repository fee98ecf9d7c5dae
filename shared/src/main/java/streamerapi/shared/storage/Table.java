package streamerapi.shared.storage;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/// The service's one table. Every read is strongly consistent; every change happens whole or not at all.
public final class Table extends TableReader {

    private static final String CONFLICT = "TransactionConflict";
    private static final Set<String> PASSING = Set.of(CONFLICT, "ThrottlingError", "ProvisionedThroughputExceeded");

    public Table(DynamoDbClient client, String name) {
        super(client, name);
    }

    /// Makes the change: all writes, or none.
    ///
    /// @throws RuntimeException what the [Write.Refusal] of the first write whose condition failed says
    /// @throws Contention if another transaction held one of the rows
    /// @throws streamerapi.shared.problems.Problem `unavailable` as of [Throttling#retrying]
    public void write(List<Write> writes) {
        if (writes.size() == 1) {
            Write only = writes.getFirst();
            try {
                single(only);
            } catch (ConditionalCheckFailedException e) {
                throw only.refused(e.hasItem() ? Values.toRow(e.item()) : null);
            } catch (TransactionConflictException e) {
                throw new WriteConflict("a transaction holds the row");
            }
            return;
        }
        Throttling.retrying(() -> transact(writes));
    }

    private void transact(List<Write> writes) {
        try {
            client.transactWriteItems(
                    r -> r.transactItems(writes.stream().map(this::transactItem).toList()));
        } catch (TransactionCanceledException e) {
            throw cancelled(writes, e);
        }
    }

    /// The result of an update of one row: the row after it, or, if its condition failed, the row as it stands.
    public record Updated(boolean done, @Nullable Row row) {}

    /// Updates one row and tells how it stands afterwards, in one call. If a transaction holds the row, which then has
    /// not changed, the call is made again.
    ///
    /// @throws streamerapi.shared.problems.Problem `unavailable` as of [WriteConflict#retrying]
    public Updated update(Write write) {
        return WriteConflict.retrying(() -> updateOnce(write));
    }

    private Updated updateOnce(Write write) {
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
            throw new WriteConflict("a transaction holds the row");
        }
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
        Set<String> codes = reasons.stream()
                .map(reason -> Objects.requireNonNullElse(reason.code(), "None"))
                .filter(code -> !code.equals("None"))
                .collect(Collectors.toSet());
        if (codes.isEmpty() || !PASSING.containsAll(codes)) {
            return e;
        }
        return codes.equals(Set.of(CONFLICT))
                ? new WriteConflict("another transaction holds a row")
                : new Throttling.Refused();
    }
}
