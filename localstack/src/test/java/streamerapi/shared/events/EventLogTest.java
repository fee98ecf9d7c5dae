package streamerapi.shared.events;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;
import streamerapi.simulation.MemoryTable;
import streamerapi.simulation.TableService;

import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/// The places of events whose commit the stream brings in another order than the commit's own.
class EventLogTest {

    private static final String TENANT = "ten_1";
    private static final String STREAM = "arn:aws:dynamodb:us-east-1:0:table/t/stream/2026-01-01T00:00:00.000";

    private final Table table = TableService.over(MemoryTable.ofInserts(row -> {}));
    private final EventLog log = new EventLog(table);
    private final LoggedEvent first = event("evt_a", "7", "evt_a#0");
    private final LoggedEvent second = event("evt_b", "6", "evt_a#1");

    @BeforeEach
    void commit() {
        table.write(List.of(row(first), row(second)));
    }

    private static LoggedEvent event(String id, String number, String commit) {
        return new LoggedEvent(
                TENANT, EventLog.place(STREAM, number), id, "tip.created", "{}", LoggedEvent.Origin.CHANGE, commit);
    }

    private static Write row(LoggedEvent event) {
        return Write.update(Keys.event(TENANT, event.id()))
                .set(LoggedEvent.TYPE, event.type())
                .set(LoggedEvent.BODY, event.body())
                .set(LoggedEvent.COMMIT, event.commit().isEmpty() ? null : event.commit());
    }

    @Test
    void eventsOfACommitAreToldInItsOrder() {
        assertThat(log.put(List.of(second, first))).extracting(LoggedEvent::id).containsExactly("evt_a", "evt_b");
    }

    /// The function died while it told sockets of both, and the stream halves the batch.
    @Test
    void theHalfOfACommitIsToldAfterWhatStandsBeforeIt() {
        List<LoggedEvent> both = log.put(List.of(second, first));

        assertThat(log.put(List.of(second))).isEqualTo(both);
        assertThat(log.put(List.of(first))).containsExactly(both.getFirst());
        assertThat(log.put(List.of(second, first))).isEqualTo(both);
    }

    @Test
    void theHalvesOfSeveralCommitsAreToldAfterWhatStandsBeforeEachOfThem() {
        LoggedEvent alone = event("evt_c", "8", "");
        LoggedEvent third = event("evt_d", "12", "evt_d#0");
        LoggedEvent fourth = event("evt_e", "9", "evt_d#1");
        LoggedEvent newest = event("evt_f", "13", "");
        table.write(List.of(row(alone), row(third), row(fourth), row(newest)));
        List<LoggedEvent> all = log.put(List.of(second, first, alone, fourth, third, newest));

        assertThat(all)
                .extracting(LoggedEvent::id)
                .containsExactly("evt_a", "evt_b", "evt_c", "evt_d", "evt_e", "evt_f");
        assertThat(log.put(List.of(second, fourth)))
                .as("without those that stand between two commits and behind them")
                .extracting(LoggedEvent::id)
                .containsExactly("evt_a", "evt_b", "evt_d", "evt_e");
        assertThat(log.put(List.of(second, first, alone, fourth))).isEqualTo(all.subList(0, 5));
        assertThat(log.put(List.of(third, newest))).containsExactly(all.get(3), all.get(5));
    }

    /// A batch that is cut within a commit gives places as the stream does.
    @Test
    void theHalfOfACommitThatHasNoPlaceYetIsToldAlone() {
        assertThat(log.put(List.of(second))).containsExactly(second);
        assertThat(log.put(List.of(first))).containsExactly(first);
        assertThat(log.put(List.of(second, first))).extracting(LoggedEvent::id).containsExactly("evt_b", "evt_a");
    }
}
