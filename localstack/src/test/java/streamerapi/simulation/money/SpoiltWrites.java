package streamerapi.simulation.money;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import streamerapi.shared.storage.EffectKeys;
import streamerapi.shared.storage.Keys;

import java.util.List;
import java.util.Map;
import java.util.Objects;

/// A fault that is planted into what the service writes, to see that the model finds it.
enum SpoiltWrites {
    /// All is written as it should be.
    NONE,
    /// A change that asks for an effect is committed without the effect's row.
    EFFECT_ROW_LEFT_OUT,
    /// An attempt begins whether or not the effect's lease is free.
    LEASE_NOT_CHECKED,
    /// A tip is decided whether or not it has been decided since it was read.
    RESULT_DECIDED_TWICE;

    UpdateItemRequest of(UpdateItemRequest request) {
        boolean isAttempt = isEffect(request.key())
                && request.expressionAttributeNames().containsKey("#leased_until")
                && request.updateExpression().startsWith("SET");
        return this == LEASE_NOT_CHECKED && isAttempt && request.conditionExpression() != null
                ? request.toBuilder().conditionExpression(null).build()
                : request;
    }

    TransactWriteItemsRequest of(TransactWriteItemsRequest request) {
        List<TransactWriteItem> items = request.transactItems();
        return switch (this) {
            case NONE, LEASE_NOT_CHECKED -> request;
            case EFFECT_ROW_LEFT_OUT ->
                with(
                        request,
                        items.stream()
                                .filter(item -> item.put() == null
                                        || !isEffect(item.put().item()))
                                .toList());
            case RESULT_DECIDED_TWICE ->
                with(request, items.stream().map(SpoiltWrites::unconditional).toList());
        };
    }

    private static TransactWriteItemsRequest with(TransactWriteItemsRequest request, List<TransactWriteItem> items) {
        return request.toBuilder().transactItems(items).build();
    }

    private static TransactWriteItem unconditional(TransactWriteItem item) {
        boolean isTip = item.put() != null && text(item.put().item(), "sk").startsWith(Keys.TIP);
        return isTip
                ? item.toBuilder()
                        .put(item.put().toBuilder().conditionExpression(null).build())
                        .build()
                : item;
    }

    private static boolean isEffect(@Nullable Map<String, AttributeValue> item) {
        return item != null && text(item, "pk").equals(EffectKeys.EFFECTS);
    }

    private static String text(Map<String, AttributeValue> item, String name) {
        return Objects.requireNonNull(item.get(name), name).s();
    }
}
