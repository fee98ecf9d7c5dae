package streamerapi.realtime;

import org.jspecify.annotations.Nullable;
import streamerapi.overlays.SocketFrame;
import streamerapi.overlays.Widget;
import streamerapi.shared.events.EventType;
import streamerapi.shared.events.LoggedEvent;

/// The frames that sockets are sent because of events, live or from the log.
final class EventFrames {

    /// Has an overlay read anew what it shows.
    static final byte[] COUNTS = SocketFrame.of("counts").bytes();

    private EventFrames() {}

    /// The frame that a socket is sent because of an event: the event if the socket wants it, or, on an overlay that
    /// shows chat, whose lines to take off; null for none.
    ///
    /// @param isWanted whether the socket wants the event itself
    static byte @Nullable [] of(Socket socket, LoggedEvent event, boolean isWanted) {
        if (isWanted) {
            return event.bytes();
        }
        return socket.shows(Widget.CHAT) ? ModeratedLines.frame(event) : null;
    }

    /// Whether an event takes names off that a socket's overlay may show, though it is not sent the event.
    static boolean takesNamesOff(Socket socket, LoggedEvent event) {
        return event.hasHappened()
                && (event.is(EventType.QUEUE_TTS_REMOVED) || event.is(EventType.QUEUE_TTS_CLEARED))
                && Widget.NAMES.stream().anyMatch(socket::shows);
    }
}
