package streamerapi.localstack.gateway;

import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import streamerapi.localstack.functions.FunctionError;
import streamerapi.localstack.functions.Functions;
import streamerapi.localstack.stages.Throttles;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.logging.Level;
import java.util.logging.Logger;

/// The HTTP API: hands each request to its route's function, and answers for it if it fails.
public final class HttpApi extends Handler.Abstract {
    private static final Logger LOG = Logger.getLogger(HttpApi.class.getName());
    private static final int PAYLOAD_LIMIT = 10 * 1024 * 1024;

    /// The most bytes of the request line and all headers together.
    private static final int HEADER_LIMIT = 10_240;

    /// The most bytes of an event or an answer that Lambda takes.
    private static final int INVOCATION_LIMIT = 6 * 1024 * 1024;

    /// Headers that API Gateway does not pass to the client under their own names.
    private static final Map<String, String> RENAMED =
            Map.of("www-authenticate", "x-amzn-remapped-www-authenticate", "server", "x-amzn-remapped-server");

    private final HttpRoutes routes;
    private final Functions functions;
    private final Throttles throttles;
    private final InstantSource clock;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    public HttpApi(HttpRoutes routes, Functions functions, Throttles throttles, InstantSource clock) {
        this.routes = routes;
        this.functions = functions;
        this.throttles = throttles;
        this.clock = clock;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        String requestId = UUID.randomUUID().toString();
        send(answer(request, requestId), requestId, response, callback);
        return true;
    }

    private HttpAnswer answer(Request request, String requestId) throws IOException, InterruptedException {
        if (headerSize(request) > HEADER_LIMIT) {
            return HttpAnswer.message(431, "Request Header Fields Too Large");
        }
        ByteBuffer body = body(request);
        if (body.remaining() > PAYLOAD_LIMIT) {
            return HttpAnswer.message(413, "Request Too Long");
        }
        var path = HttpRoute.split(request.getHttpURI().getPath()).stream()
                .map(HttpEvent::decode)
                .toList();
        HttpRoutes.Match match = routes.match(request.getMethod(), path);
        if (match == null) {
            return HttpAnswer.message(404, "Not Found");
        }
        if (!throttles.admits(match.route().key())) {
            return HttpAnswer.message(429, "Too Many Requests");
        }
        byte[] event = new HttpEvent(request, match, requestId, clock.instant()).toJson(body);
        if (event.length > INVOCATION_LIMIT) {
            return HttpAnswer.message(413, "Request Too Long");
        }
        String function = match.route().function();
        Future<byte[]> answer = threads.submit(() -> functions.invoke(function, event));
        try {
            byte[] response = answer.get(match.route().timeout().toMillis(), TimeUnit.MILLISECONDS);
            if (response.length > INVOCATION_LIMIT) {
                LOG.log(Level.WARNING, "{0} answered more than 6 MB", function);
                return HttpAnswer.message(500, "Internal Server Error");
            }
            return HttpAnswer.parse(response);
        } catch (TimeoutException e) {
            return HttpAnswer.message(503, "Service Unavailable");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof FunctionError error && error.isThrottled()) {
                return HttpAnswer.message(503, "Service Unavailable");
            }
            if (!(e.getCause() instanceof FunctionError)) {
                LOG.log(Level.WARNING, function + " was not invoked", e.getCause());
            }
            return HttpAnswer.message(500, "Internal Server Error");
        } catch (IOException | IllegalArgumentException e) {
            LOG.log(Level.WARNING, "{0} gave no response: {1}", new Object[] {function, e.getMessage()});
            return HttpAnswer.message(500, "Internal Server Error");
        }
    }

    private static int headerSize(Request request) {
        int size = request.getMethod().length()
                + request.getHttpURI().getPathQuery().length();
        for (HttpField field : request.getHeaders()) {
            size += field.getName().length()
                    + (field.getValue() == null ? 0 : field.getValue().length());
        }
        return size;
    }

    private static ByteBuffer body(Request request) throws IOException {
        if (request.getLength() == 0) {
            return ByteBuffer.allocate(0);
        }
        try (InputStream stream = Content.Source.asInputStream(request)) {
            return ByteBuffer.wrap(stream.readNBytes(PAYLOAD_LIMIT + 1));
        }
    }

    private static void send(HttpAnswer answer, String requestId, Response response, Callback callback) {
        response.setStatus(answer.status());
        answer.headers()
                .forEach((name, value) ->
                        response.getHeaders().put(RENAMED.getOrDefault(name.toLowerCase(Locale.ROOT), name), value));
        answer.cookies().forEach(cookie -> response.getHeaders().add(HttpHeader.SET_COOKIE, cookie));
        response.getHeaders().put("Apigw-Requestid", requestId);
        response.write(true, ByteBuffer.wrap(answer.body()), callback);
    }
}
