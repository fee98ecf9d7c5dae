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

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.Executors;

/// A service of AWS in this process, which speaks one of AWS's JSON protocols: on loopback, and to the SDK's clients of
/// this JVM without a socket.
final class LocalService implements AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Operations operations;
    private final HttpServer server;

    /// The operations of the service.
    @FunctionalInterface
    interface Operations {
        /// @param target the operation with its service: `DynamoDB_20120810.GetItem`
        Answered answer(String target, JsonNode body) throws IOException, InterruptedException;
    }

    LocalService(Operations operations) {
        this.operations = operations;
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::serve);
        server.start();
    }

    URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /// A client whose calls of this service are made on their caller's thread.
    SdkHttpClient inProcess(SdkHttpClient network) {
        return new InProcess(network);
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private Answered answer(@Nullable String target, byte[] body) throws IOException {
        try {
            return operations.answer(String.valueOf(target), JSON.readTree(body));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("The caller was interrupted");
        }
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange;
                InputStream body = exchange.getRequestBody()) {
            Answered answered = answer(exchange.getRequestHeaders().getFirst("X-Amz-Target"), body.readAllBytes());
            byte[] bytes = answered.body();
            exchange.getResponseHeaders().add("Content-Type", "application/x-amz-json-1.0");
            exchange.sendResponseHeaders(answered.status(), bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

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
            // A call that waits ends when its caller is interrupted.
        }
    }
}
