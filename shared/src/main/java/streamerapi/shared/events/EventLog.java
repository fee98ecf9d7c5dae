package streamerapi.shared.events;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Overtaken;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;
import streamerapi.shared.storage.WriteConflict;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// An account's events in the order in which they were committed.
///
/// An event's id is made before its commit, so ids can swap with those of a neighbour. The table's stream tells of
/// events in the order of their commits, and numbers them: the fan-out gives each event such a number as its place,
/// before it tells a client of it. Numbers of different shards tell nothing about each other; the events of an account
/// have one partition key, so one line of shards numbers them. So the events after the last one that a client has seen
/// are exactly those that it has not seen.
public final class EventLog {

    /// A place before every event.
    public static final String BEGINNING = "E#";

    /// The most digits of a sequence number.
    private static final int DIGITS = 40;

    /// The most events that a batch of the stream has.
    private static final int MAX_BATCH = 100;

    /// How many events are read for one that is looked for by its time.
    private static final int MAX_LOOKED_THROUGH = 1_000;

    private static final Comparator<LoggedEvent> PLACES =
            Comparator.comparing(LoggedEvent::place).thenComparing(LoggedEvent::id);

    private static final Pattern ID = Pattern.compile("evt_[0-9a-z]{1,60}");

    private final Table table;

    public EventLog(Table table) {
        this.table = table;
    }

    /// The place of an event that a stream numbers so.
    ///
    /// Numbers of two streams cannot be compared, and a table that was restored has another stream than the one that
    /// numbered the events in it. So a place begins with the time at which the stream began, which its ARN ends with;
    /// the places of a later stream sort after all places of an earlier one.
    public static String place(String streamArn, String sequenceNumber) {
        String began = streamArn.substring(streamArn.lastIndexOf('/') + 1);
        return BEGINNING + began + "#" + "0".repeat(Math.max(0, DIGITS - sequenceNumber.length())) + sequenceNumber;
    }

    /// Gives events of an account their places, all in the same moment. One that has its place already keeps it: the
    /// stream can bring records twice, and in other batches than the first time.
    ///
    /// Events of one commit come in any order; they are given their places in the commit's own.
    ///
    /// @param events in the order of the stream's numbers, 100 at most; their places are those numbers
    /// @return the events in the order of their places, with those that they have been moved behind
    public List<LoggedEvent> put(List<LoggedEvent> events) {
        List<LoggedEvent> ordered = CommitOrder.of(events);
        try {
            place(ordered);
            return ordered;
        } catch (Overtaken placed) {
            return putOthers(events);
        }
    }

    /// Places those that have no place yet. An event whose row was removed before it had one is told all the same.
    private List<LoggedEvent> putOthers(List<LoggedEvent> events) {
        Key[] keys = events.stream()
                .map(event -> Keys.event(event.tenantId(), event.id()))
                .toArray(Key[]::new);
        Map<Key, Row> rows = table.getAll(keys);
        Set<LoggedEvent> told = new TreeSet<>(PLACES);
        List<Move> moves = new ArrayList<>();
        List<LoggedEvent> unplaced = new ArrayList<>();
        for (int i = 0; i < keys.length; i++) {
            LoggedEvent event = events.get(i);
            Row row = rows.get(keys[i]);
            String place = row == null ? event.place() : row.find(Table.PLACE);
            if (place == null) {
                unplaced.add(event);
            } else {
                told.add(event.at(place));
                moves.add(new Move(event.place(), place));
            }
        }
        told.addAll(movedBefore(events.getFirst().tenantId(), moves));
        if (!unplaced.isEmpty()) {
            told.addAll(put(unplaced));
        }
        return List.copyOf(told);
    }

    /// The place of an event, and the one that its number in the stream would have been.
    private record Move(String number, String place) {

        /// Whether events of its commit got places before it although their numbers come after its number.
        private boolean isBack() {
            return place.compareTo(number) > 0;
        }

        private boolean passed(LoggedEvent other) {
            return other.place().compareTo(number) >= 0 && other.place().compareTo(place) < 0;
        }
    }

    /// The events that events of a batch have been moved behind. If the stream halves the batch in which it brought
    /// their commit, it brings the event again without them, and sockets are to be told of them first.
    ///
    /// An event has been moved within a batch, so its place is less than a batch behind its number. All of them are
    /// among the events of two batches before the last such place, which one query reads.
    private List<LoggedEvent> movedBefore(String tenantId, List<Move> moves) {
        List<Move> back = moves.stream().filter(Move::isBack).toList();
        return back.stream().map(Move::place).max(Comparator.naturalOrder()).stream()
                .flatMap(last -> before(tenantId, last, 2 * MAX_BATCH).stream())
                .filter(other -> back.stream().anyMatch(move -> move.passed(other)))
                .toList();
    }

    /// @throws Overtaken if an event has its place already, or if its row was removed before it had one
    private void place(List<LoggedEvent> events) {
        List<Write> writes = events.stream()
                .map(event -> Write.update(Keys.event(event.tenantId(), event.id()))
                        .set(Table.PLACE, event.place())
                        .when(Condition.all(Condition.rowExists(), Condition.absent(Table.PLACE)))
                        .orElse(current -> new Overtaken()))
                .toList();
        WriteConflict.retrying(() -> table.write(writes));
    }

    /// The place of an event, or null if it is not kept, or never was.
    public @Nullable String placeOf(String tenantId, String eventId) {
        Row row = ID.matcher(eventId).matches() ? table.get(Keys.event(tenantId, eventId)) : null;
        return row == null ? null : row.find(Table.PLACE);
    }

    /// The place after which the events of a time and later are, or null if the one before them has no place yet.
    public @Nullable String placeBefore(String tenantId, Instant time) {
        Query query = Query.of(Keys.events(tenantId), "evt_").newestFirst().after(Ids.earliest("evt", time));
        List<Row> older = table.query(query.limit(1));
        return older.isEmpty() ? BEGINNING : older.getFirst().find(Table.PLACE);
    }

    /// The newest event, or null if there is none.
    public @Nullable LoggedEvent last(String tenantId) {
        List<LoggedEvent> newest = events(
                Query.places(Keys.events(tenantId), BEGINNING).newestFirst().limit(1));
        return newest.isEmpty() ? null : newest.getFirst();
    }

    /// The first event of a type, made at a time or later, that a condition holds for; null if it is not among the
    /// next thousand events, or has no place yet.
    public @Nullable LoggedEvent first(
            String tenantId, EventType type, Instant from, Predicate<LoggedEvent> condition) {
        Query query = Query.of(Keys.events(tenantId), "evt_")
                .after(Ids.earliest("evt", from))
                .where(Condition.all(Condition.equal(LoggedEvent.TYPE, type.label()), Condition.exists(Table.PLACE)));
        return table.part(query, MAX_LOOKED_THROUGH).rows().stream()
                .map(LoggedEvent::of)
                .filter(condition)
                .findFirst()
                .orElse(null);
    }

    /// The events after a place, oldest first, none of them left out.
    ///
    /// A query does not read in one moment: meanwhile, events can get places before and behind the one that it has
    /// reached. So it is read twice, and the second result counts, up to the last place of the first one.
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
