package streamerapi.events;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import streamerapi.events.EventHistory.Filter;
import streamerapi.shared.events.EventLog;
import streamerapi.shared.events.EventType;
import streamerapi.shared.events.LoggedEvent;
import streamerapi.shared.json.Json;
import streamerapi.shared.schema.CursorPage;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;
import streamerapi.simulation.MemoryTable;
import streamerapi.simulation.TableService;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;

/// Pages of a log in which the events that are asked for are rare.
class EventHistoryTest {

    private static final String TENANT = "ten_1";
    private static final Instant FIRST = Instant.parse("2026-11-01T12:00:00Z");
    private static final String STREAM = "arn:aws:dynamodb:us-east-1:0:table/t/stream/2026-01-01T00:00:00.000";

    private final Table table = TableService.over(MemoryTable.ofInserts(row -> {}));
    private final EventHistory history = new EventHistory(new EventLog(table));

    /// Events a second apart: a tip, and then counters.
    private void log(int counters) {
        table.write(List.of(row(0, EventType.TIP_CREATED)));
        IntStream.rangeClosed(1, counters).forEach(n -> table.write(List.of(row(n, EventType.COUNTER_UPDATED))));
    }

    private static Write row(int number, EventType type) {
        String id = "evt_" + number;
        Map<String, Object> body = Map.of(
                "id",
                id,
                "type",
                type.label(),
                "created",
                FIRST.plusSeconds(number).toString());
        return Write.update(Keys.event(TENANT, id))
                .set(LoggedEvent.TYPE, type.label())
                .set(LoggedEvent.BODY, Json.writeText(body))
                .set(Table.PLACE, EventLog.place(STREAM, Integer.toString(number)));
    }

    private CursorPage<Map<String, @Nullable Object>> tips(@Nullable Instant since, @Nullable String before) {
        return history.page(TENANT, new Filter(Set.of(EventType.TIP_CREATED), since, null), 10, before);
    }

    @Test
    void aRareEventIsFoundBehindManyOthers() {
        log(250);
        CursorPage<Map<String, @Nullable Object>> page = tips(null, null);
        assertThat(page.items()).extracting(event -> event.get("id")).containsExactly("evt_0");
        assertThat(page.nextCursor()).isNull();
    }

    @Test
    void aPageReadsTwoThousandEventsAtMostAndTheNextGoesOnBehindThem() {
        log(2_100);
        CursorPage<Map<String, @Nullable Object>> first = tips(null, null);
        assertThat(first.items()).isEmpty();
        assertThat(first.nextCursor()).isEqualTo("evt_101");
        CursorPage<Map<String, @Nullable Object>> second = tips(null, first.nextCursor());
        assertThat(second.items()).hasSize(1);
        assertThat(second.nextCursor()).isNull();
    }

    @Test
    void eventsBeforeTheTimeThatIsAskedForEndTheSearch() {
        log(2_100);
        CursorPage<Map<String, @Nullable Object>> page = tips(FIRST.plusSeconds(2_000), null);
        assertThat(page.items()).isEmpty();
        assertThat(page.nextCursor()).isNull();
    }
}
