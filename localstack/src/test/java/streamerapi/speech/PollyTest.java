package streamerapi.speech;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.polly.PollyClient;
import software.amazon.awssdk.services.polly.model.PollyException;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// Holds how Polly's refusals end: those that pass are tried again, by the SDK and then by the queue; the others are
/// not.
class PollyTest {

    private static final byte[] AUDIO = {1, 2, 3};

    private final AtomicInteger requests = new AtomicInteger();
    private volatile List<String> refusals = List.of();
    private HttpServer server;
    private PollyClient client;
    private Polly polly;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
        client = PollyClient.builder()
                .endpointOverride(
                        URI.create("http://127.0.0.1:" + server.getAddress().getPort()))
                .httpClient(UrlConnectionHttpClient.create())
                .credentialsProvider(AnonymousCredentialsProvider.create())
                .region(Region.US_EAST_1)
                .build();
        polly = new Polly(client, "standard", "Joanna");
    }

    @AfterEach
    void stop() {
        client.close();
        server.stop(0);
    }

    @Test
    void throttlingIsTriedAgain() {
        refusals = List.of("ThrottlingException", "TooManyRequestsException");

        assertThat(polly.speak("Hello", null).bytes()).isEqualTo(AUDIO);
        assertThat(requests).hasValue(3);
    }

    @Test
    void throttlingThatLastsIsLeftToTheQueue() {
        refusals = List.of("ThrottlingException", "ThrottlingException", "ThrottlingException", "ThrottlingException");

        assertThatThrownBy(() -> polly.speak("Hello", null)).isInstanceOf(PollyException.class);
        assertThat(requests).hasValueGreaterThan(1);
    }

    @Test
    void aRefusalForGoodIsNotTriedAgain() {
        for (String reason :
                List.of("ValidationException", "EngineNotSupportedException", "TextLengthExceededException")) {
            requests.set(0);
            refusals = List.of(reason, reason);

            assertThatThrownBy(() -> polly.speak("Hello", null))
                    .isInstanceOfSatisfying(
                            Polly.Refused.class,
                            refused -> assertThat(refused.reason()).isEqualTo(reason));
            assertThat(requests).hasValue(1);
        }
    }

    private void answer(HttpExchange exchange) throws IOException {
        int number = requests.getAndIncrement();
        exchange.getRequestBody().readAllBytes();
        boolean isRefused = number < refusals.size();
        byte[] body = isRefused ? "{\"message\":\"no\"}".getBytes(StandardCharsets.UTF_8) : AUDIO;
        if (isRefused) {
            exchange.getResponseHeaders().set("x-amzn-ErrorType", refusals.get(number));
        }
        exchange.getResponseHeaders().set("Content-Type", isRefused ? "application/json" : "audio/mpeg");
        exchange.sendResponseHeaders(isRefused ? 400 : 200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }
}
