package streamerapi.realtime;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.auth.Caller;
import streamerapi.shared.json.Json;
import streamerapi.shared.lambda.Environment;
import streamerapi.shared.lambda.LambdaFunction;
import streamerapi.shared.lambda.Services;
import streamerapi.shared.lambda.WideLine;
import streamerapi.shared.problems.Problem;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;

/// Answers the WebSocket API: a socket opens, sends frames, and closes.
public final class RealtimeFunction extends LambdaFunction {

    private static final byte[] OK = Json.write(Map.of("statusCode", 200));

    private final Connections connections;
    private final Stream stream;

    public RealtimeFunction() {
        this(Environment.ofProcess());
    }

    public RealtimeFunction(Environment environment) {
        super(environment);
        Services services = new Services(environment);
        this.connections = new Connections(services.clients().connections(environment.required("CONNECTIONS_URL")));
        this.stream = new Stream(services.table(), services.credentials(), services.limiter(), connections);
    }

    @Override
    protected byte[] handle(Map<String, @Nullable Object> event) {
        Map<String, @Nullable Object> context = Json.asObject(event.get("requestContext"));
        String connectionId = (String) Objects.requireNonNull(context.get("connectionId"));
        switch ((String) Objects.requireNonNull(context.get("eventType"))) {
            case "MESSAGE" -> {
                BigDecimal connectedAt = (BigDecimal) Objects.requireNonNull(context.get("connectedAt"));
                Instant connected = Instant.ofEpochMilli(connectedAt.longValueExact());
                message(connectionId, connected, (String) event.get("body"));
            }
            case "DISCONNECT" -> {
                stream.leave(connectionId);
                WideLine.of("socket closed").with("connection_id", connectionId).write();
            }
            default -> {}
        }
        return OK;
    }

    private void message(String connectionId, Instant connected, @Nullable String text) {
        WideLine line = WideLine.of("socket").with("connection_id", connectionId);
        try {
            Map<String, @Nullable Object> frame = SignIn.frame(text);
            if ("ping".equals(frame.get("type"))) {
                connections.send(connectionId, Frames.PONG);
                return;
            }
            Caller caller = stream.enter(connectionId, connected, SignIn.of(frame));
            line.with("tenant_id", caller.tenantId())
                    .with("credential", caller.id())
                    .write();
        } catch (Problem problem) {
            line.with("code", problem.code().label()).write();
            connections.send(connectionId, Frames.error(problem));
            connections.close(connectionId);
        }
    }
}
