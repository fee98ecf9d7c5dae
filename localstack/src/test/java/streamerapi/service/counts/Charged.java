package streamerapi.service.counts;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.SdkResponse;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;
import software.amazon.awssdk.services.sqs.model.SqsRequest;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// What AWS charges for a call, and what the table engine said of it.
///
/// @param partition of the one row that it is about; empty if there is no such one
/// @param reported consumed capacity as DynamoDB Local has it
record Charged(String partition, Units units, double reported) {

    static Charged of(SdkRequest request, @Nullable SdkResponse response, Written written) {
        if (!written.before().isEmpty()) {
            String partition = written.transactional()
                    ? ""
                    : partition(written.before().keySet().iterator().next().key());
            return new Charged(partition, Units.writes(written.charge()), reported(response));
        }
        return switch (request) {
            case GetItemRequest get ->
                new Charged(
                        partition(get.key()),
                        Units.reads(Charge.read(response instanceof GetItemResponse got ? got.item() : Map.of())),
                        reported(response));
            case BatchGetItemRequest get -> new Charged("", Units.reads(batch(get, response)), reported(response));
            case SqsRequest message -> new Charged("", new Units(0, 0, 1, 0), 0);
            default ->
                response instanceof QueryResponse queried
                        ? new Charged("", Units.reads(Charge.query(queried.items())), reported(response))
                        : new Charged("", new Units(0, 0, 0, 1), 0);
        };
    }

    private static long batch(BatchGetItemRequest request, @Nullable SdkResponse response) {
        long wanted = request.requestItems().values().stream()
                .mapToLong(keys -> keys.keys().size())
                .sum();
        List<Map<String, AttributeValue>> found = response instanceof BatchGetItemResponse got
                ? got.responses().values().stream().flatMap(Collection::stream).toList()
                : List.of();
        return found.stream().mapToLong(Charge::read).sum() + (wanted - found.size());
    }

    private static String partition(Map<String, AttributeValue> key) {
        return Objects.requireNonNull(key.get("pk")).s();
    }

    private static double reported(@Nullable SdkResponse response) {
        return switch (response) {
            case GetItemResponse got -> units(got.consumedCapacity());
            case QueryResponse queried -> units(queried.consumedCapacity());
            case PutItemResponse put -> units(put.consumedCapacity());
            case UpdateItemResponse updated -> units(updated.consumedCapacity());
            case DeleteItemResponse deleted -> units(deleted.consumedCapacity());
            case BatchGetItemResponse got -> units(got.consumedCapacity());
            case TransactWriteItemsResponse written -> units(written.consumedCapacity());
            case null -> 0;
            default -> 0;
        };
    }

    private static double units(List<ConsumedCapacity> tables) {
        return tables.stream().mapToDouble(Charged::units).sum();
    }

    private static double units(@Nullable ConsumedCapacity capacity) {
        return capacity == null || capacity.capacityUnits() == null ? 0 : capacity.capacityUnits();
    }
}
