package streamerapi.localstack.platforms;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpHeaders;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;

/// A subscriber of the platforms on loopback: it repeats challenges, keeps what comes, and answers as it is told.
final class EventSubscriber implements AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();

    /// A message as it came.
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Arrived(HttpHeaders headers, byte[] body) {

        String header(String name) {
            return headers.firstValue(name).orElseThrow(() -> new AssertionError("no " + name));
        }

        JsonNode json() {
            try {
                return JSON.readTree(body);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }
    }

    private final HttpServer server;
    private final List<Arrived> arrived = new CopyOnWriteArrayList<>();
    private final Queue<Integer> statuses = new ConcurrentLinkedQueue<>();
    private volatile String challengeType = "text/plain";
    private volatile String challengePrefix = "";

    EventSubscriber() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::take);
        server.start();
    }

    String url() {
        return "http://localhost:" + server.getAddress().getPort() + "/hooks";
    }

    /// Answers the next events with these statuses, and those after them with 204.
    void answering(Integer... next) {
        statuses.addAll(List.of(next));
    }

    /// Answers challenges with another type, and something before the challenge.
    void challengesAs(String type, String prefix) {
        challengeType = type;
        challengePrefix = prefix;
    }

    /// Everything that came, challenges too.
    List<Arrived> all() {
        return List.copyOf(arrived);
    }

    /// The events that came.
    List<Arrived> events() {
        return arrived.stream().filter(one -> !one.json().has("challenge")).toList();
    }

    private void take(HttpExchange exchange) throws IOException {
        HttpHeaders headers = HttpHeaders.of(exchange.getRequestHeaders(), (name, value) -> true);
        Arrived message = new Arrived(headers, exchange.getRequestBody().readAllBytes());
        arrived.add(message);
        JsonNode challenge = message.json().path("challenge");
        if (challenge.isMissingNode()) {
            Integer status = statuses.poll();
            exchange.sendResponseHeaders(status == null ? 204 : status, -1);
        } else {
            byte[] answer = (challengePrefix + challenge.asText()).getBytes(java.nio.charset.StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", challengeType);
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
        }
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
