package streamerapi.tts;

import streamerapi.queues.Standing;
import streamerapi.shared.events.Event;
import streamerapi.shared.events.EventType;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.TableReader;
import streamerapi.shared.storage.Write;
import streamerapi.shared.storage.WriteConflict;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Empties the queue at once, however long it is.
///
/// A transaction holds 100 rows, a queue any number of tips. So the change writes down which tips are cleared, in rows
/// of their own that stand in the index between slot and tips, and from that moment no list shows these tips. [#sweep]
/// then moves them, one by one, to the removed tips, and takes the note away when it is done; the event of the change
/// sees to it that this happens, even if a process dies on the way. A note names no more tips than one invocation moves
/// in time, with room to spare: one after the other, since the moves of many at once would be more than a partition
/// writes in a second. A tip that comes in meanwhile is not on the note, and stays. A tip that leaves meanwhile, played
/// or removed, lets the change be decided anew: none is counted twice.
final class Clearing {

    private static final String PLACE = "TQ\"";
    private static final Attribute<List<String>> ORDERS = Attribute.texts("orders");
    private static final Attribute<Instant> CLEARED_AT = Attribute.time("cleared_at");
    private static final int ORDERS_PER_ROW = 1_000;

    private final Table table;
    private final Ids ids;
    private final InstantSource clock;

    Clearing(Table table, Ids ids, InstantSource clock) {
        this.table = table;
        this.ids = ids;
        this.clock = clock;
    }

    /// Clears what waits or plays; tells how many tips that are.
    Outcome<Integer> clear(String tenantId) {
        TtsQueries.Waiting waiting = TtsQueries.waiting(table, tenantId);
        List<String> orders = waiting.tips().stream().map(Tip::orderId).toList();
        Outcome<Integer> outcome = Outcome.of(orders.size()).emitting(Event.of(EventType.QUEUE_TTS_CLEARED));
        if (orders.isEmpty()) {
            return outcome;
        }
        List<String> clearings = new ArrayList<>(waiting.slot().clearings());
        for (int from = 0; from < orders.size(); from += ORDERS_PER_ROW) {
            String id = ids.next();
            clearings.add(id);
            outcome = outcome.writing(Write.put(Row.of(Keys.ttsCleared(tenantId, id))
                            .with(Table.PLACE, PLACE + id)
                            .with(CLEARED_AT, clock.instant())
                            .with(ORDERS, orders.subList(from, Math.min(orders.size(), from + ORDERS_PER_ROW))))
                    .when(Condition.noRow()));
        }
        return outcome.writing(waiting.slot().freeIfUntouched(tenantId).set(Slot.CLEARINGS, clearings));
    }

    /// Whether a tip that still stands in the index is on a note.
    boolean isCleared(String tenantId, Slot slot, String orderId) {
        return isCleared(table, tenantId, slot, orderId);
    }

    /// Whether a tip that still stands in the index is on a note: for a caller that only reads.
    static boolean isCleared(TableReader table, String tenantId, Slot slot, String orderId) {
        return slot.clearings().stream()
                .map(id -> table.get(Keys.ttsCleared(tenantId, id)))
                .anyMatch(row -> row != null && row.get(ORDERS).contains(orderId));
    }

    /// The tips that these rows of the index note as cleared.
    static Set<String> noted(List<Row> index) {
        Set<String> cleared = new HashSet<>();
        for (Row row : index) {
            if (row.get(Table.PLACE).startsWith(PLACE)) {
                cleared.addAll(row.get(ORDERS));
            }
        }
        return cleared;
    }

    /// Moves the tips of the oldest note to the removed ones, and takes the note away. It may be done twice, or by two
    /// at once.
    ///
    /// @return whether there is another note
    boolean sweep(String tenantId) {
        List<Row> notes =
                table.query(Query.places(Keys.account(tenantId), PLACE).limit(2));
        if (!notes.isEmpty()) {
            Row note = notes.getFirst();
            for (String orderId : note.get(ORDERS)) {
                takeOut(Keys.tip(tenantId, orderId), note.get(CLEARED_AT));
            }
            forget(tenantId, note);
        }
        return notes.size() > 1;
    }

    private void takeOut(Key tip, Instant clearedAt) {
        table.update(Write.update(tip)
                .set(Table.PLACE, Tip.INDEX.newest(Standing.REMOVED, ids))
                .set(Tip.REMOVED_AT, clearedAt)
                .when(Tip.INDEX.isWaiting()));
    }

    private void forget(String tenantId, Row note) {
        String id = note.get(Table.PLACE).substring(PLACE.length());
        WriteConflict.retrying(() -> {
            Slot slot = Slot.of(table.get(Keys.ttsSlot(tenantId)));
            List<String> left =
                    slot.clearings().stream().filter(other -> !other.equals(id)).toList();
            table.write(List.of(
                    Write.delete(note.key()),
                    slot.ifUnchanged(tenantId).set(Slot.CLEARINGS, left.isEmpty() ? null : left)));
        });
    }
}
