package streamerapi.ingest;

import org.jspecify.annotations.Nullable;
import streamerapi.connectors.IngestMessage;
import streamerapi.shared.connectors.Connector;
import streamerapi.shared.json.Json;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.schema.Times;
import streamerapi.shared.signatures.Signature;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/// The fields that every message has: `{id, type, tenant_id, occurred_at, data}`.
final class MessageFields {

    private static final int MAX_ID_CHARS = 255;
    private static final int MAX_TYPE_CHARS = 64;

    /// How far a sender's clock may be ahead, as in its signatures.
    private static final Duration MAX_AHEAD = Signature.TOLERANCE;

    private MessageFields() {}

    /// The message that these fields are. A time that is yet to come is read as the moment of arrival: taken as it is,
    /// it would make all later messages about the same late until then.
    ///
    /// @param now the moment of arrival
    /// @throws Problem `bad_request` with `field`
    static IngestMessage read(Map<String, @Nullable Object> fields, Connector source, Instant now) {
        return new IngestMessage(
                text(fields, "tenant_id", MAX_ID_CHARS),
                source,
                text(fields, "id", MAX_ID_CHARS),
                text(fields, "type", MAX_TYPE_CHARS),
                time(fields, "occurred_at", now),
                data(fields));
    }

    private static String text(Map<String, @Nullable Object> fields, String name, int max) {
        if (fields.get(name) instanceof String text
                && !text.isBlank()
                && text.codePointCount(0, text.length()) <= max) {
            return text;
        }
        throw Problem.badField(name, name + " must be a string of 1 to " + max + " characters");
    }

    private static Instant time(Map<String, @Nullable Object> fields, String name, Instant now) {
        if (fields.get(name) instanceof String text) {
            Instant told = Times.parse(text)
                    .orElseThrow(() -> Problem.badField(name, name + " must be an ISO 8601 time with an offset"));
            return told.isAfter(now.plus(MAX_AHEAD)) ? now : told;
        }
        throw Problem.badField(name, name + " is required: an ISO 8601 time with an offset");
    }

    private static Map<String, @Nullable Object> data(Map<String, @Nullable Object> fields) {
        Object data = fields.get("data");
        if (data == null) {
            return Map.of();
        }
        if (data instanceof Map<?, ?>) {
            return Json.asObject(data);
        }
        throw Problem.badField("data", "data must be an object");
    }
}
