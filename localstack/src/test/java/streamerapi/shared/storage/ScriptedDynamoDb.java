package streamerapi.shared.storage;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpResponse;
import streamerapi.shared.aws.AwsOperations;
import streamerapi.shared.aws.AwsService;
import streamerapi.shared.aws.SignedTransport;
import streamerapi.shared.json.Json;
import streamerapi.shared.tasks.Host;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.zip.CRC32;

/// A DynamoDB that gives the answers that it was told, one after the other, and the host of a thread that waits no
/// time between two tries.
final class ScriptedDynamoDb implements SdkHttpClient, Host {

    static final Instant NOW = Instant.parse("2026-11-25T12:00:00Z");

    private final Queue<Reply> replies = new ArrayDeque<>();
    private final List<HttpExecuteRequest> requests = new ArrayList<>();
    private final List<Duration> pauses = new ArrayList<>();
    private final Random chance = new Random(1);
    private int unread;

    /// An answer to one try.
    @FunctionalInterface
    interface Reply {
        HttpExecuteResponse get() throws IOException;
    }

    /// The table that it keeps.
    Table table() {
        AwsService service = AwsService.DYNAMODB;
        String region = "eu-central-1";
        AwsCredentialsProvider credentials =
                StaticCredentialsProvider.create(AwsSessionCredentials.create("AKIDEXAMPLE", "secret", "token"));
        SignedTransport transport =
                new SignedTransport(service, region, service.address(region), this, credentials, () -> NOW);
        return new Table(new AwsOperations(service, transport), "Table");
    }

    /// Adds an answer.
    ScriptedDynamoDb then(Reply reply) {
        replies.add(reply);
        return this;
    }

    /// Adds an answer with a status and a body, and the checksum and length of that.
    ScriptedDynamoDb then(int status, String body) {
        return then(status, body, Map.of());
    }

    /// The same, with further or other headers.
    ScriptedDynamoDb then(int status, String body, Map<String, String> headers) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        CRC32 checksum = new CRC32();
        checksum.update(bytes);
        Map<String, String> all = new HashMap<>(Map.of(
                "x-amzn-RequestId",
                "REQUEST",
                "Content-Length",
                Integer.toString(bytes.length),
                "x-amz-crc32",
                Long.toString(checksum.getValue())));
        all.putAll(headers);
        return then(() -> response(status, bytes, all));
    }

    /// Adds an answer with a body alone.
    ScriptedDynamoDb thenWithoutHeaders(String body) {
        return then(() -> response(200, body.getBytes(StandardCharsets.UTF_8), Map.of()));
    }

    /// Adds a refusal.
    ScriptedDynamoDb thenRefuses(String error) {
        return then(400, refusal(error, ""));
    }

    /// The body of a refusal.
    ///
    /// @param more further fields
    static String refusal(String error, String more) {
        return "{\"__type\":\"com.amazonaws.dynamodb.v20120810#" + error + "\",\"message\":\"No\"" + more + "}";
    }

    private HttpExecuteResponse response(int status, byte[] body, Map<String, String> headers) {
        SdkHttpResponse.Builder head = SdkHttpResponse.builder().statusCode(status);
        headers.forEach(head::putHeader);
        unread++;
        InputStream in = new ByteArrayInputStream(body) {
            @Override
            public void close() {
                if (available() == 0) {
                    unread--;
                }
            }
        };
        return HttpExecuteResponse.builder()
                .response(head.build())
                .responseBody(AbortableInputStream.create(in))
                .build();
    }

    /// How many answers were not read to their end, or not closed.
    int unread() {
        return unread;
    }

    /// How many tries there were.
    int tries() {
        return requests.size();
    }

    /// The pauses between tries.
    List<Duration> pauses() {
        return pauses;
    }

    String header(int request, String name) {
        return requests.get(request).httpRequest().firstMatchingHeader(name).orElse("");
    }

    String operation(int request) {
        return header(request, "X-Amz-Target");
    }

    /// The JSON that a request sent.
    Map<String, @Nullable Object> sent(int request) {
        try (InputStream in =
                requests.get(request).contentStreamProvider().orElseThrow().newStream()) {
            return Json.readObject(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Works on a thread of this host.
    <T> T during(Supplier<T> work) {
        return ScopedValue.where(Host.SIMULATED, this).call(work::get);
    }

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
        requests.add(request);
        return new ExecutableHttpRequest() {
            @Override
            public HttpExecuteResponse call() throws IOException {
                return replies.remove().get();
            }

            @Override
            public void abort() {}
        };
    }

    @Override
    public void close() {}

    @Override
    public void pause(Duration time) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        pauses.add(time);
    }

    @Override
    public Random chance() {
        return chance;
    }

    @Override
    public long nanoseconds() {
        return 0;
    }

    @Override
    public <B> B offline(B client) {
        return client;
    }

    @Override
    public Thread startThread(Runnable work) {
        throw new UnsupportedOperationException();
    }

    @Override
    public ExecutorService newThreads(int most) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void awaitDone(Future<?> work, Duration limit) {
        throw new UnsupportedOperationException();
    }
}
