package streamerapi.simulation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import streamerapi.localstack.engines.Engines;
import streamerapi.localstack.engines.TableEngine;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.Executors;

/// An engine whose one table is a [MemoryTable]: DynamoDB's protocol and that of its streams, in this process and on
/// loopback. A call costs a small part of the processor's time that DynamoDB Local takes for it, and
/// `MemoryTableTest` holds the two equal.
///
/// It counts no capacity, and a request that wants it counted is refused: tests of costs take DynamoDB Local.
public final class MemoryTables implements TableEngine {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String STREAMS = "DynamoDBStreams_";
    private static final Set<String> WRITES =
            Set.of("PutItem", "UpdateItem", "DeleteItem", "TransactWriteItems", "BatchWriteItem");

    private final TableDefinition definition = new TableDefinition();
    private final TableStream stream = new TableStream();
    private final TableService table = new TableService(new MemoryTable(stream::changed));
    private final Runnable onWrite;
    private final HttpServer server;

    private MemoryTables(Runnable onWrite) throws IOException {
        this.onWrite = onWrite;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::serve);
        server.start();
    }

    /// Starts an engine. One with a data directory is DynamoDB Local, since nothing is kept here.
    ///
    /// @param onWrite runs after each write
    public static TableEngine start(@Nullable Path dataDir, Runnable onWrite) throws Exception {
        return dataDir == null ? new MemoryTables(onWrite) : Engines.DYNAMODB_LOCAL.in(dataDir, onWrite);
    }

    @Override
    public URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    private Answered answer(@Nullable String target, byte[] bytes) throws IOException {
        String full = String.valueOf(target);
        String operation = full.substring(full.indexOf('.') + 1);
        JsonNode body = JSON.readTree(bytes);
        if (full.startsWith(STREAMS)) {
            return stream.answer(operation, body);
        }
        if (TableDefinition.OPERATIONS.contains(operation)) {
            return definition.answer(operation, body);
        }
        if (!body.findValuesAsText("TableName").stream().allMatch(definition::isNamed)) {
            return Answered.refused("ResourceNotFoundException", JSON.createObjectNode());
        }
        if (!body.path("ReturnConsumedCapacity").asText("NONE").equals("NONE")) {
            throw new IllegalStateException("Capacity is not counted in memory");
        }
        Answered answered = table.answer(operation, body);
        if (WRITES.contains(operation)) {
            onWrite.run();
        }
        return answered;
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange;
                InputStream body = exchange.getRequestBody()) {
            Answered answered = answer(exchange.getRequestHeaders().getFirst("X-Amz-Target"), body.readAllBytes());
            byte[] bytes = answered.body().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/x-amz-json-1.0");
            exchange.sendResponseHeaders(answered.status(), bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    @Override
    public SdkHttpClient inProcess(SdkHttpClient network) {
        return new InProcess(network);
    }

    @Override
    public void close() {
        server.stop(0);
    }

    /// The shortest way: a call on its caller's thread, which nothing interrupts.
    private final class InProcess implements SdkHttpClient {

        private final SdkHttpClient network;

        InProcess(SdkHttpClient network) {
            this.network = network;
        }

        @Override
        public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
            return request.httpRequest().port() == server.getAddress().getPort()
                    ? new Call(request)
                    : network.prepareRequest(request);
        }

        @Override
        public String clientName() {
            return network.clientName();
        }

        @Override
        public void close() {
            network.close();
        }
    }

    private final class Call implements ExecutableHttpRequest {

        private final HttpExecuteRequest request;

        Call(HttpExecuteRequest request) {
            this.request = request;
        }

        @Override
        public HttpExecuteResponse call() throws IOException {
            var content = request.contentStreamProvider().orElseThrow();
            try (InputStream body = content.newStream()) {
                String target = request.httpRequest()
                        .firstMatchingHeader("X-Amz-Target")
                        .orElse(null);
                return answer(target, body.readAllBytes()).response();
            }
        }

        @Override
        public void abort() {
            // A call is over before anything could end it.
        }
    }
}
