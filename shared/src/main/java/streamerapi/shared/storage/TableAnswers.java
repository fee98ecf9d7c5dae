package streamerapi.shared.storage;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import org.jspecify.annotations.Nullable;
import streamerapi.shared.json.Json;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The table's answers and refusals, read from DynamoDB's JSON straight into rows. Fields that are not needed are
/// passed over.
final class TableAnswers {

    private TableAnswers() {}

    /// Reads one field of an object, whose value the parser stands at the beginning of, to the value's end.
    @FunctionalInterface
    private interface FieldReader {
        void read(String field, JsonParser json) throws IOException;
    }

    /// A page of a query.
    ///
    /// @param scanned how many rows were read for it
    /// @param last the key that the next page begins after; empty if there is none
    record Page(List<Row> rows, int scanned, Map<String, Object> last) {}

    /// A batch of rows.
    ///
    /// @param unprocessed keys to ask for again
    record Batch(List<Row> rows, List<Key> unprocessed) {}

    /// The reason for which a transaction was not made, as far as one of its writes is.
    ///
    /// @param code `None` if this write is no reason
    /// @param row as it stands, if its condition failed; null if there is none
    record Reason(String code, @Nullable Row row) {}

    /// Nothing: the answer is that it was done.
    static boolean none(byte[] answer) {
        readObject(answer, (field, json) -> json.skipChildren());
        return true;
    }

    /// The row under a field; null if there is none.
    static @Nullable Row row(byte[] answer, String name) {
        List<Row> rows = new ArrayList<>(1);
        readObject(answer, (field, json) -> {
            if (field.equals(name) && json.currentToken() == JsonToken.START_OBJECT) {
                rows.add(Values.readRow(json));
            } else {
                json.skipChildren();
            }
        });
        return rows.isEmpty() ? null : rows.getFirst();
    }

    /// The lower bound of a partition's size in GB, `ItemCollectionMetrics.SizeEstimateRangeGB`; 0 if it is not told.
    static BigDecimal gigabytes(byte[] answer) {
        List<BigDecimal> bounds = new ArrayList<>();
        readObject(answer, (field, json) -> {
            if (field.equals("ItemCollectionMetrics") && json.currentToken() == JsonToken.START_OBJECT) {
                readFields(json, (metric, of) -> {
                    if (metric.equals("SizeEstimateRangeGB") && of.currentToken() == JsonToken.START_ARRAY) {
                        while (of.nextToken() != JsonToken.END_ARRAY) {
                            bounds.add(of.getDecimalValue());
                        }
                    } else {
                        of.skipChildren();
                    }
                });
            } else {
                json.skipChildren();
            }
        });
        return bounds.isEmpty() ? BigDecimal.ZERO : bounds.getFirst();
    }

    static Page page(byte[] answer) {
        return Json.read(answer, json -> {
            List<Row> rows = new ArrayList<>();
            int scanned = 0;
            Map<String, Object> last = Map.of();
            begin(json);
            for (String field = json.nextFieldName(); field != null; field = json.nextFieldName()) {
                json.nextToken();
                switch (field) {
                    case "Items" -> readRows(json, rows);
                    case "ScannedCount" -> scanned = json.getIntValue();
                    case "LastEvaluatedKey" -> {
                        if (json.currentToken() == JsonToken.START_OBJECT) {
                            last = Values.readAll(json);
                        }
                    }
                    default -> json.skipChildren();
                }
            }
            return new Page(rows, scanned, last);
        });
    }

    static Batch batch(byte[] answer) {
        List<Row> rows = new ArrayList<>();
        List<Key> unprocessed = new ArrayList<>();
        readObject(answer, (field, json) -> {
            switch (field) {
                case "Responses" -> readFields(json, (table, of) -> readRows(of, rows));
                case "UnprocessedKeys" ->
                    readFields(
                            json,
                            (table, of) -> readFields(of, (part, keys) -> {
                                if (part.equals("Keys")) {
                                    readKeys(keys, unprocessed);
                                } else {
                                    keys.skipChildren();
                                }
                            }));
                default -> json.skipChildren();
            }
        });
        return new Batch(rows, unprocessed);
    }

    /// The reasons for which a transaction was cancelled, one for each of its writes.
    static List<Reason> reasons(byte[] refusal) {
        List<Reason> reasons = new ArrayList<>();
        readObject(refusal, (field, json) -> {
            if (field.equals("CancellationReasons") && json.currentToken() == JsonToken.START_ARRAY) {
                while (json.nextToken() == JsonToken.START_OBJECT) {
                    reasons.add(reason(json));
                }
            } else {
                json.skipChildren();
            }
        });
        return reasons;
    }

    private static Reason reason(JsonParser json) throws IOException {
        String code = "None";
        Row row = null;
        for (String field = json.nextFieldName(); field != null; field = json.nextFieldName()) {
            JsonToken value = json.nextToken();
            if (field.equals("Code") && value == JsonToken.VALUE_STRING) {
                code = json.getText();
            } else if (field.equals("Item") && value == JsonToken.START_OBJECT) {
                row = Values.readRow(json);
            } else {
                json.skipChildren();
            }
        }
        return new Reason(code, row);
    }

    private static void readRows(JsonParser json, List<Row> rows) throws IOException {
        while (json.nextToken() == JsonToken.START_OBJECT) {
            rows.add(Values.readRow(json));
        }
    }

    private static void readKeys(JsonParser json, List<Key> keys) throws IOException {
        while (json.nextToken() == JsonToken.START_OBJECT) {
            keys.add(Values.readRow(json).key());
        }
    }

    private static void readObject(byte[] text, FieldReader reader) {
        Json.read(text, json -> {
            begin(json);
            readFields(json, reader);
            return true;
        });
    }

    private static void begin(JsonParser json) throws IOException {
        if (json.nextToken() != JsonToken.START_OBJECT) {
            throw new JsonParseException(json, "an object is expected");
        }
    }

    private static void readFields(JsonParser json, FieldReader reader) throws IOException {
        for (String field = json.nextFieldName(); field != null; field = json.nextFieldName()) {
            json.nextToken();
            reader.read(field, json);
        }
    }
}
