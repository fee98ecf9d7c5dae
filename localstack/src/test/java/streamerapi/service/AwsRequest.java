package streamerapi.service;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import org.jspecify.annotations.NullMarked;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpRequest;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;

/// An operation of AWS on its way over HTTP, called by the SDK or by the service itself.
///
/// @param operation as AWS names it: `GetItem`
/// @param body what it sends; missing for services that are called by paths
@NullMarked
public record AwsRequest(Service service, String operation, JsonNode body) {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Map<String, Service> BY_TARGET =
            Map.of("DynamoDB_20120810", Service.DYNAMODB, "AmazonSQS", Service.SQS);
    private static final Map<String, String> OF_SOCKETS =
            Map.of("POST", "PostToConnection", "DELETE", "DeleteConnection", "GET", "GetConnection");

    /// The services whose calls count.
    public enum Service {
        DYNAMODB,
        SQS,
        POLLY,
        SOCKETS
    }

    /// The operation that a request calls; empty for one of another service.
    public static Optional<AwsRequest> of(HttpExecuteRequest request) {
        SdkHttpRequest http = request.httpRequest();
        String target = http.firstMatchingHeader("X-Amz-Target").orElse("");
        int dot = target.indexOf('.');
        Service service = dot < 0 ? null : BY_TARGET.get(target.substring(0, dot));
        if (service != null) {
            return Optional.of(new AwsRequest(service, target.substring(dot + 1), body(request)));
        }
        String path = http.encodedPath();
        if (path.contains("/@connections/") || path.contains("/%40connections/")) {
            String operation = OF_SOCKETS.getOrDefault(http.method().name(), "");
            return Optional.of(new AwsRequest(Service.SOCKETS, operation, MissingNode.getInstance()));
        }
        return path.endsWith("/v1/speech")
                ? Optional.of(new AwsRequest(Service.POLLY, "SynthesizeSpeech", MissingNode.getInstance()))
                : Optional.empty();
    }

    private static JsonNode body(HttpExecuteRequest request) {
        try (InputStream in = request.contentStreamProvider().orElseThrow().newStream()) {
            return JSON.readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The request with another body.
    public static HttpExecuteRequest with(HttpExecuteRequest request, JsonNode body) throws IOException {
        byte[] bytes = JSON.writeValueAsBytes(body);
        return HttpExecuteRequest.builder()
                .request(request.httpRequest().copy(b -> b.putHeader("Content-Length", Integer.toString(bytes.length))))
                .contentStreamProvider(ContentStreamProvider.fromByteArray(bytes))
                .build();
    }

    /// An answer, read to its end.
    ///
    /// @param response the same, to be read once more
    /// @param body missing if it is no JSON of DynamoDB's
    public record Read(HttpExecuteResponse response, JsonNode body) {

        /// Whether the operation was carried out.
        public boolean isGood() {
            return response.httpResponse().isSuccessful();
        }
    }

    /// Reads the answer, if it is one of DynamoDB.
    public Read read(HttpExecuteResponse response) throws IOException {
        if (service != Service.DYNAMODB) {
            return new Read(response, MissingNode.getInstance());
        }
        byte[] bytes;
        try (InputStream in = response.responseBody().orElseThrow()) {
            bytes = in.readAllBytes();
        }
        HttpExecuteResponse again = HttpExecuteResponse.builder()
                .response(response.httpResponse())
                .responseBody(AbortableInputStream.create(new ByteArrayInputStream(bytes)))
                .build();
        return new Read(again, JSON.readTree(bytes));
    }
}
