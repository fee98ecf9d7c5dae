package streamerapi.shared.aws;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.json.Json;

import java.util.Map;

/// A service's answer to one try of an operation, also if it is a refusal. Its body is parsed once, and only if it is
/// asked for a field: rows are read from the bytes.
public final class AwsAnswer {

    private final int status;
    private final String requestId;
    private final byte[] body;
    private @Nullable Map<String, @Nullable Object> fields;

    /// @param requestId AWS's name for the try; empty if the answer has none
    public AwsAnswer(int status, String requestId, byte[] body) {
        this.status = status;
        this.requestId = requestId;
        this.body = body;
    }

    /// The HTTP status.
    public int status() {
        return status;
    }

    /// AWS's name for the try; empty if the answer has none.
    public String requestId() {
        return requestId;
    }

    /// The JSON, as it came.
    public byte[] body() {
        return body;
    }

    /// Whether the operation was carried out.
    public boolean isGood() {
        return status / 100 == 2;
    }

    /// The body's fields; none if it is no JSON object.
    public Map<String, @Nullable Object> fields() {
        if (fields == null) {
            fields = parsed();
        }
        return fields;
    }

    /// The error's name, which is no secret: `ThrottlingException`. Empty if the answer names none.
    public String error() {
        String type = text("__type");
        return type.substring(type.indexOf('#') + 1);
    }

    /// The service's sentence about an error.
    String message() {
        String message = text("message");
        return message.isEmpty() ? text("Message") : message;
    }

    private String text(String field) {
        return fields().get(field) instanceof String text ? text : "";
    }

    private Map<String, @Nullable Object> parsed() {
        try {
            return Json.readObject(body);
        } catch (Json.Malformed e) {
            return Map.of();
        }
    }
}
