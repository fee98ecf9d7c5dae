package streamerapi.simulation;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpResponse;
import streamerapi.shared.aws.AwsAnswer;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/// An answer of a service of AWS.
///
/// @param error the name of the error, or empty
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Answered(int status, String error, byte[] body) {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int BAD_REQUEST = 400;

    private static byte[] bytes(ObjectNode body) {
        try {
            return JSON.writeValueAsBytes(body);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static Answered ok(ObjectNode body) {
        return new Answered(200, "", bytes(body));
    }

    public static Answered empty() {
        return new Answered(200, "", new byte[0]);
    }

    public static Answered refused(String error, ObjectNode body) {
        return new Answered(BAD_REQUEST, error, bytes(body.put("__type", error).put("message", error)));
    }

    /// A refusal of a request that DynamoDB does not understand.
    static Answered invalid(String message) {
        String error = "ValidationException";
        ObjectNode body =
                JsonNodeFactory.instance.objectNode().put("__type", error).put("message", message);
        return new Answered(BAD_REQUEST, error, bytes(body));
    }

    public static Answered gone() {
        return new Answered(410, "GoneException", "{\"message\":\"gone\"}".getBytes(StandardCharsets.UTF_8));
    }

    public boolean isOk() {
        return error.isEmpty();
    }

    /// The body.
    public ObjectNode json() {
        try {
            return (ObjectNode) JSON.readTree(body);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The same, as it comes over the service's own way to AWS.
    public AwsAnswer answer() {
        return new AwsAnswer(status, "", body);
    }

    public HttpExecuteResponse response() {
        SdkHttpResponse.Builder response = SdkHttpResponse.builder()
                .statusCode(status)
                .putHeader("Content-Type", "application/x-amz-json-1.0")
                .putHeader("Content-Length", Integer.toString(body.length));
        if (!isOk()) {
            response.putHeader("X-Amzn-ErrorType", error);
        }
        return HttpExecuteResponse.builder()
                .response(response.build())
                .responseBody(AbortableInputStream.create(new ByteArrayInputStream(body)))
                .build();
    }
}
