package streamerapi.localstack.sockets;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.api.StatusCode;

import java.io.IOException;
import java.io.InputStream;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/// The management API of the WebSocket API, as the AWS SDK calls it: `/<stage>/@connections/<id>` sends to a
/// connection (POST), describes it (GET) and closes it (DELETE).
public final class ConnectionsApi extends Handler.Wrapper {
    private static final Duration SILENCE = Duration.ofSeconds(30);

    private final SocketGateway gateway;
    private final String prefix;

    /// @param next takes every other request
    public ConnectionsApi(SocketGateway gateway, Handler next) {
        super(next);
        this.gateway = gateway;
        this.prefix = "/" + gateway.stage() + "/@connections/";
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        String path = request.getHttpURI().getPath();
        if (!path.startsWith("/" + gateway.stage() + "/")) {
            return super.handle(request, response, callback);
        }
        String decoded = URLDecoder.decode(path, StandardCharsets.UTF_8);
        if (!decoded.startsWith(prefix)) {
            return super.handle(request, response, callback);
        }
        String id = decoded.substring(prefix.length());
        Optional<Connection> connection = gateway.connection(id);
        SocketFault fault = gateway.fault(id);
        if (fault != null) {
            fail(response, callback, fault);
        } else if (!request.getHeaders().contains("Authorization")) {
            refuse(response, callback, 403, "MissingAuthenticationTokenException", "Missing Authentication Token");
        } else if (connection.isEmpty()) {
            refuse(response, callback, 410, "GoneException", "");
        } else {
            serve(request, response, callback, connection.get());
        }
        return true;
    }

    private static void fail(Response response, Callback callback, SocketFault fault) throws InterruptedException {
        switch (fault) {
            case SILENT -> {
                Thread.sleep(SILENCE);
                refuse(response, callback, 504, "InternalFailure", "Endpoint request timed out");
            }
            case FORBIDDEN -> refuse(response, callback, 403, "ForbiddenException", "Forbidden");
            case THROTTLED -> refuse(response, callback, 429, "LimitExceededException", "Too Many Requests");
        }
    }

    private static void serve(Request request, Response response, Callback callback, Connection connection)
            throws IOException {
        switch (request.getMethod()) {
            case "POST" -> post(request, response, callback, connection);
            case "GET" -> answer(response, callback, 200, description(connection));
            case "DELETE" -> {
                connection.close(StatusCode.NORMAL, "Connection Closed Normally");
                answer(response, callback, 204, "");
            }
            default -> refuse(response, callback, 405, "MethodNotAllowedException", "Method not allowed");
        }
    }

    private static void post(Request request, Response response, Callback callback, Connection connection)
            throws IOException {
        byte[] data;
        try (InputStream stream = Content.Source.asInputStream(request)) {
            data = stream.readNBytes(SocketGateway.MESSAGE_LIMIT + 1);
        }
        if (data.length > SocketGateway.MESSAGE_LIMIT) {
            refuse(response, callback, 413, "PayloadTooLargeException", "Message too long");
        } else if (connection.post(new String(data, StandardCharsets.UTF_8))) {
            answer(response, callback, 200, "");
        } else {
            refuse(response, callback, 410, "GoneException", "");
        }
    }

    private static String description(Connection connection) {
        SocketEvents events = connection.events();
        ObjectNode description = JsonNodeFactory.instance
                .objectNode()
                .put("connectedAt", events.connectedAt().toString())
                .put("lastActiveAt", connection.lastActiveAt().toString());
        description.putObject("identity").put("sourceIp", events.sourceIp()).put("userAgent", events.userAgent());
        return description.toString();
    }

    private static void refuse(Response response, Callback callback, int status, String type, String message) {
        response.getHeaders().put("x-amzn-ErrorType", type);
        String body =
                JsonNodeFactory.instance.objectNode().put("message", message).toString();
        answer(response, callback, status, body);
    }

    private static void answer(Response response, Callback callback, int status, String body) {
        response.setStatus(status);
        response.getHeaders().put("Content-Type", "application/json");
        response.write(true, ByteBuffer.wrap(body.getBytes(StandardCharsets.UTF_8)), callback);
    }
}
