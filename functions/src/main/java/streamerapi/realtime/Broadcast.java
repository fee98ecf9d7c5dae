package streamerapi.realtime;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.events.LoggedEvent;
import streamerapi.shared.tasks.Host;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

/// Sends sockets what the fan-out has for them.
public final class Broadcast {

    /// How long a socket takes for the events of a batch at most: half of the fan-out's minute. All accounts of the
    /// batch wait for the slowest socket.
    private static final Duration MAX_TELLING = Duration.ofSeconds(30);

    private final Sockets sockets;
    private final Connections connections;
    private final InstantSource clock;

    public Broadcast(Sockets sockets, Connections connections, InstantSource clock) {
        this.sockets = sockets;
        this.connections = connections;
        this.clock = clock;
    }

    /// Sends a socket the events that it subscribes to, in their order. A socket that is gone is forgotten, and one
    /// that takes too long is closed: its client comes again and asks for what it missed. An overlay that shows names
    /// of tips reads them anew when one was removed.
    ///
    /// @param events in the order of their places, which stand in the log already
    public void tell(Socket subscriber, List<LoggedEvent> events) {
        Socket socket = live(subscriber, events.getLast().place());
        if (socket == null) {
            return;
        }
        long began = Host.nanoTime();
        for (LoggedEvent event : events) {
            if (Host.nanoTime() - began > MAX_TELLING.toNanos()) {
                end(socket);
                return;
            }
            byte[] frame = EventFrames.of(socket, event, socket.wants(event) && socket.isAfterJoining(event));
            if (frame != null && !connections.send(socket.connectionId(), frame)) {
                sockets.forget(socket);
                return;
            }
        }
        if (events.stream().anyMatch(event -> EventFrames.takesNamesOff(socket, event))
                && !connections.send(socket.connectionId(), EventFrames.COUNTS)) {
            sockets.forget(socket);
        }
    }

    /// Sends a socket a frame that is no event, even before its `ready`. A socket that is gone is forgotten.
    ///
    /// @return whether it is still there
    public boolean command(Socket socket, byte[] frame) {
        boolean there = connections.send(socket.connectionId(), frame);
        if (!there) {
            sockets.forget(socket);
        }
        return there;
    }

    /// Closes a socket whose credential is no longer good.
    public void revoke(Socket socket) {
        connections.send(socket.connectionId(), CloseReason.REVOKED.frame());
        end(socket);
    }

    private @Nullable Socket live(Socket subscriber, String place) {
        if (subscriber.isStuck(clock.instant())) {
            end(subscriber);
            return null;
        }
        return subscriber.stage() instanceof Socket.Joining ? sockets.passBy(subscriber, place) : subscriber;
    }

    private void end(Socket socket) {
        connections.close(socket.connectionId());
        sockets.forget(socket);
    }
}
