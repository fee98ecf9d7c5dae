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
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;
import software.amazon.awssdk.services.polly.model.PollyRequest;
import software.amazon.awssdk.services.sqs.model.SqsRequest;
import streamerapi.localstack.tables.Charge;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// The units that AWS charges for a call, and those that the table engine told.
///
/// @param partition of the one row that it is about; empty if there is no such one
/// @param byKey what it charges for, by partition key; empty for other services
/// @param reported consumed capacity as DynamoDB Local has it
record Charged(String partition, Units units, Map<String, Units> byKey, double reported) {

    static Charged of(SdkRequest request, @Nullable SdkResponse response, Written written) {
        if (!written.before().isEmpty()) {
            String partition = written.transactional()
                    ? ""
                    : partition(written.before().keySet().iterator().next().key());
            return new Charged(partition, written.charge(), response);
        }
        return switch (request) {
            case GetItemRequest get ->
                new Charged(
                        partition(get.key()),
                        Map.of(
                                partition(get.key()),
                                Units.reads(
                                        Charge.read(response instanceof GetItemResponse got ? got.item() : Map.of()))),
                        response);
            case BatchGetItemRequest get -> new Charged("", batch(get, response), response);
            case QueryRequest query ->
                new Charged(
                        "",
                        Map.of(
                                Objects.requireNonNull(query.expressionAttributeValues()
                                                .get(":pk"))
                                        .s(),
                                Units.reads(
                                        response instanceof QueryResponse queried ? Charge.query(queried.items()) : 0)),
                        response);
            case SqsRequest message -> new Charged("", new Units(0, 0, 1, 0), Map.of(), 0);
            case PollyRequest speech -> new Charged("", Units.NONE, Map.of(), 0);
            default -> new Charged("", new Units(0, 0, 0, 1), Map.of(), 0);
        };
    }

    private Charged(String partition, Map<String, Units> byKey, @Nullable SdkResponse response) {
        this(partition, byKey.values().stream().reduce(Units.NONE, Units::plus), byKey, reported(response));
    }

    /// A row that is there costs what its size says, and one that is not one unit.
    private static Map<String, Units> batch(BatchGetItemRequest request, @Nullable SdkResponse response) {
        Map<String, Units> units = new LinkedHashMap<>();
        request.requestItems().values().stream()
                .flatMap(keys -> keys.keys().stream())
                .forEach(key -> units.merge(partition(key), Units.reads(1), Units::plus));
        if (response instanceof BatchGetItemResponse got) {
            got.responses().values().stream()
                    .flatMap(Collection::stream)
                    .forEach(row -> units.merge(partition(row), Units.reads(Charge.read(row) - 1), Units::plus));
        }
        return units;
    }

    static String partition(Map<String, AttributeValue> key) {
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
