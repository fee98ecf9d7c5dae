package streamerapi.queues;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.schema.CursorPage;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.TableReader;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;

/// The places of one queue's items in an account's index.
///
/// @param rows the prefix of its items' sort keys
/// @param prefixes the prefix of the places of each list that it has
public record QueueIndex(String rows, Map<Standing, String> prefixes) {

    /// An item's key.
    public Key key(String tenantId, String orderId) {
        return Keys.queued(tenantId, rows, orderId);
    }

    /// An item's row, wherever it stands; null if there is none.
    public @Nullable Row find(TableReader table, String tenantId, String orderId) {
        return found(table, tenantId, orderId, table.get(key(tenantId, orderId)));
    }

    /// An item's row, wherever it stands; null if there is none.
    ///
    /// @param row as it was read by [#key]
    public @Nullable Row found(TableReader table, String tenantId, String orderId, @Nullable Row row) {
        return row == null ? Archive.find(table, tenantId, this, orderId) : row;
    }

    /// The rows of these items, wherever they stand; an item that is not there has none.
    public List<Row> findAll(TableReader table, String tenantId, List<String> orderIds) {
        Key[] keys = orderIds.stream()
                .distinct()
                .map(orderId -> key(tenantId, orderId))
                .toArray(Key[]::new);
        Map<Key, Row> found = keys.length == 0 ? Map.of() : table.getAll(keys);
        List<String> others = Stream.of(keys)
                .filter(key -> !found.containsKey(key))
                .map(key -> key.sort().substring(rows.length()))
                .toList();
        return Stream.concat(found.values().stream(), Archive.findAll(table, tenantId, this, others).values().stream())
                .toList();
    }

    /// The prefix of the places in one of its lists.
    public String prefix(Standing list) {
        return Objects.requireNonNull(prefixes.get(list));
    }

    /// The prefixes of the places in its lists of finished items.
    List<String> finished() {
        return Stream.of(Standing.PLAYED, Standing.REMOVED)
                .filter(prefixes::containsKey)
                .map(this::prefix)
                .toList();
    }

    /// The list that an item stands in.
    ///
    /// @param place as the item's row has it
    public Standing standing(@Nullable String place) {
        return place == null
                ? Standing.NOWHERE
                : prefixes.entrySet().stream()
                        .filter(list -> place.startsWith(list.getValue()))
                        .findFirst()
                        .orElseThrow()
                        .getKey();
    }

    /// The condition that an item waits in the queue, claimed or not.
    public Condition isWaiting() {
        return Condition.beginsWith(Table.PLACE, prefix(Standing.WAITING));
    }

    /// The place of a new item, behind every one that came before it.
    public String waiting(String orderId) {
        return prefix(Standing.WAITING) + Ids.orderTime(orderId);
    }

    /// The place of an item that leaves the queue now, before every one that left it before.
    public String newest(Standing list, Ids ids) {
        return prefix(list) + ids.next();
    }

    /// A page of the items that left the queue, most recent first.
    ///
    /// @param list the history, or the removed ones
    /// @param as the item of a row
    /// @param before the last page's `next_cursor`, or null for the newest
    /// @throws Problem `bad_request` if it is no item of the list
    public <T extends Queued> CursorPage<T> page(
            Standing list,
            TableReader table,
            String tenantId,
            int limit,
            @Nullable String before,
            Function<Row, T> as) {
        String bound = before == null ? null : placeIn(list, table, tenantId, before);
        return page(list, table, tenantId, bound, limit, as);
    }

    /// A page of the items that left the queue before a time, most recent first.
    ///
    /// @param list as of [#page]
    /// @param as the item of a row
    public <T extends Queued> CursorPage<T> pageOfEarlier(
            Standing list, TableReader table, String tenantId, int limit, Instant time, Function<Row, T> as) {
        return page(list, table, tenantId, prefix(list) + Ids.earliest(time), limit, as);
    }

    private <T extends Queued> CursorPage<T> page(
            Standing list, TableReader table, String tenantId, @Nullable String bound, int limit, Function<Row, T> as) {
        List<Row> rows = Archive.newest(table, tenantId, prefix(list), bound, limit + 1);
        return CursorPage.of(rows.stream().map(as).toList(), limit, Queued::orderId);
    }

    private String placeIn(Standing list, TableReader table, String tenantId, String orderId) {
        Row row = find(table, tenantId, orderId);
        String place = row == null ? null : row.find(Table.PLACE);
        if (place == null || standing(place) != list) {
            throw unknownCursor("before");
        }
        return place;
    }

    /// The refusal of a cursor that names no item.
    public static Problem unknownCursor(String field) {
        return Problem.badField(field, field + " is not a cursor of this list");
    }
}
