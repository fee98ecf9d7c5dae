package streamerapi.realtime;

import streamerapi.shared.events.EventLog;
import streamerapi.shared.events.LoggedEvent;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/// Sends a joining socket events from the log, place by place.
final class CatchUp {

    private static final int READ_AT_ONCE = 100;

    private final EventLog log;
    private final Connections connections;
    private final Socket socket;
    private final Instant deadline;
    private String place;
    private int sent;
    private boolean hasTakenNamesOff;

    /// @param place where it begins: after it
    CatchUp(EventLog log, Connections connections, Socket socket, String place, Instant deadline) {
        this.log = log;
        this.connections = connections;
        this.socket = socket;
        this.place = place;
        this.deadline = deadline;
    }

    /// The place up to which everything has been sent.
    String place() {
        return place;
    }

    /// How many events have been sent.
    int sent() {
        return sent;
    }

    /// Begins anew after a place.
    void beginAfter(String place) {
        this.place = place;
    }

    /// Sends every event after the place that the socket names.
    ///
    /// @return false if the socket is gone, or was told to come again because the time is over
    boolean run(InstantSource clock) {
        List<LoggedEvent> page;
        do {
            page = log.after(socket.tenantId(), place, READ_AT_ONCE);
            for (LoggedEvent event : page) {
                if (!send(event)) {
                    return false;
                }
                place = event.place();
                Instant now = clock.instant();
                if (now.isAfter(deadline)) {
                    takeNamesOff();
                    connections.send(socket.connectionId(), Frames.replayContinues(now, event.id()));
                    return false;
                }
            }
        } while (page.size() == READ_AT_ONCE);
        return takeNamesOff();
    }

    private boolean send(LoggedEvent event) {
        hasTakenNamesOff |= EventFrames.takesNamesOff(socket, event);
        boolean isWanted = socket.wants(event);
        sent += isWanted ? 1 : 0;
        byte[] frame = EventFrames.of(socket, event, isWanted);
        return frame == null || connections.send(socket.connectionId(), frame);
    }

    /// Has the overlay read anew what it shows, if a tip was removed whose coming it was sent.
    private boolean takeNamesOff() {
        boolean isDue = hasTakenNamesOff;
        hasTakenNamesOff = false;
        return !isDue || connections.send(socket.connectionId(), EventFrames.COUNTS);
    }
}
