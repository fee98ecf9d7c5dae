package streamerapi.webhooks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.jspecify.annotations.NullMarked;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpResponse;
import streamerapi.shared.lambda.Environment;
import streamerapi.shared.lambda.Services;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/// A queue that takes messages, and keeps what it was sent.
@NullMarked
public final class SentMessages implements SdkHttpClient {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final List<String> requests = new CopyOnWriteArrayList<>();

    /// The requests, as they came.
    public List<String> requests() {
        return requests;
    }

    /// Takes the messages that came, oldest first.
    public List<JsonNode> take() throws IOException {
        List<JsonNode> messages = new ArrayList<>();
        for (String request : requests) {
            JsonNode sent = JSON.readTree(request);
            for (JsonNode message : sent.has("Entries") ? sent.path("Entries") : List.of(sent)) {
                messages.add(JSON.readTree(message.path("MessageBody").asText()));
            }
        }
        requests.clear();
        return messages;
    }

    /// The way to it.
    DeliveryQueue queue(InstantSource clock) {
        return new DeliveryQueue(services(clock));
    }

    /// The services of a function whose queue it is.
    public Services services(InstantSource clock) {
        return new Services(new Environment(
                Map.of(
                        "AWS_REGION", "us-east-1",
                        "AWS_ACCESS_KEY_ID", "none",
                        "AWS_SECRET_ACCESS_KEY", "none",
                        "TABLE", "table",
                        "WORK_QUEUE", "https://sqs.us-east-1.amazonaws.com/000000000000/work"),
                clock,
                () -> this));
    }

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
        return new ExecutableHttpRequest() {
            @Override
            public HttpExecuteResponse call() throws IOException {
                try (InputStream body =
                        request.contentStreamProvider().orElseThrow().newStream()) {
                    requests.add(new String(body.readAllBytes(), StandardCharsets.UTF_8));
                }
                return HttpExecuteResponse.builder()
                        .response(SdkHttpResponse.builder()
                                .statusCode(200)
                                .putHeader("Content-Length", "2")
                                .build())
                        .responseBody(AbortableInputStream.create(new ByteArrayInputStream(new byte[] {'{', '}'})))
                        .build();
            }

            @Override
            public void abort() {}
        };
    }

    @Override
    public void close() {}
}
