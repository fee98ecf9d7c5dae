package streamerapi.service;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/// A webhook receiver on loopback, which keeps what it is sent and answers as it is told.
public final class TestReceiver implements AutoCloseable {

    private final HttpServer server;
    private final List<Received> received = new CopyOnWriteArrayList<>();
    private volatile ToIntFunction<Received> answering = delivery -> 200;
    private volatile byte[] answer = {};

    /// A request that came in: its headers (names in lower case) and the exact bytes of its body.
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Received(Map<String, String> headers, byte[] body) {
        public String header(String name) {
            return Objects.requireNonNull(headers.get(name.toLowerCase(Locale.ROOT)), name);
        }

        public String text() {
            return new String(body, StandardCharsets.UTF_8);
        }

        /// Verifies both signatures as receivers do: ours, which is Stripe's too, and that of Standard Webhooks.
        public void verifyWithPublishedLibraries(String secret) throws Exception {
            com.stripe.net.Webhook.Signature.verifyHeader(text(), header("Service-Signature"), secret, 300);
            Map<String, List<String>> all = headers.entrySet().stream()
                    .collect(Collectors.toMap(Map.Entry::getKey, header -> List.of(header.getValue())));
            new com.standardwebhooks.Webhook(secret).verify(text(), HttpHeaders.of(all, (name, value) -> true));
        }
    }

    private TestReceiver(HttpServer server) {
        this.server = server;
    }

    /// A receiver on any free port.
    public static TestReceiver open() {
        try {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            TestReceiver receiver = new TestReceiver(server);
            server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
            server.createContext("/", receiver::receive);
            server.start();
            return receiver;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /// Its address.
    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/hook";
    }

    /// Answers with this status from now on.
    public TestReceiver answering(ToIntFunction<Received> status) {
        answering = status;
        return this;
    }

    /// Answers with this body from now on.
    public TestReceiver saying(String body) {
        answer = body.getBytes(StandardCharsets.UTF_8);
        return this;
    }

    /// Everything received so far, in the order of arrival.
    public List<Received> received() {
        return List.copyOf(received);
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private void receive(HttpExchange exchange) throws IOException {
        Map<String, String> headers = new TreeMap<>();
        exchange.getRequestHeaders()
                .forEach((@Nullable String name, List<String> values) ->
                        headers.put(String.valueOf(name).toLowerCase(Locale.ROOT), values.getFirst()));
        Received delivery = new Received(headers, exchange.getRequestBody().readAllBytes());
        received.add(delivery);
        byte[] body = answer;
        exchange.sendResponseHeaders(answering.applyAsInt(delivery), body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }
}
