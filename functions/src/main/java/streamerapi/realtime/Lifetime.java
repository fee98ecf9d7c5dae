package streamerapi.realtime;

import org.jspecify.annotations.Nullable;
import streamerapi.overlays.DisconnectReason;
import streamerapi.shared.json.Json;
import streamerapi.shared.queues.DelayQueue;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/// The time limits of a socket: one that has not signed in after 10 seconds is closed, and one that has is told to come
/// again 5 minutes before API Gateway closes it for its age. API Gateway does not always report that close, so a socket
/// that is past its age is forgotten.
///
/// One message accompanies each socket through a delay queue, for as long as the socket is there.
public final class Lifetime {

    /// The only field of the messages that it sends to the work queue, and handles.
    public static final String TASK = "socket";

    private static final Duration SIGN_IN_WITHIN = Duration.ofSeconds(10);
    private static final Duration SIGN_IN_TAKES = Duration.ofSeconds(2);
    private static final Duration LIFE = Duration.ofHours(2);
    private static final Duration NOTICE = Duration.ofMinutes(5);
    private static final Duration LAST_WORD_TAKES = Duration.ofMinutes(1);

    private final Sockets sockets;
    private final Connections connections;
    private final DelayQueue queue;
    private final InstantSource clock;

    public Lifetime(Sockets sockets, Connections connections, DelayQueue queue, InstantSource clock) {
        this.sockets = sockets;
        this.connections = connections;
        this.queue = queue;
        this.clock = clock;
    }

    /// Whether a socket can no longer sign in.
    static boolean isTooLate(Instant opened, Instant now) {
        return now.isAfter(opened.plus(SIGN_IN_WITHIN));
    }

    /// When API Gateway closes a socket for its age.
    static Instant end(Instant opened) {
        return opened.plus(LIFE);
    }

    /// A socket has been opened.
    void begin(String connectionId, Instant opened) {
        sendOn(connectionId, opened, lastSignIn(opened));
    }

    /// Handles a socket's message: does what is due, and sends the message on.
    ///
    /// @param message the fields of the message
    public void goOn(Map<String, @Nullable Object> message) {
        String connectionId = Json.text(message, "connection_id");
        Instant opened =
                Instant.ofEpochMilli(((BigDecimal) Objects.requireNonNull(message.get("opened"))).longValueExact());
        Instant now = clock.instant();
        Instant notice = end(opened).minus(NOTICE);
        if (now.isBefore(lastSignIn(opened))) {
            sendOn(connectionId, opened, lastSignIn(opened));
        } else if (!sockets.isSignedIn(connectionId)) {
            connections.send(connectionId, CloseReason.AUTH_TIMEOUT.frame());
            connections.close(connectionId);
        } else if (now.isBefore(notice)) {
            sendOn(connectionId, opened, notice);
        } else if (now.isBefore(end(opened))) {
            connections.send(connectionId, Frames.reconnect(end(opened)));
            sendOn(connectionId, opened, end(opened).plus(LAST_WORD_TAKES));
        } else {
            sockets.forget(connectionId, DisconnectReason.SOCKET_CLOSED);
        }
    }

    /// The reason for which a socket was closed, as API Gateway reports it: the client's close frame, silence, or
    /// another.
    ///
    /// For silence and for age API Gateway closes with 1001 and a reason of its own. A page that is left closes with
    /// 1001 too, and says nothing. A client that sends no status is reported as 1005, a broken connection as 1006 (RFC
    /// 6455, 7.4.1).
    ///
    /// @param context the disconnection's `requestContext`
    DisconnectReason departure(Instant opened, Map<String, @Nullable Object> context) {
        int status = context.get("disconnectStatusCode") instanceof BigDecimal code ? code.intValue() : 1006;
        boolean explained = context.get("disconnectReason") instanceof String reason && !reason.isEmpty();
        return switch (status) {
            case 1000, 1005 -> DisconnectReason.CLOSED;
            case 1001 -> {
                boolean old = clock.instant().isAfter(end(opened).minus(LAST_WORD_TAKES));
                yield !explained
                        ? DisconnectReason.CLOSED
                        : old ? DisconnectReason.SOCKET_CLOSED : DisconnectReason.HEARTBEAT_TIMEOUT;
            }
            default -> DisconnectReason.SOCKET_CLOSED;
        };
    }

    private void sendOn(String connectionId, Instant opened, Instant due) {
        Map<String, @Nullable Object> socket = new LinkedHashMap<>();
        socket.put("connection_id", connectionId);
        socket.put("opened", opened.toEpochMilli());
        queue.send(Json.writeText(Map.of(TASK, socket)), due, null);
    }

    /// A sign-in that began in time has ended by then.
    private static Instant lastSignIn(Instant opened) {
        return opened.plus(SIGN_IN_WITHIN).plus(SIGN_IN_TAKES);
    }
}
