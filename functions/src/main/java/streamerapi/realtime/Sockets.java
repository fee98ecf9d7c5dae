package streamerapi.realtime;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.limits.Allotment;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Contention;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/// The sockets that have signed in: an account's subscribers beside its webhook endpoints, found by connection id too.
final class Sockets {

    private final Table table;
    private final InstantSource clock;

    Sockets(Table table, InstantSource clock) {
        this.table = table;
        this.clock = clock;
    }

    /// Whether a connection has signed in.
    boolean isSignedIn(String connectionId) {
        return table.get(Keys.connection(connectionId)) != null;
    }

    /// Lets a socket in.
    ///
    /// @param besides what must hold, or be done, in the same change
    /// @throws Problem `bad_request` where it has signed in already, `limit_reached`
    void add(Socket socket, List<Write> besides) {
        Row connection = Row.of(Keys.connection(socket.connectionId()))
                .with("tenant_id", socket.tenantId())
                .with("expires_at", socket.row().number("expires_at"));
        List<Write> writes = new ArrayList<>();
        writes.add(Write.put(connection)
                .when(Condition.noRow())
                .orElse(current -> Problem.of(ErrorCode.BAD_REQUEST, "The socket has signed in already")));
        writes.add(Write.put(socket.row()));
        writes.addAll(besides);
        writes.add(Allotment.SOCKETS.take(socket.tenantId()));
        try {
            Contention.retrying(() -> write(writes));
        } catch (Problem problem) {
            if (problem.code() != ErrorCode.LIMIT_REACHED || !recount(socket.tenantId())) {
                throw problem;
            }
            Contention.retrying(() -> write(writes));
        }
    }

    /// Forgets a connection, signed in or not.
    void forget(String connectionId) {
        Row connection = table.get(Keys.connection(connectionId));
        if (connection != null) {
            forget(connection.text("tenant_id"), connectionId);
        }
    }

    /// Forgets a socket; one that is forgotten already is fine.
    void forget(String tenantId, String connectionId) {
        Key socket = Keys.socket(tenantId, connectionId);
        try {
            Contention.retrying(() -> write(List.of(
                    Write.delete(socket).when(Condition.rowExists()).orElse(current -> Problem.of(ErrorCode.NOT_FOUND)),
                    Write.delete(Keys.connection(connectionId)),
                    Allotment.SOCKETS.giveBack(tenantId))));
        } catch (Problem problem) {
            if (problem.code() != ErrorCode.NOT_FOUND) {
                throw problem;
            }
        }
    }

    /// Makes a joining socket live, where the fan-out has passed it by with nothing after the place up to which it was
    /// sent everything.
    ///
    /// @return null where it is live, or gone; otherwise the place of the last event that it was passed by with
    @Nullable
    String goLive(Socket socket, String after) {
        Table.Updated updated = Contention.retrying(() -> table.update(Write.update(
                        socket.row().key())
                .set(Socket.AFTER, after)
                .remove(Socket.JOINING_SINCE)
                .remove(Socket.PASSED_BY)
                .when(Condition.all(
                        Condition.rowExists(),
                        Condition.any(
                                Condition.absent(Socket.PASSED_BY), Condition.atMost(Socket.PASSED_BY, after))))));
        return updated.done() || updated.row() == null ? null : updated.row().text(Socket.PASSED_BY);
    }

    /// Notes in a joining socket's row that there was an event.
    ///
    /// @return null where that is noted, or the socket is gone; the socket where it has become live meanwhile
    @Nullable
    Socket passBy(Socket socket, String place) {
        Table.Updated updated =
                Contention.retrying(() -> table.update(Write.update(socket.row().key())
                        .set(Socket.PASSED_BY, place)
                        .when(Condition.exists(Socket.JOINING_SINCE))));
        return updated.done() || updated.row() == null ? null : new Socket(updated.row());
    }

    /// Counts an account's sockets anew: one that went without a word, API Gateway promises none, is still counted.
    ///
    /// @return whether there is room for another one
    private boolean recount(String tenantId) {
        Instant now = clock.instant();
        List<Row> rows = table.query(Query.of(Keys.account(tenantId), Keys.SUBSCRIBER + Socket.PREFIX));
        List<Socket> over = rows.stream()
                .map(Socket::new)
                .filter(socket -> socket.isOver(now))
                .toList();
        over.forEach(socket -> forget(tenantId, socket.connectionId()));
        return Allotment.SOCKETS.correct(table, tenantId, rows.size() - over.size());
    }

    private boolean write(List<Write> writes) {
        table.write(writes);
        return true;
    }
}
