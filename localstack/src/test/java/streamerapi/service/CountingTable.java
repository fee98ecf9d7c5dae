package streamerapi.service;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;

/// Stands between a function and DynamoDB, keeps the names of the operations that pass, and answers an operation as if
/// a transaction held its row.
final class CountingTable implements AutoCloseable {

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private static final byte[] CONFLICT =
            "{\"__type\":\"com.amazonaws.dynamodb.v20120810#TransactionConflictException\"}"
                    .getBytes(StandardCharsets.UTF_8);

    private final AtomicReference<@Nullable String> conflicting = new AtomicReference<>();
    private final HttpServer server;
    private final URI table;
    private final List<String> operations = new CopyOnWriteArrayList<>();

    CountingTable(String tableUrl) {
        table = URI.create(tableUrl);
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::pass);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /// The operations since this was asked last, `UpdateItem` for one.
    List<String> operations() {
        List<String> seen = new ArrayList<>(operations);
        operations.clear();
        return seen;
    }

    /// Refuses the next one of this kind: DynamoDB does, and the embedded engine never, if a transaction holds the
    /// row.
    void conflictOnce(String operation) {
        conflicting.set(operation);
    }

    private void pass(HttpExchange exchange) throws IOException {
        String target = String.valueOf(exchange.getRequestHeaders().getFirst("X-Amz-Target"));
        String operation = target.substring(target.indexOf('.') + 1);
        operations.add(operation);
        if (operation.equals(conflicting.get()) && conflicting.getAndSet(null) != null) {
            exchange.getRequestBody().readAllBytes();
            exchange.getResponseHeaders().set("Content-Type", "application/x-amz-json-1.0");
            exchange.sendResponseHeaders(400, CONFLICT.length);
            exchange.getResponseBody().write(CONFLICT);
            exchange.close();
            return;
        }
        HttpRequest.Builder request = HttpRequest.newBuilder(table)
                .POST(HttpRequest.BodyPublishers.ofByteArray(
                        exchange.getRequestBody().readAllBytes()));
        for (String name : List.of("X-Amz-Target", "X-Amz-Date", "Authorization", "Content-Type")) {
            request.header(name, String.valueOf(exchange.getRequestHeaders().getFirst(name)));
        }
        try {
            HttpResponse<byte[]> response = HTTP.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
            response.headers()
                    .firstValue("Content-Type")
                    .ifPresent(type -> exchange.getResponseHeaders().set("Content-Type", type));
            exchange.sendResponseHeaders(response.statusCode(), response.body().length);
            exchange.getResponseBody().write(response.body());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        } finally {
            exchange.close();
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
