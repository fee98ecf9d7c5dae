package streamerapi.realtime;

import org.junit.jupiter.api.Test;
import streamerapi.overlays.OverlayPresence;
import streamerapi.shared.auth.Caller;
import streamerapi.shared.aws.AwsOperations;
import streamerapi.shared.aws.AwsService;
import streamerapi.shared.events.Outbox;
import streamerapi.shared.queues.DelayQueue;
import streamerapi.shared.queues.SqsQueue;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Table;
import streamerapi.simulation.MemoryTable;
import streamerapi.simulation.TableService;

import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;

import static org.assertj.core.api.Assertions.assertThat;

/// The note in a joining socket's row of the last event that it was not sent.
class JoiningSocketTest {

    private static final String TENANT = "ten_4t2z4sc3fk3v0";

    private final InstantSource clock = InstantSource.system();
    private final Table table = TableService.over(MemoryTable.ofInserts(row -> {}));
    private final Sockets sockets = sockets();
    private final Socket socket = Socket.joining(
            "c1",
            new Caller(TENANT, "ak_1", "Deck", Set.of(), Set.of(), Keys.credential("hash"), null, null, null),
            List.of(Socket.ALL),
            clock.instant(),
            clock.instant().plus(Duration.ofHours(2)));

    private Sockets sockets() {
        Outbox outbox = new Outbox(table, new Ids(clock), clock);
        AwsOperations noQueue = new AwsOperations(AwsService.SQS, (operation, body) -> {
            throw new IOException("no queue");
        });
        DelayQueue queue = new DelayQueue(new SqsQueue(noQueue, "none"), clock);
        return new Sockets(table, outbox, new OverlayPresence(table, outbox, queue, clock), clock);
    }

    @Test
    void anOlderEventThatIsHandedOnAgainLeavesTheNoteOfANewerOne() {
        table.write(List.of(socket.added()));

        assertThat(sockets.passBy(socket, "E#9")).isNull();
        assertThat(sockets.passBy(socket, "E#5")).isNull();

        assertThat(sockets.goLive(socket, "E#7")).isEqualTo("E#9");
        assertThat(sockets.goLive(socket, "E#9")).isNull();
        assertThat(sockets.passBy(socket, "E#8"))
                .isNotNull()
                .extracting(Socket::stage)
                .isEqualTo(new Socket.Live("E#9"));
    }
}
