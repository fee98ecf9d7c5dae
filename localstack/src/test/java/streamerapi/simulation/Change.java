package streamerapi.simulation;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionCheck;
import software.amazon.awssdk.services.dynamodb.model.Delete;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.Update;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

import java.util.LinkedHashMap;
import java.util.Map;

/// One row's part of a request that writes, whatever operation it came in.
///
/// @param item the key, or all of the item of a put
/// @param condition null for none
/// @param update the expression of an update; empty for one that changes nothing
record Change(
        Kind kind,
        Map<String, AttributeValue> item,
        @Nullable String condition,
        String update,
        Map<String, String> names,
        Map<String, AttributeValue> values) {

    /// The effect on the row.
    enum Kind {
        PUT,
        UPDATE,
        DELETE,
        CHECK
    }

    static Change of(PutItemRequest r) {
        return put(r.item(), r.conditionExpression(), r.expressionAttributeNames(), r.expressionAttributeValues());
    }

    static Change of(UpdateItemRequest r) {
        return new Change(
                Kind.UPDATE,
                r.key(),
                r.conditionExpression(),
                r.updateExpression(),
                r.expressionAttributeNames(),
                r.expressionAttributeValues());
    }

    static Change of(DeleteItemRequest r) {
        return new Change(
                Kind.DELETE,
                r.key(),
                r.conditionExpression(),
                "",
                r.expressionAttributeNames(),
                r.expressionAttributeValues());
    }

    static Change of(TransactWriteItem item) {
        Put put = item.put();
        Update update = item.update();
        Delete delete = item.delete();
        ConditionCheck check = item.conditionCheck();
        if (put != null) {
            return put(
                    put.item(),
                    put.conditionExpression(),
                    put.expressionAttributeNames(),
                    put.expressionAttributeValues());
        }
        if (update != null) {
            return new Change(
                    Kind.UPDATE,
                    update.key(),
                    update.conditionExpression(),
                    update.updateExpression(),
                    update.expressionAttributeNames(),
                    update.expressionAttributeValues());
        }
        return delete != null
                ? new Change(
                        Kind.DELETE,
                        delete.key(),
                        delete.conditionExpression(),
                        "",
                        delete.expressionAttributeNames(),
                        delete.expressionAttributeValues())
                : new Change(
                        Kind.CHECK,
                        check.key(),
                        check.conditionExpression(),
                        "",
                        check.expressionAttributeNames(),
                        check.expressionAttributeValues());
    }

    private static Change put(
            Map<String, AttributeValue> item,
            @Nullable String condition,
            Map<String, String> names,
            Map<String, AttributeValue> values) {
        return new Change(Kind.PUT, item, condition, "", names, values);
    }

    RowKey key() {
        Items.checkKeys(item);
        return RowKey.of(item);
    }

    /// Whether the condition holds for the row.
    ///
    /// @param row no attributes if there is none
    boolean holds(Map<String, AttributeValue> row) {
        return ParsedCondition.holds(condition, new Operands(row, names, values));
    }

    /// The row after this change; null for none.
    ///
    /// @param row as of [#holds]
    /// @throws Items.Refused if DynamoDB has no such rows, or the update does not fit the row
    @Nullable
    Map<String, AttributeValue> after(Map<String, AttributeValue> row) {
        return switch (kind) {
            case PUT -> checked(Items.stored(item));
            case UPDATE -> {
                Map<String, AttributeValue> updated = new LinkedHashMap<>(row);
                updated.putAll(item);
                yield checked(ParsedUpdate.apply(update, new Operands(updated, names, values)));
            }
            case DELETE -> null;
            case CHECK -> row.isEmpty() ? null : row;
        };
    }

    private static Map<String, AttributeValue> checked(Map<String, AttributeValue> item) {
        Items.check(item);
        return item;
    }
}
