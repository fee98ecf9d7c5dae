package streamerapi.shared.events;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;

import java.util.List;

/// An account's events in the order in which they were committed.
///
/// An event's id is made before its commit, so ids can swap with those of a neighbour. The table's stream tells of
/// events in the order of their commits, and numbers them: the fan-out gives each event that number as its place,
/// before it tells anybody of it. So what stands after an event that a client was told of, is exactly what it was not
/// told of yet.
public final class EventLog {

    /// Before every event.
    public static final String BEGINNING = "E#";

    private static final int DIGITS = 60;

    private final Table table;

    public EventLog(Table table) {
        this.table = table;
    }

    /// The place of an event that the stream numbers so.
    public static String place(String sequenceNumber) {
        return BEGINNING + "0".repeat(Math.max(0, DIGITS - sequenceNumber.length())) + sequenceNumber;
    }

    /// Gives an event its place. A stream record that comes twice gives it the same.
    public void put(LoggedEvent event) {
        table.update(Write.update(Keys.event(event.tenantId(), event.id()))
                .set(Table.PLACE_INDEX, event.place())
                .when(Condition.rowExists()));
    }

    /// The place of an event, or null where it is not kept, or never was.
    public @Nullable String placeOf(String tenantId, String eventId) {
        Row row = table.get(Keys.event(tenantId, eventId));
        return row == null ? null : row.textOrNull(Table.PLACE_INDEX);
    }

    /// The newest event, or null where there is none.
    public @Nullable LoggedEvent last(String tenantId) {
        List<LoggedEvent> newest = events(
                Query.places(Keys.events(tenantId), BEGINNING).newestFirst().limit(1));
        return newest.isEmpty() ? null : newest.getFirst();
    }

    /// The events after a place, oldest first.
    public List<LoggedEvent> after(String tenantId, String place, int limit) {
        return events(
                Query.places(Keys.events(tenantId), BEGINNING).after(place).limit(limit));
    }

    private List<LoggedEvent> events(Query query) {
        return table.query(query).stream().map(LoggedEvent::of).toList();
    }
}
