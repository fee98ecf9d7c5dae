package streamerapi.realtime;

import org.jspecify.annotations.Nullable;
import streamerapi.overlays.OverlayPresence;
import streamerapi.shared.auth.Caller;
import streamerapi.shared.aws.AwsOperations;
import streamerapi.shared.aws.AwsService;
import streamerapi.shared.events.Outbox;
import streamerapi.shared.queues.DelayQueue;
import streamerapi.shared.queues.SqsQueue;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.simulation.MemoryTable;
import streamerapi.simulation.TableService;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/// The sockets of an account's keys, in a table in memory.
final class MemorySockets {

    static final String TENANT = "ten_4t2z4sc3fk3v0";

    final InstantSource clock = InstantSource.fixed(Instant.parse("2026-03-03T10:00:00Z"));
    private final Table table = TableService.over(MemoryTable.ofInserts(row -> {}));
    final Sockets sockets = sockets();

    private Sockets sockets() {
        Outbox outbox = new Outbox(table, new Ids(clock), clock);
        AwsOperations noQueue = new AwsOperations(AwsService.SQS, (operation, body) -> {
            throw new IOException("no queue");
        });
        DelayQueue queue = new DelayQueue(new SqsQueue(noQueue, "none"), clock);
        return new Sockets(table, outbox, new OverlayPresence(table, outbox, queue, clock), clock);
    }

    /// A socket that has signed in and is not live yet.
    Socket joining(String connectionId) {
        Socket socket = Socket.joining(
                connectionId,
                new Caller(TENANT, "ak_1", "Deck", Set.of(), Set.of(), Keys.credential("hash"), null, null, null),
                List.of(Socket.ALL),
                clock.instant(),
                clock.instant().plus(Duration.ofHours(2)));
        table.write(List.of(socket.added(), socket.connected()));
        return socket;
    }

    /// A socket that is live after a place.
    Socket live(String connectionId, String after) {
        Socket socket = joining(connectionId);
        table.write(List.of(socket.live(after)));
        return Socket.of(Objects.requireNonNull(row(connectionId)));
    }

    /// Whether a socket is not forgotten.
    boolean has(String connectionId) {
        return row(connectionId) != null;
    }

    private @Nullable Row row(String connectionId) {
        return table.get(Keys.socket(TENANT, connectionId));
    }
}
