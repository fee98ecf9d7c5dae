package streamerapi.bench;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import streamerapi.shared.json.Json;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

/// The receivers of a soak: one server, a path for each endpoint. Those that fail do so at
/// half of the first four attempts.
final class SoakReceiver implements AutoCloseable {

    private static final int MOST_FAILURES = 4;

    private final HttpServer server;
    private final Latencies latencies = new Latencies();
    private final Map<String, Set<String>> taken = new ConcurrentHashMap<>();
    private final AtomicLong refused = new AtomicLong();
    private final AtomicLong twice = new AtomicLong();

    SoakReceiver() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::take);
        server.start();
    }

    /// The address of an endpoint.
    String url(String name, boolean failing) {
        taken.put(path(name, failing), ConcurrentHashMap.newKeySet());
        return "http://127.0.0.1:" + server.getAddress().getPort() + path(name, failing);
    }

    /// How many events all endpoints together have taken.
    long events() {
        return taken.values().stream().mapToLong(Set::size).sum();
    }

    /// Whether an endpoint is one of these.
    boolean has(String url) {
        URI uri = URI.create(url);
        return uri.getPort() == server.getAddress().getPort() && taken.containsKey(uri.getPath());
    }

    /// The events that an endpoint has taken.
    ///
    /// @param url as [#url] told it
    Set<String> taken(String url) {
        return Set.copyOf(taken.get(URI.create(url).getPath()));
    }

    /// How many of these events some endpoint has not taken, endpoint by endpoint.
    long missing(Set<String> ids) {
        return taken.values().stream()
                .mapToLong(own -> ids.stream().filter(id -> !own.contains(id)).count())
                .sum();
    }

    Latencies latencies() {
        return latencies;
    }

    /// Attempts that were answered with 500.
    long refused() {
        return refused.get();
    }

    /// Events that came again after they had been taken.
    long twice() {
        return twice.get();
    }

    private void take(HttpExchange exchange) throws IOException {
        Map<String, ?> event = Json.readObject(exchange.getRequestBody().readAllBytes());
        if (!"tip.created".equals(event.get("type"))) {
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
            return;
        }
        String path = exchange.getRequestURI().getPath();
        int attempt = Integer.parseInt(
                Objects.requireNonNull(exchange.getRequestHeaders().getFirst("Service-Attempt")));
        boolean fails = path.startsWith("/failing/")
                && attempt <= MOST_FAILURES
                && ThreadLocalRandom.current().nextBoolean();
        if (fails) {
            refused.incrementAndGet();
        } else if (taken.get(path).add(text(event, "id"))) {
            if (attempt == 1) {
                latencies.arrived(Instant.parse(text(event, "created")));
            }
        } else {
            twice.incrementAndGet();
        }
        exchange.sendResponseHeaders(fails ? 500 : 200, -1);
        exchange.close();
    }

    private static String text(Map<String, ?> event, String name) {
        return (String) Objects.requireNonNull(event.get(name), name);
    }

    private static String path(String name, boolean failing) {
        return (failing ? "/failing/" : "/sound/") + name;
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
