package streamerapi.localstack.streams;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Record;
import streamerapi.localstack.engines.Engines;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/// A record of a table's stream, as Lambda hands it to a function.
///
/// @param position its sequence number in the engine's shard
/// @param createdAt when the row changed, to the second
/// @param partition the value of the partition key, in DynamoDB's JSON
/// @param key the values of partition and sort key, in DynamoDB's JSON
/// @param json the record in Lambda's event
record StreamRecord(String position, Instant createdAt, String partition, String key, ObjectNode json) {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    static StreamRecord of(Record source, StreamTriggerSettings settings) {
        software.amazon.awssdk.services.dynamodb.model.StreamRecord change = source.dynamodb();
        ObjectNode json = JSON.objectNode()
                .put("eventID", source.eventID())
                .put("eventName", source.eventNameAsString())
                .put("eventVersion", "1.1")
                .put("eventSource", "aws:dynamodb")
                .put("awsRegion", Engines.REGION);
        ObjectNode body = json.putObject("dynamodb");
        body.put(
                "ApproximateCreationDateTime",
                change.approximateCreationDateTime().getEpochSecond());
        body.set("Keys", map(change.keys()));
        if (change.hasNewImage()) {
            body.set("NewImage", map(change.newImage()));
        }
        if (change.hasOldImage()) {
            body.set("OldImage", map(change.oldImage()));
        }
        body.put("SequenceNumber", change.sequenceNumber())
                .put("SizeBytes", change.sizeBytes())
                .put("StreamViewType", change.streamViewTypeAsString());
        json.put("eventSourceARN", settings.streamArn());
        String partition = body.path("Keys").path(settings.partitionKey()).toString();
        String key = body.path("Keys").toString();
        return new StreamRecord(change.sequenceNumber(), change.approximateCreationDateTime(), partition, key, json);
    }

    /// The record with the sequence number of an emulated shard in place of the engine's.
    StreamRecord withSequenceNumber(String number) {
        ObjectNode numbered = json.deepCopy();
        numbered.withObject("/dynamodb").put("SequenceNumber", number);
        return new StreamRecord(position, createdAt, partition, key, numbered);
    }

    /// The sequence number in Lambda's event.
    String sequenceNumber() {
        return json.at("/dynamodb/SequenceNumber").asText();
    }

    /// Lambda's event for a batch.
    static byte[] event(List<StreamRecord> records) {
        ObjectNode event = JSON.objectNode();
        ArrayNode array = event.putArray("Records");
        records.forEach(item -> array.add(item.json()));
        return event.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static ObjectNode map(Map<String, AttributeValue> values) {
        ObjectNode object = JSON.objectNode();
        values.forEach((name, value) -> object.set(name, value(value)));
        return object;
    }

    private static JsonNode value(AttributeValue value) {
        ObjectNode object = JSON.objectNode();
        switch (value.type()) {
            case S -> object.put("S", value.s());
            case N -> object.put("N", value.n());
            case B -> object.put("B", value.b().asByteArray());
            case BOOL -> object.put("BOOL", value.bool());
            case NUL -> object.put("NULL", true);
            case M -> object.set("M", map(value.m()));
            case L -> {
                ArrayNode list = object.putArray("L");
                value.l().forEach(item -> list.add(value(item)));
            }
            case SS -> value.ss().forEach(object.putArray("SS")::add);
            case NS -> value.ns().forEach(object.putArray("NS")::add);
            case BS -> {
                ArrayNode set = object.putArray("BS");
                value.bs().forEach(item -> set.add(item.asByteArray()));
            }
            // DynamoDB Local leaves an empty map out of its streams: its attribute has no type at all
            case UNKNOWN_TO_SDK_VERSION -> object.putObject("M");
        }
        return object;
    }
}
