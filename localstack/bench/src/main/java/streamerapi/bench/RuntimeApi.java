package streamerapi.bench;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Lambda's runtime API (version 2018-06-01), as far as one function's process needs it. Every answer has a content
/// type: the runtime client's native code ends the process if one is missing.
final class RuntimeApi implements AutoCloseable {

    private static final String PREFIX = "/2018-06-01/runtime/";
    private static final long LONGEST_SECONDS = 60;

    private record Invocation(String id, byte[] event, CompletableFuture<byte[]> answer) {}

    private final HttpServer server;
    private final BlockingQueue<Invocation> waiting = new LinkedBlockingQueue<>();
    private final Map<String, Invocation> running = new ConcurrentHashMap<>();
    private final CompletableFuture<Boolean> ready = new CompletableFuture<>();

    RuntimeApi() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::serve);
        server.start();
    }

    String address() {
        return "127.0.0.1:" + server.getAddress().getPort();
    }

    /// Hands an event to the process and waits for its answer.
    byte[] invoke(byte[] event) throws IOException, InterruptedException {
        Invocation invocation = new Invocation(UUID.randomUUID().toString(), event, new CompletableFuture<>());
        waiting.add(invocation);
        return get(invocation.answer);
    }

    /// Waits until the process is ready for its snapshot.
    void awaitSnapshot() throws IOException, InterruptedException {
        get(ready);
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private static <T> T get(CompletableFuture<T> future) throws IOException, InterruptedException {
        try {
            return future.get(LONGEST_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("The function did not answer", e);
        }
    }

    private void serve(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath().substring(PREFIX.length());
        byte[] body = exchange.getRequestBody().readAllBytes();
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        switch (path) {
            case "invocation/next" -> next(exchange);
            case "restore/next" -> {
                ready.complete(true);
                exchange.sendResponseHeaders(200, -1);
            }
            default -> {
                settle(path, body);
                exchange.sendResponseHeaders(202, -1);
            }
        }
        exchange.close();
    }

    private void next(HttpExchange exchange) throws IOException {
        try {
            Invocation invocation = waiting.take();
            running.put(invocation.id, invocation);
            exchange.getResponseHeaders().set("Lambda-Runtime-Aws-Request-Id", invocation.id);
            exchange.getResponseHeaders()
                    .set(
                            "Lambda-Runtime-Deadline-Ms",
                            Long.toString(
                                    Instant.now().plusSeconds(LONGEST_SECONDS).toEpochMilli()));
            exchange.getResponseHeaders()
                    .set("Lambda-Runtime-Invoked-Function-Arn", "arn:aws:lambda:us-east-1:000000000000:function:bench");
            exchange.sendResponseHeaders(200, invocation.event.length);
            exchange.getResponseBody().write(invocation.event);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void settle(String path, byte[] body) {
        String[] parts = path.split("/", -1);
        if (parts[0].equals("init")) {
            ready.completeExceptionally(new IllegalStateException(new String(body, StandardCharsets.UTF_8)));
            return;
        }
        Invocation invocation = running.remove(parts[1]);
        if (invocation != null && parts[2].equals("response")) {
            invocation.answer.complete(body);
        } else if (invocation != null) {
            invocation.answer.completeExceptionally(
                    new IllegalStateException(new String(body, StandardCharsets.UTF_8)));
        }
    }
}
