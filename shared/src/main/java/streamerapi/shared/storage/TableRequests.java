package streamerapi.shared.storage;

import com.fasterxml.jackson.core.JsonGenerator;
import org.jspecify.annotations.Nullable;
import streamerapi.shared.json.Json;
import streamerapi.shared.tasks.Host;

import java.io.IOException;
import java.util.Collection;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The requests that the table is sent, in DynamoDB's JSON (Amazon DynamoDB API Reference). All reads are consistent,
/// and a write whose condition fails tells of the row as it stands.
final class TableRequests {

    private TableRequests() {}

    /// `GetItem`.
    static byte[] get(String table, Key key) {
        return Json.written(json -> {
            json.writeStartObject();
            json.writeStringField("TableName", table);
            json.writeFieldName("Key");
            Values.writeKey(json, key);
            json.writeBooleanField("ConsistentRead", true);
            json.writeEndObject();
        });
    }

    /// `BatchGetItem`.
    static byte[] batch(String table, Collection<Key> keys) {
        return Json.written(json -> {
            json.writeStartObject();
            json.writeObjectFieldStart("RequestItems");
            json.writeObjectFieldStart(table);
            json.writeArrayFieldStart("Keys");
            for (Key key : keys) {
                Values.writeKey(json, key);
            }
            json.writeEndArray();
            json.writeBooleanField("ConsistentRead", true);
            json.writeEndObject();
            json.writeEndObject();
            json.writeEndObject();
        });
    }

    /// `Query`.
    ///
    /// @param start the last key of the page before; none for the first page
    /// @param found how many rows were found before
    /// @param most how many rows may be read at once
    static byte[] query(String table, Query query, Map<String, Object> start, int found, int most) {
        String bound = query.bound();
        Expressions filter = new Expressions(query.filter());
        Map<String, String> names = new LinkedHashMap<>(filter.names());
        names.put("#pk", "pk");
        names.put("#sort", query.byPlace() ? TableReader.PLACE_INDEX : "sk");
        Map<String, Object> values = new LinkedHashMap<>(filter.values());
        values.put(":pk", query.partition());
        if (bound == null) {
            values.put(":prefix", query.prefix());
        } else {
            values.put(":from", query.descending() ? query.prefix() : bound);
            values.put(":to", query.descending() ? bound : query.prefix() + Query.LAST);
        }
        boolean isBounded = query.limit() < Integer.MAX_VALUE && filter.condition() == null;
        int wanted = query.limit() - found;
        int rows = isBounded ? Math.min(most, bound == null ? wanted : wanted + 1) : most;
        return Json.written(json -> {
            json.writeStartObject();
            json.writeStringField("TableName", table);
            if (query.byPlace()) {
                json.writeStringField("IndexName", TableReader.PLACE_INDEX);
            }
            json.writeBooleanField("ConsistentRead", true);
            json.writeBooleanField("ScanIndexForward", !query.descending());
            json.writeStringField(
                    "KeyConditionExpression",
                    bound == null
                            ? "#pk = :pk AND begins_with(#sort, :prefix)"
                            : "#pk = :pk AND #sort BETWEEN :from AND :to");
            writeIfThere(json, "FilterExpression", filter.condition());
            writeNames(json, names);
            writeValues(json, values);
            if (rows < Integer.MAX_VALUE) {
                json.writeNumberField("Limit", rows);
            }
            if (!start.isEmpty()) {
                json.writeFieldName("ExclusiveStartKey");
                Values.writeAll(json, start);
            }
            json.writeEndObject();
        });
    }

    /// `PutItem`, `UpdateItem` or `DeleteItem`, as the write's kind says.
    ///
    /// @param tells whether the answer has the row as it stands afterwards
    static byte[] write(String table, Write write, boolean tells) {
        return written(table, write, tells ? "ReturnValues" : null, "ALL_NEW");
    }

    /// `UpdateItem`, whose answer says how large the row's partition is.
    static byte[] measured(String table, Write write) {
        return written(table, write, "ReturnItemCollectionMetrics", "SIZE");
    }

    private static byte[] written(String table, Write write, @Nullable String field, String value) {
        return Json.written(json -> {
            json.writeStartObject();
            writeChange(json, table, write);
            if (field != null) {
                json.writeStringField(field, value);
            }
            json.writeEndObject();
        });
    }

    /// `TransactWriteItems`. Its token is one of a kind, so that another try of the same bytes changes nothing more
    /// (DynamoDB remembers it for ten minutes).
    static byte[] transaction(String table, List<Write> writes) {
        return Json.written(json -> {
            json.writeStartObject();
            json.writeStringField("ClientRequestToken", token());
            json.writeArrayFieldStart("TransactItems");
            for (Write write : writes) {
                json.writeStartObject();
                json.writeObjectFieldStart(
                        switch (write.kind()) {
                            case PUT -> "Put";
                            case UPDATE -> "Update";
                            case DELETE -> "Delete";
                            case CHECK -> "ConditionCheck";
                        });
                writeChange(json, table, write);
                json.writeEndObject();
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
        });
    }

    private static String token() {
        byte[] random = new byte[16];
        Host.random().nextBytes(random);
        return HexFormat.of().formatHex(random);
    }

    private static void writeChange(JsonGenerator json, String table, Write write) throws IOException {
        Expressions expressions = new Expressions(write);
        json.writeStringField("TableName", table);
        if (write.kind() == Write.Kind.PUT) {
            json.writeObjectFieldStart("Item");
            Values.writeFields(json, write.sets());
            Values.writeKeyFields(json, write.key());
            json.writeEndObject();
        } else {
            json.writeFieldName("Key");
            Values.writeKey(json, write.key());
        }
        writeIfThere(json, "UpdateExpression", expressions.update());
        writeIfThere(json, "ConditionExpression", expressions.condition());
        writeNames(json, expressions.names());
        writeValues(json, expressions.values());
        json.writeStringField("ReturnValuesOnConditionCheckFailure", "ALL_OLD");
    }

    private static void writeIfThere(JsonGenerator json, String field, @Nullable String text) throws IOException {
        if (text != null) {
            json.writeStringField(field, text);
        }
    }

    /// Writes the names of expressions; DynamoDB refuses to be told of none.
    private static void writeNames(JsonGenerator json, Map<String, String> names) throws IOException {
        if (!names.isEmpty()) {
            json.writeObjectFieldStart("ExpressionAttributeNames");
            for (Map.Entry<String, String> name : names.entrySet()) {
                json.writeStringField(name.getKey(), name.getValue());
            }
            json.writeEndObject();
        }
    }

    private static void writeValues(JsonGenerator json, Map<String, Object> values) throws IOException {
        if (!values.isEmpty()) {
            json.writeFieldName("ExpressionAttributeValues");
            Values.writeAll(json, values);
        }
    }
}
