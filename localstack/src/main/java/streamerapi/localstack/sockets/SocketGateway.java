package streamerapi.localstack.sockets;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.api.StatusCode;
import org.eclipse.jetty.websocket.server.ServerUpgradeRequest;
import org.eclipse.jetty.websocket.server.ServerUpgradeResponse;
import org.eclipse.jetty.websocket.server.ServerWebSocketContainer;
import org.jspecify.annotations.Nullable;
import streamerapi.localstack.functions.FunctionError;
import streamerapi.localstack.functions.Functions;
import streamerapi.localstack.stages.Throttle;

import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// The WebSocket API: accepts connections, and hands what clients send to the functions of their routes.
public final class SocketGateway implements AutoCloseable {
    /// The largest message in either direction.
    static final int MESSAGE_LIMIT = 128 * 1024;

    /// The largest frame of a client.
    static final int FRAME_LIMIT = 32 * 1024;

    /// How long a message holds back the next of its connection; a function quicker than this sees them in order.
    private static final Duration IN_ORDER = Duration.ofMillis(100);

    private static final ObjectMapper JSON = new ObjectMapper();

    private final SocketApi api;
    private final Functions functions;
    private final Throttle throttle;
    private final InstantSource clock;
    private final SocketLimits limits;
    private final Map<String, Connection> connections = new ConcurrentHashMap<>();
    private final Map<String, SocketFault> faults = new ConcurrentHashMap<>();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final ScheduledExecutorService lifetimes = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("sockets").factory());

    /// @param throttle counts connections, and messages of clients
    public SocketGateway(
            SocketApi api, Functions functions, Throttle throttle, InstantSource clock, SocketLimits limits) {
        this.api = api;
        this.functions = functions;
        this.throttle = throttle;
        this.clock = clock;
        this.limits = limits;
    }

    /// Serves the API's stage from a container.
    public void register(ServerWebSocketContainer container) {
        container.setIdleTimeout(limits.idle());
        container.setMaxTextMessageSize(MESSAGE_LIMIT);
        container.setMaxBinaryMessageSize(MESSAGE_LIMIT);
        container.setMaxFrameSize(FRAME_LIMIT);
        container.setAutoFragment(false);
        container.addMapping("/" + api.stage(), this::upgrade);
    }

    String stage() {
        return api.stage();
    }

    SocketLimits limits() {
        return limits;
    }

    InstantSource clock() {
        return clock;
    }

    /// Makes the management API fail for one connection from now on.
    public void fail(String connectionId, SocketFault fault) {
        faults.put(connectionId, fault);
    }

    @Nullable
    SocketFault fault(String connectionId) {
        return faults.get(connectionId);
    }

    Optional<Connection> connection(String id) {
        return Optional.ofNullable(connections.get(id));
    }

    /// Runs `$connect`; null, with an answer sent, if the function or the stage's limit refuses.
    private @Nullable Object upgrade(ServerUpgradeRequest request, ServerUpgradeResponse response, Callback callback) {
        if (!throttle.admits()) {
            Response.writeError(request, response, callback, HttpStatus.TOO_MANY_REQUESTS_429);
            return null;
        }
        var events = new SocketEvents(api, clock, request);
        String function = api.functions().get("$connect");
        int status = function == null ? HttpStatus.OK_200 : connectStatus(function, events.connect());
        if (status >= HttpStatus.BAD_REQUEST_400) {
            Response.writeError(request, response, callback, status);
            return null;
        }
        return new Connection(events, this);
    }

    private int connectStatus(String function, byte[] event) {
        try {
            JsonNode answer = JSON.readTree(functions.invoke(function, event));
            return answer.path("statusCode").asInt(HttpStatus.BAD_GATEWAY_502);
        } catch (FunctionError | IOException e) {
            return HttpStatus.BAD_GATEWAY_502;
        }
    }

    void opened(Connection connection) {
        connections.put(connection.events().connectionId(), connection);
        connection.endsWith(lifetimes.schedule(
                () -> connection.close(StatusCode.SHUTDOWN, "Going away"),
                limits.lifetime().toMillis(),
                TimeUnit.MILLISECONDS));
    }

    void closed(Connection connection) {
        connections.remove(connection.events().connectionId());
        connection.cancelEnd();
    }

    /// Hands a message to its route's function, and waits a moment so that the next does not overtake it.
    void message(Connection connection, String body, boolean base64) throws InterruptedException {
        if (!throttle.admits()) {
            connection.post(connection.events().failure("Too Many Requests"));
            return;
        }
        String routeKey = routeKey(body);
        String function = api.functions().get(routeKey);
        if (function == null) {
            connection.post(connection.events().failure("Forbidden"));
            return;
        }
        byte[] event = connection.events().message(routeKey, body, base64);
        Future<?> handled = threads.submit(() -> {
            try {
                functions.invoke(function, event);
            } catch (FunctionError e) {
                connection.post(connection.events().failure("Internal server error"));
            }
        });
        try {
            handled.get(IN_ORDER.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException e) {
            return;
        }
    }

    void disconnected(Connection connection, int status, String reason) {
        String function = api.functions().get("$disconnect");
        if (function == null) {
            return;
        }
        try {
            functions.invoke(function, connection.events().disconnect(status, reason));
        } catch (FunctionError e) {
            System.getLogger(SocketGateway.class.getName())
                    .log(System.Logger.Level.DEBUG, "$disconnect is not tried again", e);
        }
    }

    private String routeKey(String body) {
        try {
            JsonNode value = JSON.readTree(body);
            for (String name : api.selector()) {
                value = value.path(name);
            }
            String key = value.asText("");
            return api.functions().containsKey(key) && !key.startsWith("$") ? key : "$default";
        } catch (JsonProcessingException e) {
            return "$default";
        }
    }

    /// Closes every connection; their functions are not told.
    @Override
    public void close() {
        connections.values().forEach(connection -> connection.close(StatusCode.SHUTDOWN, "Going away"));
        lifetimes.shutdownNow();
        threads.shutdown();
    }
}
