package streamerapi.simulation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The stream of a table in memory, by the protocol of DynamoDB Streams: one shard that never ends, with new images.
final class TableStream {

    static final String ARN = "arn:aws:dynamodb:us-east-1:000000000000:table/memory/stream/1";

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final String SHARD = "shardId-00000001";
    private static final int MOST = 1_000;

    /// How many records are kept at least, and at most twice that.
    private static final int KEPT = 20_000;

    private final List<RowChange> records = new ArrayList<>();
    private long forgotten;

    /// A change of a row.
    ///
    /// @param row the row after it; before it, if it was deleted
    private record RowChange(String event, Map<String, AttributeValue> row, long second) {

        ObjectNode json(long number) {
            ObjectNode json = JSON.objectNode()
                    .put("eventID", Long.toString(number))
                    .put("eventName", event)
                    .put("eventVersion", "1.1")
                    .put("eventSource", "aws:dynamodb")
                    .put("awsRegion", "us-east-1");
            ObjectNode change = json.putObject("dynamodb").put("ApproximateCreationDateTime", second);
            Map<String, AttributeValue> keys = Map.of("pk", row.get("pk"), "sk", row.get("sk"));
            change.set("Keys", AttributeJson.json(keys));
            if (!event.equals("REMOVE")) {
                change.set("NewImage", AttributeJson.json(row));
            }
            change.put("SequenceNumber", sequenceNumber(number))
                    .put("SizeBytes", Items.size(row))
                    .put("StreamViewType", "NEW_IMAGE");
            return json;
        }
    }

    private static String sequenceNumber(long number) {
        return "%021d".formatted(number);
    }

    /// Takes in a change of a row.
    ///
    /// @param before no attributes if there was none
    /// @param after no attributes if there is none any more
    synchronized void changed(Map<String, AttributeValue> before, Map<String, AttributeValue> after) {
        String event = before.isEmpty() ? "INSERT" : after.isEmpty() ? "REMOVE" : "MODIFY";
        records.add(new RowChange(
                event, after.isEmpty() ? before : after, Instant.now().getEpochSecond()));
        if (records.size() > 2 * KEPT) {
            records.subList(0, KEPT).clear();
            forgotten += KEPT;
        }
    }

    synchronized Answered answer(String operation, JsonNode body) {
        return switch (operation) {
            case "DescribeStream" -> Answered.ok(description());
            case "GetShardIterator" -> iterator(body);
            case "GetRecords" ->
                records(Long.parseLong(body.path("ShardIterator").textValue()));
            default -> throw new IllegalStateException("DynamoDB Streams' " + operation);
        };
    }

    private static ObjectNode description() {
        ObjectNode answer = JSON.objectNode();
        ObjectNode stream = answer.putObject("StreamDescription")
                .put("StreamArn", ARN)
                .put("StreamStatus", "ENABLED")
                .put("StreamViewType", "NEW_IMAGE");
        stream.putArray("Shards")
                .addObject()
                .put("ShardId", SHARD)
                .putObject("SequenceNumberRange")
                .put("StartingSequenceNumber", sequenceNumber(1));
        return answer;
    }

    /// The number of the first record to read is the iterator.
    private Answered iterator(JsonNode body) {
        long first =
                switch (body.path("ShardIteratorType").textValue()) {
                    case "LATEST" -> forgotten + records.size() + 1;
                    case "AFTER_SEQUENCE_NUMBER" ->
                        Long.parseLong(body.path("SequenceNumber").textValue()) + 1;
                    case "AT_SEQUENCE_NUMBER" ->
                        Long.parseLong(body.path("SequenceNumber").textValue());
                    default -> forgotten + 1;
                };
        return first <= forgotten
                ? trimmed()
                : Answered.ok(JSON.objectNode().put("ShardIterator", Long.toString(first)));
    }

    private static Answered trimmed() {
        return Answered.refused("TrimmedDataAccessException", JSON.objectNode());
    }

    private Answered records(long first) {
        if (first <= forgotten) {
            return trimmed();
        }
        ObjectNode answer = JSON.objectNode();
        ArrayNode list = answer.putArray("Records");
        int from = (int) (first - 1 - forgotten);
        int to = Math.min(records.size(), from + MOST);
        for (int i = from; i < to; i++) {
            list.add(records.get(i).json(forgotten + i + 1));
        }
        return Answered.ok(answer.put("NextShardIterator", Long.toString(forgotten + to + 1)));
    }
}
