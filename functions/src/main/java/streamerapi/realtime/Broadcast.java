package streamerapi.realtime;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import streamerapi.shared.events.LoggedEvent;
import streamerapi.shared.tasks.Host;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// Sends sockets what the fan-out has for them.
public final class Broadcast {

    private static final Logger LOG = LoggerFactory.getLogger("streamerapi");

    /// How long a socket may take for all that a batch has for it: the accounts whose events the stream brings next
    /// wait for the slowest socket, and the fan-out has a minute.
    private static final Duration BATCH_TIMEOUT = Duration.ofSeconds(20);

    private final Sockets sockets;
    private final Connections connections;
    private final InstantSource clock;

    public Broadcast(Sockets sockets, Connections connections, InstantSource clock) {
        this.sockets = sockets;
        this.connections = connections;
        this.clock = clock;
    }

    /// Sends a socket the events that it subscribes to, in their order, and then the frames of commands. A socket that
    /// is gone is forgotten; one that takes too long is closed, and its client asks for what it missed. An overlay that
    /// shows names of tips reads them anew when one was removed.
    ///
    /// @param events in the order of their places, which stand in the log already
    /// @param commands are sent even before its `ready`
    public void tell(Socket subscriber, List<LoggedEvent> events, List<byte[]> commands) {
        if (!events.isEmpty() && subscriber.isStuck(clock.instant())) {
            end(subscriber);
            return;
        }
        List<byte[]> frames = new ArrayList<>(frames(subscriber, events));
        frames.addAll(commands);
        long began = Host.nanoTime();
        for (byte[] frame : frames) {
            if (Host.nanoTime() - began > BATCH_TIMEOUT.toNanos()) {
                LOG.warn("Socket {} is closed, as it takes too long", subscriber.connectionId());
                end(subscriber);
                return;
            }
            if (!connections.send(subscriber.connectionId(), frame)) {
                sockets.forget(subscriber);
                return;
            }
        }
    }

    private List<byte[]> frames(Socket subscriber, List<LoggedEvent> events) {
        Socket socket =
                events.isEmpty() ? null : live(subscriber, events.getLast().place());
        if (socket == null) {
            return List.of();
        }
        Stream<byte[]> told = events.stream()
                .flatMap(event -> Stream.ofNullable(
                        EventFrames.of(socket, event, socket.wants(event) && socket.isAfterJoining(event))));
        Stream<byte[]> counts = events.stream().anyMatch(event -> EventFrames.takesNamesOff(socket, event))
                ? Stream.of(EventFrames.COUNTS)
                : Stream.empty();
        return Stream.concat(told, counts).toList();
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
        return subscriber.stage() instanceof Socket.Joining ? sockets.passBy(subscriber, place) : subscriber;
    }

    private void end(Socket socket) {
        connections.close(socket.connectionId());
        sockets.forget(socket);
    }
}
