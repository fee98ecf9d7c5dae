package streamerapi.realtime;

import org.jspecify.annotations.Nullable;
import streamerapi.overlays.Widget;
import streamerapi.shared.connectors.Platform;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Table;
import streamerapi.shared.tasks.Async;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/// Lines of chat on their way to the overlays that show them. The frames are no events: they are sent once, to the
/// sockets that are open.
public final class OverlayChat {

    private final Table table;
    private final Supplier<Broadcast> broadcast;

    /// @param broadcast is asked for with the first frame, which most processes never have
    public OverlayChat(Table table, Supplier<Broadcast> broadcast) {
        this.table = table;
        this.broadcast = broadcast;
    }

    /// The sockets of an account's overlays that show chat. One that is found gone is taken out of the list.
    public List<Socket> sockets(String tenantId) {
        return new CopyOnWriteArrayList<>(
                table.query(Query.of(Keys.account(tenantId), Keys.SUBSCRIBER + Socket.PREFIX)).stream()
                        .map(Socket::of)
                        .filter(socket -> socket.shows(Widget.CHAT))
                        .toList());
    }

    /// Sends sockets a line.
    public void line(List<Socket> sockets, Map<String, @Nullable Object> line) {
        send(sockets, Frames.chatLine(line));
    }

    /// Has sockets take lines off the stream.
    ///
    /// @param userId whose; null for every chatter of the platform
    /// @param messageId which of them; null for all
    /// @param at lines that were written later stay
    public void removed(
            List<Socket> sockets, Platform platform, @Nullable String userId, @Nullable String messageId, Instant at) {
        send(sockets, Frames.chatRemoved(platform.label(), userId, messageId, at));
    }

    private void send(List<Socket> sockets, byte[] frame) {
        Broadcast sender = broadcast.get();
        List<Async<Boolean>> sent = sockets.stream()
                .map(socket -> Async.start(() -> sender.command(socket, frame) || sockets.remove(socket)))
                .toList();
        sent.forEach(Async::join);
    }
}
