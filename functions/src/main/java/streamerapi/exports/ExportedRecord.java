package streamerapi.exports;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.json.Json;
import streamerapi.shared.schema.Schema;

import java.nio.charset.StandardCharsets;
import java.util.Map;

/// One record of an account's data.
///
/// @param kind for example `tip`
/// @param id what tells it from others of its kind
/// @param data what is kept of it, without secrets
public record ExportedRecord(String kind, String id, Map<String, @Nullable Object> data) {

    /// Its shape in JSON.
    public static final Schema<ExportedRecord> SCHEMA =
            Schema.shown("ExportedRecord", "One record of an account's data.", s -> {
                s.text("kind", ExportedRecord::kind)
                        .doc("Its kind: `tip`, `viewer`, `event` and so on.")
                        .example("counter");
                s.text("id", ExportedRecord::id)
                        .doc("Its id among others of its kind.")
                        .example("wins");
                s.freeObject("data", ExportedRecord::data)
                        .doc("Its fields as they are stored; they can change with the next version. It never contains"
                                + " passwords, keys or secrets.")
                        .example(Map.of("value", 3));
            });

    /// A line of NDJSON, with its end.
    public byte[] line() {
        return (Json.writeText(SCHEMA.json(this)) + "\n").getBytes(StandardCharsets.UTF_8);
    }
}
