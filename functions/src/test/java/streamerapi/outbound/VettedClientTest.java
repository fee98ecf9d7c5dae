package streamerapi.outbound;

import com.sun.net.httpserver.HttpServer;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

import static org.assertj.core.api.Assertions.assertThat;

/// Whatever an answer asks for, a call is sent once and its status is known.
@NullMarked
class VettedClientTest {

    private final AtomicInteger calls = new AtomicInteger();

    @SuppressWarnings("NullAway.Init") // before each test
    private HttpServer server;

    @BeforeEach
    void listen() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.start();
    }

    @AfterEach
    void close() {
        server.stop(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "99999999999"})
    void anAnswerThatAsksForAnotherCallIsTheLast(String retryAfter) throws IOException {
        server.createContext("/", exchange -> {
            calls.incrementAndGet();
            exchange.getResponseHeaders().set("Retry-After", retryAfter);
            exchange.sendResponseHeaders(503, -1);
            exchange.close();
        });
        OkHttpClient client = VettedClient.builder(true, Duration.ofSeconds(10)).build();
        Request request = new Request.Builder()
                .url("http://127.0.0.1:" + server.getAddress().getPort())
                .post(RequestBody.create(new byte[2], MediaType.get("application/json")))
                .build();

        try (Response response = client.newCall(request).execute()) {
            assertThat(response.code()).isEqualTo(503);
        }
        assertThat(calls).hasValue(1);
    }
}
