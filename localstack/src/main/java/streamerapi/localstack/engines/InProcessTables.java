package streamerapi.localstack.engines;

import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.SdkHttpResponse;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;

/// An HTTP client whose requests to DynamoDB Local are handed to its handler as they are, without a socket: a call
/// costs half as much. Requests to anything else go over the network.
///
/// A request runs on a thread of the server's, as one that came in by a socket: if its caller is interrupted or dies,
/// the request goes on to its end.
final class InProcessTables implements SdkHttpClient {

    private final Handler tables;
    private final Executor threads;
    private final int port;
    private final SdkHttpClient network;

    /// @param port where the handler is on loopback for those who call it by a socket
    InProcessTables(Handler tables, Executor threads, int port, SdkHttpClient network) {
        this.tables = tables;
        this.threads = threads;
        this.port = port;
        this.network = network;
    }

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
        return request.httpRequest().port() == port
                ? new Call(new FutureTask<>(() -> answer(request)), threads)
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

    private HttpExecuteResponse answer(HttpExecuteRequest request) throws Exception {
        var answer = new Answer();
        tables.handle(request(request.httpRequest(), body(request)), answer.response(), Callback.NOOP);
        return answer.toSdk();
    }

    private static byte[] body(HttpExecuteRequest request) throws IOException {
        ContentStreamProvider content = request.contentStreamProvider().orElse(null);
        if (content == null) {
            return new byte[0];
        }
        try (InputStream in = content.newStream()) {
            return in.readAllBytes();
        }
    }

    /// A request as DynamoDB Local reads it.
    private static Request request(SdkHttpRequest request, byte[] body) {
        HttpFields.Mutable headers = HttpFields.build();
        request.forEachHeader((name, values) -> values.forEach(value -> headers.add(name, value)));
        Content.Source content = Content.Source.from(ByteBuffer.wrap(body));
        return proxy(Request.class, (proxy, method, arguments) -> switch (method.getName()) {
            case "getHeaders" -> headers;
            case "getMethod" -> request.method().name();
            case "getLength" -> (long) body.length;
            case "read" -> content.read();
            default -> throw new UnsupportedOperationException(method.toString());
        });
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    /// A response as DynamoDB Local writes it.
    private static final class Answer {
        private final HttpFields.Mutable headers = HttpFields.build();
        private final ByteArrayOutputStream body = new ByteArrayOutputStream();
        private int status = 200;

        Response response() {
            return proxy(Response.class, (proxy, method, arguments) -> switch (method.getName()) {
                case "getHeaders" -> headers;
                case "setStatus" -> {
                    status = (int) arguments[0];
                    yield null;
                }
                case "write" -> {
                    write((ByteBuffer) arguments[1]);
                    ((Callback) arguments[2]).succeeded();
                    yield null;
                }
                default -> throw new UnsupportedOperationException(method.toString());
            });
        }

        private void write(@Nullable ByteBuffer part) {
            if (part != null) {
                byte[] bytes = new byte[part.remaining()];
                part.get(bytes);
                body.writeBytes(bytes);
            }
        }

        HttpExecuteResponse toSdk() {
            SdkHttpResponse.Builder response = SdkHttpResponse.builder().statusCode(status);
            headers.forEach(field -> response.appendHeader(field.getName(), field.getValue()));
            return HttpExecuteResponse.builder()
                    .response(response.build())
                    .responseBody(AbortableInputStream.create(new ByteArrayInputStream(body.toByteArray())))
                    .build();
        }
    }

    private record Call(FutureTask<HttpExecuteResponse> task, Executor threads) implements ExecutableHttpRequest {

        @Override
        public HttpExecuteResponse call() throws IOException {
            try {
                threads.execute(task);
                return task.get();
            } catch (RejectedExecutionException e) {
                throw new IOException("DynamoDB Local has stopped", e);
            } catch (ExecutionException e) {
                throw new IOException("DynamoDB Local failed: " + e.getCause(), e.getCause());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("Interrupted while DynamoDB Local answers");
            }
        }

        /// There is no connection to close, and a thread that waits for the answer is interrupted.
        @Override
        public void abort() {}
    }
}
