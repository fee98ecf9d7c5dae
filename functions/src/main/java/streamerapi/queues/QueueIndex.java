package streamerapi.queues;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.schema.CursorPage;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.TableReader;

import java.util.List;
import java.util.function.Function;

/// The place of one queue's items in an account's index, as prefixes.
///
/// @param rows what the sort keys of its items begin with
/// @param queue where items wait
/// @param history where they stand once they are over
public record QueueIndex(String rows, String queue, String history) {

    /// An item's key.
    public Key key(String tenantId, String orderId) {
        return Keys.queued(tenantId, rows, orderId);
    }

    /// The place of a new item, behind every one that came before it.
    public String waiting(String orderId) {
        return queue + Ids.orderTime(orderId);
    }

    /// The place of an item that is over now, before every one that was over before it.
    public String over(Ids ids) {
        return history + ids.next();
    }

    /// A page of the history, most recent first.
    ///
    /// @param as the item of a row
    /// @param before the last page's `next_cursor`, or null for the newest
    /// @throws Problem `bad_request` if it is no item of the history
    public <T extends Queued> CursorPage<T> history(
            TableReader table, String tenantId, int limit, @Nullable String before, Function<Row, T> as) {
        Query newest =
                Query.places(Keys.account(tenantId), history).newestFirst().limit(limit + 1);
        List<Row> rows = table.query(before == null ? newest : newest.after(played(table, tenantId, before)));
        return CursorPage.of(rows.stream().map(as).toList(), limit, Queued::orderId);
    }

    private String played(TableReader table, String tenantId, String orderId) {
        Row row = table.get(key(tenantId, orderId));
        String place = row == null ? null : row.find(Table.PLACE);
        if (place == null || !place.startsWith(history)) {
            throw unknownCursor("before");
        }
        return place;
    }

    /// The refusal of a cursor that names no item.
    public static Problem unknownCursor(String field) {
        return Problem.badField(field, field + " is not a cursor of this list");
    }
}
