package streamerapi.realtime;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.json.Json;
import streamerapi.shared.queues.DelayQueue;
import streamerapi.shared.storage.Table;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/// What time does to a socket: one that has not signed in after 10 seconds is closed, and one that has is told to come
/// again 5 minutes before API Gateway closes it for its age.
///
/// One message accompanies each socket through a delay queue, for as long as the socket is there.
public final class Lifetime {

    private static final Duration SIGN_IN_WITHIN = Duration.ofSeconds(10);
    private static final Duration SIGN_IN_TAKES = Duration.ofSeconds(2);
    private static final Duration LIFE = Duration.ofHours(2);
    private static final Duration NOTICE = Duration.ofMinutes(5);

    private final Sockets sockets;
    private final Connections connections;
    private final DelayQueue queue;
    private final InstantSource clock;

    public Lifetime(Table table, Connections connections, DelayQueue queue, InstantSource clock) {
        this.sockets = new Sockets(table, clock);
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

    /// A socket's message has come: does what it is time for, and sends the message on.
    ///
    /// @param message the fields of the message
    public void goOn(Map<String, @Nullable Object> message) {
        String connectionId = (String) Objects.requireNonNull(message.get("connection_id"));
        Instant opened =
                Instant.ofEpochMilli(((BigDecimal) Objects.requireNonNull(message.get("opened"))).longValueExact());
        Instant now = clock.instant();
        Instant notice = end(opened).minus(NOTICE);
        if (now.isBefore(lastSignIn(opened))) {
            sendOn(connectionId, opened, lastSignIn(opened));
        } else if (!sockets.isSignedIn(connectionId)) {
            connections.send(connectionId, Ending.AUTH_TIMEOUT.frame());
            connections.close(connectionId);
        } else if (now.isBefore(notice)) {
            sendOn(connectionId, opened, notice);
        } else {
            connections.send(connectionId, Frames.reconnect(Frames.Reason.MAX_AGE, end(opened)));
        }
    }

    private void sendOn(String connectionId, Instant opened, Instant due) {
        Map<String, @Nullable Object> socket = new LinkedHashMap<>();
        socket.put("connection_id", connectionId);
        socket.put("opened", opened.toEpochMilli());
        queue.send(Json.writeText(Map.of("socket", socket)), due);
    }

    /// A sign-in that began in time has ended by then.
    private static Instant lastSignIn(Instant opened) {
        return opened.plus(SIGN_IN_WITHIN).plus(SIGN_IN_TAKES);
    }
}
