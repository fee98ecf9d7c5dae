package streamerapi.shared.events;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Contention;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;

import java.util.List;
import java.util.regex.Pattern;

/// An account's events in the order in which they were committed.
///
/// An event's id is made before its commit, so ids can swap with those of a neighbour. The table's stream tells of
/// events in the order of their commits, and numbers them: the fan-out gives each event that number as its place,
/// before it tells a client of it. So what stands after an event that a client was told of, is exactly what it was not
/// told of yet.
public final class EventLog {

    /// Before every event.
    public static final String BEGINNING = "E#";

    /// Of a sequence number, at most.
    private static final int DIGITS = 40;

    private static final Pattern ID = Pattern.compile("evt_[0-9a-z]{1,60}");

    private final Table table;

    public EventLog(Table table) {
        this.table = table;
    }

    /// The place of an event that a stream numbers so.
    ///
    /// Numbers of two streams cannot be compared, and a table that was restored has another stream than the one that
    /// numbered the events in it. So the time at which the stream began stands first, with which its ARN ends, and what
    /// a later stream numbers stands behind all that an earlier one did.
    public static String place(String streamArn, String sequenceNumber) {
        String began = streamArn.substring(streamArn.lastIndexOf('/') + 1);
        return BEGINNING + began + "#" + "0".repeat(Math.max(0, DIGITS - sequenceNumber.length())) + sequenceNumber;
    }

    /// Gives events of an account their places, all in the same moment. Stream records that come twice give the same.
    ///
    /// @param events in the order of their places, 100 at most
    public void put(List<LoggedEvent> events) {
        List<Write> writes = events.stream()
                .map(event -> placing(event).orElse(current -> new Gone()))
                .toList();
        try {
            Contention.retrying(() -> {
                table.write(writes);
                return writes;
            });
        } catch (Gone gone) {
            events.forEach(event -> Contention.retrying(() -> placed(event)));
        }
    }

    private boolean placed(LoggedEvent event) {
        return table.update(placing(event)).done();
    }

    private static Write placing(LoggedEvent event) {
        return Write.update(Keys.event(event.tenantId(), event.id()))
                .set(Table.PLACE_INDEX, event.place())
                .when(Condition.rowExists());
    }

    /// That an event's row was removed before it had its place.
    private static final class Gone extends RuntimeException {
        Gone() {
            super("the event is gone", null, false, false);
        }
    }

    /// The place of an event, or null if it is not kept, or never was.
    public @Nullable String placeOf(String tenantId, String eventId) {
        Row row = ID.matcher(eventId).matches() ? table.get(Keys.event(tenantId, eventId)) : null;
        return row == null ? null : row.textOrNull(Table.PLACE_INDEX);
    }

    /// The newest event, or null if there is none.
    public @Nullable LoggedEvent last(String tenantId) {
        List<LoggedEvent> newest = events(
                Query.places(Keys.events(tenantId), BEGINNING).newestFirst().limit(1));
        return newest.isEmpty() ? null : newest.getFirst();
    }

    /// The events after a place, oldest first, none of them left out.
    ///
    /// A query does not read in one moment: while it goes on, events can come to stand where it has been already and
    /// where it has yet to go. So it is made twice, and the second time counts, as far as the first one got.
    public List<LoggedEvent> after(String tenantId, String place, int limit) {
        Query query =
                Query.places(Keys.events(tenantId), BEGINNING).after(place).limit(limit);
        List<LoggedEvent> first = events(query);
        if (first.isEmpty()) {
            return first;
        }
        String end = first.getLast().place();
        return events(query).stream()
                .filter(event -> event.place().compareTo(end) <= 0)
                .toList();
    }

    /// The events before a place, newest first.
    ///
    /// @param place null for the newest of all
    public List<LoggedEvent> before(String tenantId, @Nullable String place, int limit) {
        return events(Query.places(Keys.events(tenantId), BEGINNING)
                .newestFirst()
                .after(place)
                .limit(limit));
    }

    private List<LoggedEvent> events(Query query) {
        return table.query(query).stream().map(LoggedEvent::of).toList();
    }
}
