package streamerapi.shared.http;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.json.Json;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.schema.Body;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/// Reads the body of a request, its bytes from API Gateway's event and its fields from the bytes, and its cookies.
final class RequestBodyReader {

    private RequestBodyReader() {}

    /// The body's bytes; none if the event has no body.
    static byte[] bytes(Map<String, @Nullable Object> event) {
        String text = (String) event.get("body");
        if (text == null) {
            return new byte[0];
        }
        return Boolean.TRUE.equals(event.get("isBase64Encoded"))
                ? Base64.getDecoder().decode(text)
                : text.getBytes(StandardCharsets.UTF_8);
    }

    /// The cookies, each `name=value`.
    static List<String> cookies(Map<String, @Nullable Object> event) {
        return event.get("cookies") instanceof List<?> list
                ? list.stream().map(String.class::cast).toList()
                : List.of();
    }

    /// The fields of a JSON object, or of a form. A body that is empty has none, and neither has null, which generated
    /// clients send for a body that they are not given.
    ///
    /// @throws Problem `unsupported_media_type`, or `bad_request` if it is not a JSON object
    static Body fields(byte[] body, @Nullable String contentType, boolean isForm) {
        if (body.length == 0) {
            return Body.empty();
        }
        (isForm ? MediaType.FORM : MediaType.JSON).check(contentType);
        if (isForm) {
            return Body.ofForm(new String(body, StandardCharsets.UTF_8));
        }
        try {
            Object value = Json.read(body);
            return value == null ? Body.empty() : new Body(Json.asObject(value));
        } catch (Json.Malformed e) {
            throw Problem.of(ErrorCode.BAD_REQUEST, "The body is not a JSON object: " + e.getMessage());
        }
    }
}
