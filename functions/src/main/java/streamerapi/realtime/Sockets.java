package streamerapi.realtime;

import org.jspecify.annotations.Nullable;
import streamerapi.overlays.DisconnectReason;
import streamerapi.overlays.Overlay;
import streamerapi.overlays.OverlayPresence;
import streamerapi.shared.events.Actor;
import streamerapi.shared.events.Outbox;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Overtaken;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;
import streamerapi.shared.storage.WriteConflict;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// The sockets that have signed in: an account's subscribers beside its webhook endpoints, found by connection id too.
public final class Sockets {

    private final Table table;
    private final Outbox outbox;
    private final OverlayPresence presence;
    private final InstantSource clock;

    /// @param presence is told of the sockets of overlays
    public Sockets(Table table, Outbox outbox, OverlayPresence presence, InstantSource clock) {
        this.table = table;
        this.outbox = outbox;
        this.presence = presence;
        this.clock = clock;
    }

    /// Whether a connection has signed in.
    boolean isSignedIn(String connectionId) {
        return table.get(Keys.connection(connectionId)) != null;
    }

    /// Lets a socket in.
    ///
    /// @param actor who it is
    /// @param entering decides what must hold, and be done, in the same change
    /// @throws Problem `bad_request` if it has signed in already, `limit_reached`
    void add(Socket socket, Actor actor, Supplier<Outcome<Socket>> entering) {
        Write first = socket.connected()
                .when(Condition.noRow())
                .orElse(current -> Problem.of(ErrorCode.BAD_REQUEST, "The socket has signed in already"));
        Supplier<Outcome<Socket>> whole = () -> Outcome.of(socket)
                .writing(first, socket.added())
                .and(entering.get())
                .writing(SocketAllotments.of(socket).take());
        try {
            outbox.commit(socket.tenantId(), actor, whole);
        } catch (Problem problem) {
            if (problem.code() != ErrorCode.LIMIT_REACHED || !recount(socket)) {
                throw problem;
            }
            outbox.commit(socket.tenantId(), actor, whole);
        }
    }

    /// Forgets a connection, signed in or not.
    void forget(String connectionId, DisconnectReason why) {
        Row connection = table.get(Keys.connection(connectionId));
        if (connection != null) {
            forget(SocketAllotments.of(connection), connection.get(Socket.CREDENTIAL_ID), connectionId, why);
        }
    }

    /// Forgets a socket that is gone, or that the server closes; one that is forgotten already is fine.
    void forget(Socket socket) {
        forget(
                SocketAllotments.of(socket),
                socket.credentialId(),
                socket.connectionId(),
                DisconnectReason.SOCKET_CLOSED);
    }

    private void forget(SocketAllotments counted, String credentialId, String connectionId, DisconnectReason why) {
        String tenantId = counted.tenantId();
        List<Write> writes = new ArrayList<>();
        writes.add(Write.delete(Keys.socket(tenantId, connectionId))
                .when(Condition.rowExists())
                .orElse(current -> new Overtaken()));
        writes.add(Write.delete(Keys.connection(connectionId)));
        writes.addAll(counted.giveBack());
        if (Overlay.isId(credentialId)) {
            writes.add(presence.departure(tenantId, credentialId, connectionId, why));
        }
        try {
            WriteConflict.retrying(() -> table.write(writes));
        } catch (Overtaken overtaken) {
            // It is forgotten already.
        }
    }

    /// Makes a joining socket live, unless the fan-out has noted an event in its row after the last one that it got.
    ///
    /// @param after the place of the last event that the socket got
    /// @return null if it is live, or gone; otherwise the place of the last event that the fan-out has noted
    @Nullable
    String goLive(Socket socket, String after) {
        Table.Updated updated = table.update(socket.live(after));
        return updated.done() || updated.row() == null ? null : Socket.passedBy(updated.row());
    }

    /// Notes in a joining socket's row that there was an event.
    ///
    /// @return null if that or a later event is noted, or the socket is gone; the socket if it has become live
    /// meanwhile
    @Nullable
    Socket passBy(Socket socket, String place) {
        Table.Updated updated = table.update(socket.passedBy(place));
        Socket current = updated.row() == null ? null : Socket.of(updated.row());
        return current != null && current.stage() instanceof Socket.Live ? current : null;
    }

    /// Counts an account's sockets anew: the count can hold closed ones, as API Gateway does not report every close.
    ///
    /// @return whether there is room for another one
    private boolean recount(Socket socket) {
        String tenantId = socket.tenantId();
        Instant now = clock.instant();
        List<Row> rows = table.query(Query.of(Keys.account(tenantId), Keys.SUBSCRIBER + Socket.PREFIX));
        Map<Boolean, List<Socket>> byAge =
                rows.stream().map(Socket::of).collect(Collectors.partitioningBy(each -> each.isOver(now)));
        byAge.getOrDefault(true, List.of()).forEach(this::forget);
        return SocketAllotments.of(socket).correct(table, byAge.getOrDefault(false, List.of()));
    }
}
