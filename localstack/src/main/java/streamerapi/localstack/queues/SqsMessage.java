package streamerapi.localstack.queues;

import org.jspecify.annotations.Nullable;
import streamerapi.localstack.functions.Lineage;
import streamerapi.shared.json.Json;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// A message that a queue gave out.
///
/// @param fields as `ReceiveMessage` answers them in SQS's JSON protocol
record SqsMessage(Map<String, @Nullable Object> fields) {

    static SqsMessage of(Object fields) {
        return new SqsMessage(Json.asObject(fields));
    }

    String id() {
        return text("MessageId");
    }

    String receiptHandle() {
        return text("ReceiptHandle");
    }

    String body() {
        return text("Body");
    }

    /// The invocations that led to it.
    Lineage lineage() {
        return Lineage.of((String) section("Attributes").get("AWSTraceHeader"));
    }

    /// The message as Lambda hands it to a function.
    ///
    /// @param origin fields that say which queue it comes from
    Map<String, @Nullable Object> handedOn(Map<String, String> origin) {
        Map<String, @Nullable Object> item = new LinkedHashMap<>();
        item.put("messageId", id());
        item.put("receiptHandle", receiptHandle());
        item.put("body", body());
        item.put("attributes", section("Attributes"));
        Map<String, @Nullable Object> own = new LinkedHashMap<>();
        section("MessageAttributes").forEach((name, value) -> own.put(name, attribute(Json.asObject(value))));
        item.put("messageAttributes", own);
        item.put("md5OfBody", text("MD5OfBody"));
        item.putAll(origin);
        return item;
    }

    private static Map<String, @Nullable Object> attribute(Map<String, @Nullable Object> value) {
        Map<String, @Nullable Object> told = new LinkedHashMap<>();
        if (value.get("StringValue") != null) {
            told.put("stringValue", value.get("StringValue"));
        }
        if (value.get("BinaryValue") != null) {
            told.put("binaryValue", value.get("BinaryValue"));
        }
        told.put("stringListValues", List.of());
        told.put("binaryListValues", List.of());
        told.put("dataType", value.get("DataType"));
        return told;
    }

    private Map<String, @Nullable Object> section(String name) {
        return fields.get(name) == null ? Map.of() : Json.asObject(fields.get(name));
    }

    private String text(String name) {
        return (String) Objects.requireNonNull(fields.get(name), name);
    }
}
