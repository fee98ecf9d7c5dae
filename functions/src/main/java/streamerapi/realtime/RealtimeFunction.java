package streamerapi.realtime;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkException;
import streamerapi.overlays.DisconnectReason;
import streamerapi.overlays.OverlayPresence;
import streamerapi.overlays.OverlayReports;
import streamerapi.overlays.TipGoals;
import streamerapi.shared.aws.ServiceUnreachable;
import streamerapi.shared.events.EventLog;
import streamerapi.shared.json.Json;
import streamerapi.shared.lambda.Environment;
import streamerapi.shared.lambda.LambdaFunction;
import streamerapi.shared.lambda.LogLine;
import streamerapi.shared.lambda.ServiceMetrics;
import streamerapi.shared.lambda.Services;
import streamerapi.shared.limits.Network;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.queues.DelayQueue;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;

/// Answers the WebSocket API: a socket opens, sends frames, and closes.
public final class RealtimeFunction extends LambdaFunction {

    private static final byte[] OK = Json.write(Map.of("statusCode", 200));

    private final Connections connections;
    private final Sockets sockets;
    private final Lifetime lifetime;
    private final Admission admission;
    private final Handshake handshake;
    private final FrameLimit frames;
    private final OverlayReports reports;

    public RealtimeFunction() {
        this(Environment.ofProcess());
    }

    public RealtimeFunction(Environment environment) {
        super(environment);
        Services services = new Services(environment);
        this.connections = new Connections(services.clients().connections(environment.required("CONNECTIONS_URL")));
        DelayQueue workQueue = services.work();
        OverlayPresence presence =
                new OverlayPresence(services.table(), services.outbox(), workQueue, services.clock());
        this.sockets = new Sockets(services.table(), services.outbox(), presence, services.clock());
        this.lifetime = new Lifetime(sockets, connections, workQueue, services.clock());
        this.admission = new Admission(services.credentials(), services.limiter(), sockets, presence, services.clock());
        this.reports = new OverlayReports(services.table(), services.clock());
        this.frames = new FrameLimit(services.table(), services.limiter(), services.clock());
        this.handshake = new Handshake(
                new EventLog(services.table()),
                new ReadyFrame(
                        services.table(),
                        new TipGoals(services.table(), services.ids(), services.clock()),
                        services.clock()),
                connections,
                sockets,
                services.clock());
    }

    @Override
    protected byte[] handle(Map<String, @Nullable Object> event) {
        Map<String, @Nullable Object> context = Json.asObject(event.get("requestContext"));
        String connectionId = Json.text(context, "connectionId");
        BigDecimal connectedAt = (BigDecimal) Objects.requireNonNull(context.get("connectedAt"));
        Instant opened = Instant.ofEpochMilli(connectedAt.longValueExact());
        switch (Json.text(context, "eventType")) {
            case "CONNECT" -> lifetime.begin(connectionId, opened);
            case "MESSAGE" -> message(connectionId, opened, address(context), (String) event.get("body"));
            default -> {
                sockets.forget(connectionId, lifetime.departure(opened, context));
                LogLine.of("socket closed").with("connection_id", connectionId).write();
            }
        }
        return OK;
    }

    /// The client's IP address.
    private static String address(Map<String, @Nullable Object> context) {
        return Json.text(Json.asObject(context.get("identity")), "sourceIp");
    }

    private void message(String connectionId, Instant opened, String address, @Nullable String text) {
        LogLine line = LogLine.of("socket").with("connection_id", connectionId);
        @Nullable Socket admitted = null;
        try {
            Map<String, @Nullable Object> frame = SocketSignIn.frame(text);
            if ("ping".equals(frame.get("type"))) {
                frames.count(connectionId);
                connections.send(connectionId, Frames.PONG);
                return;
            }
            if ("report".equals(frame.get("type"))) {
                frames.count(connectionId);
                reports.take(connectionId, frame.get("data"));
                return;
            }
            SocketSignIn signIn = SocketSignIn.of(frame);
            admitted = admission.admit(connectionId, opened, address, signIn);
            line.with("tenant_id", admitted.tenantId()).with("credential", admitted.credentialId());
            handshake.join(admitted, signIn.since());
            line.write();
        } catch (Problem problem) {
            end(connectionId, Frames.error(problem));
            line.with("code", problem.code().label())
                    .with("network", Network.of(address))
                    .write();
            if (problem.isOfLoad()) {
                ServiceMetrics.UNAVAILABLE.one();
            }
            if (admitted != null) {
                sockets.forget(admitted);
            }
        } catch (CloseReason.Reached end) {
            end(connectionId, end.reason().frame());
            line.with("code", end.reason().label()).write();
        } catch (RuntimeException fault) {
            ErrorCode code = fault instanceof ServiceUnreachable || fault instanceof SdkException
                    ? ErrorCode.UNAVAILABLE
                    : ErrorCode.INTERNAL_ERROR;
            line.with("code", code.label()).write(fault);
            ServiceMetrics.of(fault).one();
            end(connectionId, Frames.error(Problem.of(code)));
            sockets.forget(connectionId, DisconnectReason.SOCKET_CLOSED);
        }
    }

    private void end(String connectionId, byte[] frame) {
        connections.send(connectionId, frame);
        connections.close(connectionId);
    }
}
