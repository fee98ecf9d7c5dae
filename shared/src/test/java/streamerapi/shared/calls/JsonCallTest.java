package streamerapi.shared.calls;

import com.sun.net.httpserver.HttpServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// The bodies that a call takes. Nothing that was not understood may look like an answer that says nothing.
class JsonCallTest {

    private static final Duration LIMIT = Duration.ofMinutes(1);

    private HttpServer server;
    private int status = 200;
    private String type = "application/json";
    private byte[] body = new byte[0];

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            exchange.getResponseHeaders().set("Content-Type", type);
            exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
    }

    private JsonCall get() {
        return JsonCall.get(address());
    }

    private void answer(int status, String body) {
        this.status = status;
        this.body = body.getBytes(StandardCharsets.UTF_8);
    }

    private static String ofLength(int length) {
        return "{\"data\":\"" + "x".repeat(length - 11) + "\"}";
    }

    @Test
    void anAnswerMayHave64KiBUnlessTheCallTakesMore() throws IOException {
        answer(200, ofLength(65_536));
        assertThat(get().send(LIMIT).body()).containsOnlyKeys("data");

        answer(200, ofLength(65_537));
        assertThat(get().atMost(65_537).send(LIMIT).body()).containsOnlyKeys("data");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aSuccessThatIsTooLongIsNone(boolean isLenient) {
        answer(200, ofLength(65_537));
        JsonCall get = isLenient ? get().lenient() : get();
        assertThatThrownBy(() -> get.send(LIMIT))
                .isInstanceOf(IOException.class)
                .hasStackTraceContaining("longer than 65536 bytes");

        JsonCall patch = JsonCall.patch(address(), new byte[0]);
        assertThatThrownBy(() -> (isLenient ? patch.lenient() : patch).send(LIMIT))
                .hasStackTraceContaining("longer than 65536 bytes");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aSuccessThatIsNoJsonObjectIsNone(boolean isLenient) {
        type = "text/html";
        answer(200, "<!doctype html><title>Sign in to the hotel's network</title>");
        JsonCall get = isLenient ? get().lenient() : get();
        assertThatThrownBy(() -> get.send(LIMIT)).hasStackTraceContaining("is not a JSON object");
    }

    @Test
    void aSuccessWithoutABodyIsOneForALenientCall() throws IOException {
        answer(204, "");
        assertThat(get().lenient().send(LIMIT)).satisfies(answer -> {
            assertThat(answer.isSuccess()).isTrue();
            assertThat(answer.body()).isEmpty();
        });
        assertThatThrownBy(() -> get().send(LIMIT)).hasStackTraceContaining("is not a JSON object");
    }

    @Test
    void aSuccessOfPlainTextIsOneForALenientCall() throws IOException {
        type = "text/plain; charset=utf-8";
        answer(200, "OK");
        assertThat(get().lenient().send(LIMIT).body()).isEmpty();
        assertThatThrownBy(() -> get().send(LIMIT)).hasStackTraceContaining("is not a JSON object");
    }

    @Test
    void aRefusalsBodyIsReadByALenientCall() throws IOException {
        answer(402, "{\"error\":\"declined\"}");
        assertThat(get().send(LIMIT).body()).isEmpty();
        assertThat(get().lenient().send(LIMIT).body()).isEqualTo(Map.of("error", "declined"));

        answer(502, "Bad gateway");
        assertThat(get().lenient().send(LIMIT).status()).isEqualTo(502);
    }

    /// The server of the JDK, as some others do, closes a connection that the request asks it to close, and does not
    /// say so in its answer.
    @Test
    void aCallTakesNoConnectionThatAnotherLeftOpen() throws IOException {
        List<Integer> ports = new CopyOnWriteArrayList<>();
        answer(200, "{}");
        server.createContext("/port", exchange -> {
            ports.add(exchange.getRemoteAddress().getPort());
            exchange.sendResponseHeaders(200, 2);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        URI address = address().resolve("/port");

        try (InputStream kept = address.toURL().openStream()) {
            kept.readAllBytes();
        }
        JsonCall.get(address).send(LIMIT);

        assertThat(ports).hasSize(2).doesNotHaveDuplicates();
    }
}
