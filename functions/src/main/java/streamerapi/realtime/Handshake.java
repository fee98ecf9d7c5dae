package streamerapi.realtime;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.events.EventLog;
import streamerapi.shared.events.LoggedEvent;
import streamerapi.shared.events.Outbox;
import streamerapi.shared.storage.Ids;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/// Makes a socket live after its sign-in: sends it the present state, and the events that it missed.
///
/// The socket's row is there before anything is read, and the fan-out notes in it that there was an event; the socket
/// becomes live if nothing was noted after the last event that it was sent. So it gets every event once and in
/// order, and none before `ready`, even if more are committed meanwhile.
final class Handshake {

    private static final Duration MAX_TIME = Duration.ofSeconds(15);

    /// How far back an overlay's `since` reaches. Its page comes back within seconds; its key is not for reading what
    /// was on the stream on other days. A page on a quiet stream knows only an older event, and a page that showed an
    /// erased person one that is not kept, so it is sent these minutes before it is told of the gap.
    private static final Duration OVERLAY_REPLAY = Duration.ofMinutes(10);

    private final EventLog log;
    private final ReadyFrame readyFrame;
    private final Connections connections;
    private final Sockets sockets;
    private final InstantSource clock;

    Handshake(EventLog log, ReadyFrame readyFrame, Connections connections, Sockets sockets, InstantSource clock) {
        this.log = log;
        this.readyFrame = readyFrame;
        this.connections = connections;
        this.sockets = sockets;
        this.clock = clock;
    }

    /// Makes the socket live. One that is gone meanwhile, or has more to replay than there is time for, is closed and
    /// forgotten.
    ///
    /// @param since the last event that the client has seen, or null
    void join(Socket socket, @Nullable String since) {
        Instant deadline = clock.instant().plus(MAX_TIME);
        LoggedEvent last = log.last(socket.tenantId());
        boolean there = connections.send(socket.connectionId(), readyFrame.ready(socket, last));
        CatchUp catchUp =
                new CatchUp(log, connections, socket, last == null ? EventLog.BEGINNING : last.place(), deadline);
        if (!there || !replay(catchUp, socket, since) || !goLive(catchUp, socket)) {
            connections.close(socket.connectionId());
            sockets.forget(socket);
        }
    }

    private boolean replay(CatchUp catchUp, Socket socket, @Nullable String since) {
        if (since == null) {
            return true;
        }
        Instant earliest = clock.instant().minus(socket.isOverlay() ? OVERLAY_REPLAY : Outbox.KEPT);
        String known = isBefore(earliest, since) ? null : log.placeOf(socket.tenantId(), since);
        String from = known == null && socket.isOverlay() ? log.placeBefore(socket.tenantId(), earliest) : known;
        if (from != null) {
            catchUp.beginAfter(from);
            if (!catchUp.run(clock)) {
                return false;
            }
        }
        return connections.send(
                socket.connectionId(), known == null ? Frames.REPLAY_GAP : Frames.replayComplete(catchUp.sent()));
    }

    /// Whether events may be missing after it. Rows go in any order some days after they have expired, so one that is
    /// still there does not say that those after it are.
    private static boolean isBefore(Instant earliest, String since) {
        return since.compareTo(Ids.earliest("evt", earliest)) < 0;
    }

    private boolean goLive(CatchUp catchUp, Socket socket) {
        String passed = sockets.goLive(socket, catchUp.place());
        while (passed != null) {
            if (!catchUp.run(clock)) {
                return false;
            }
            catchUp.beginAfter(passed.compareTo(catchUp.place()) > 0 ? passed : catchUp.place());
            passed = sockets.goLive(socket, catchUp.place());
        }
        return true;
    }
}
