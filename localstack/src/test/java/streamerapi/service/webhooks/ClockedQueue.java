package streamerapi.service.webhooks;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpFullResponse;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import streamerapi.shared.json.Json;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Set;

/// A way to AWS on which messages are kept, and are due on the clock of a test; everything else is sent on.
///
/// SQS delays by the machine's time, which no test can wait for.
public final class ClockedQueue implements SdkHttpClient {

    private static final String TARGET = "X-Amz-Target";
    private static final String ONE = "AmazonSQS.SendMessage";

    private final SdkHttpClient network = UrlConnectionHttpClient.create();
    private final InstantSource clock;
    private final Set<String> kept;
    private final PriorityQueue<Message> messages = new PriorityQueue<>(Comparator.comparing(Message::due));
    private Duration longestDelay = Duration.ZERO;
    private int runs;

    public ClockedQueue(InstantSource clock) {
        this(clock, Set.of(ONE));
    }

    private ClockedQueue(InstantSource clock, Set<String> kept) {
        this.clock = clock;
        this.kept = kept;
    }

    /// A queue that keeps the messages too that are sent together.
    public static ClockedQueue ofAll(InstantSource clock) {
        return new ClockedQueue(clock, Set.of(ONE, ONE + "Batch"));
    }

    /// A message, and when the queue hands it out.
    ///
    /// @param runs how often the function has run in the chain that led to it
    public record Message(String body, Instant due, int runs) {}

    /// Says how often the function has run in the chain that leads to the messages that are added from now on.
    synchronized void ledBy(int newRuns) {
        runs = newRuns;
    }

    public synchronized void add(String body, Duration delay) {
        messages.add(new Message(body, clock.instant().plus(delay), runs));
        longestDelay = longestDelay.compareTo(delay) < 0 ? delay : longestDelay;
    }

    /// The message that is due first, or null.
    public synchronized @Nullable Message poll() {
        return messages.poll();
    }

    public synchronized int size() {
        return messages.size();
    }

    /// The longest delay that was asked for.
    public synchronized Duration longestDelay() {
        return longestDelay;
    }

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
        boolean sends = request.httpRequest()
                .firstMatchingHeader(TARGET)
                .filter(kept::contains)
                .isPresent();
        return sends ? new Kept(request) : network.prepareRequest(request);
    }

    @Override
    public void close() {
        network.close();
    }

    private final class Kept implements ExecutableHttpRequest {
        private final HttpExecuteRequest request;

        Kept(HttpExecuteRequest request) {
            this.request = request;
        }

        @Override
        public HttpExecuteResponse call() throws IOException {
            Map<String, @Nullable Object> message;
            try (InputStream body =
                    request.contentStreamProvider().orElseThrow().newStream()) {
                message = Json.readObject(body.readAllBytes());
            }
            byte[] answer;
            if (message.get("Entries") instanceof List<?> entries) {
                entries.forEach(entry -> add(Json.asObject(entry)));
                answer = Json.write(Map.of());
            } else {
                answer = Json.write(Map.of("MessageId", "kept", "MD5OfMessageBody", md5(add(message))));
            }
            return HttpExecuteResponse.builder()
                    .response(SdkHttpFullResponse.builder()
                            .statusCode(200)
                            .putHeader("Content-Type", "application/x-amz-json-1.0")
                            .build())
                    .responseBody(AbortableInputStream.create(new ByteArrayInputStream(answer)))
                    .build();
        }

        private String add(Map<String, @Nullable Object> message) {
            String text = (String) Objects.requireNonNull(message.get("MessageBody"));
            Object delay = Objects.requireNonNullElse(message.get("DelaySeconds"), BigDecimal.ZERO);
            ClockedQueue.this.add(text, Duration.ofSeconds(((BigDecimal) delay).longValueExact()));
            return text;
        }

        @Override
        public void abort() {}
    }

    private static String md5(String text) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("MD5").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }
}
