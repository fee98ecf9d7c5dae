package streamerapi.service.counts;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import streamerapi.localstack.tables.Charge;
import streamerapi.service.AwsRequest;
import streamerapi.simulation.AttributeJson;

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

    /// @param answer null if there was none
    static Charged of(AwsRequest request, AwsRequest.@Nullable Read answer, Written written) {
        JsonNode got = answer != null && answer.isGood() ? answer.body() : MissingNode.getInstance();
        return switch (request.service()) {
            case SQS -> new Charged("", new Units(0, 0, 1, 0), Map.of(), 0);
            case POLLY -> new Charged("", Units.NONE, Map.of(), 0);
            case SOCKETS -> new Charged("", new Units(0, 0, 0, 1), Map.of(), 0);
            case DYNAMODB ->
                written.before().isEmpty()
                        ? ofRead(request, got)
                        : new Charged(
                                written.transactional()
                                        ? ""
                                        : partition(written.before()
                                                .keySet()
                                                .iterator()
                                                .next()
                                                .key()),
                                written.charge(),
                                got);
        };
    }

    private static Charged ofRead(AwsRequest request, JsonNode got) {
        JsonNode body = request.body();
        return switch (request.operation()) {
            case "GetItem" -> {
                String partition = partition(AttributeJson.item(body.path("Key")));
                Units units = Units.reads(Charge.read(AttributeJson.item(got.path("Item"))));
                yield new Charged(partition, Map.of(partition, units), got);
            }
            case "BatchGetItem" -> new Charged("", batch(body, got), got);
            case "Query" -> {
                String partition = body.path("ExpressionAttributeValues")
                        .path(":pk")
                        .path("S")
                        .asText();
                long units = got.isMissingNode() ? 0 : Charge.query(items(got.path("Items")));
                yield new Charged("", Map.of(partition, Units.reads(units)), got);
            }
            default -> throw new AssertionError("The service has no " + request.operation());
        };
    }

    private Charged(String partition, Map<String, Units> byKey, JsonNode got) {
        this(partition, byKey.values().stream().reduce(Units.NONE, Units::plus), byKey, reported(got));
    }

    private static List<Map<String, AttributeValue>> items(JsonNode items) {
        return items.valueStream().map(AttributeJson::item).toList();
    }

    /// A row that is there costs what its size says, and one that is not one unit.
    private static Map<String, Units> batch(JsonNode request, JsonNode got) {
        Map<String, Units> units = new LinkedHashMap<>();
        request.path("RequestItems")
                .forEach(table -> items(table.path("Keys"))
                        .forEach(key -> units.merge(partition(key), Units.reads(1), Units::plus)));
        got.path("Responses")
                .forEach(table -> items(table)
                        .forEach(row -> units.merge(partition(row), Units.reads(Charge.read(row) - 1), Units::plus)));
        return units;
    }

    static String partition(Map<String, AttributeValue> key) {
        return Objects.requireNonNull(key.get("pk")).s();
    }

    /// The units that the answer reports, of tables with their indexes.
    private static double reported(JsonNode got) {
        JsonNode consumed = got.path("ConsumedCapacity");
        return consumed.isArray()
                ? consumed.valueStream()
                        .mapToDouble(table -> table.path("CapacityUnits").asDouble())
                        .sum()
                : consumed.path("CapacityUnits").asDouble();
    }
}
