package streamerapi.queues;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Partitions;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.TableReader;

import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The reads of tips and videos that the [Archiver] moved out of the account's partition, to those of the months in
/// which they finished (UTC). They keep their sort keys and places.
///
/// Of each list the oldest items move first, so a list is what stands in the account's partition, and then month by
/// month the archive, newest first. A row for each list names its archived months. It stands in the index before the
/// list's first item: a query that goes back to the list's end finds it there, and costs nothing more for an account
/// without an archive.
public final class Archive {

    /// The archived months of a list, oldest first, as `2027-03`.
    static final Attribute<List<String>> MONTHS = Attribute.texts("months");

    /// The last character of each list's prefix.
    private static final String SEPARATOR = "#";

    /// It sorts before [#SEPARATOR].
    private static final String FIRST = "!";

    /// How many keys one call reads.
    private static final int BATCH = 100;

    private Archive() {}

    /// The place of the row that names a list's archived months.
    ///
    /// @param prefix the prefix of the list's places: `TH#`
    static String placeOfMonths(String prefix) {
        return family(prefix) + FIRST;
    }

    private static String family(String prefix) {
        return prefix.substring(0, prefix.length() - SEPARATOR.length());
    }

    /// The month of a time.
    static YearMonth month(Instant time) {
        return YearMonth.from(time.atOffset(ZoneOffset.UTC));
    }

    private static @Nullable YearMonth monthOf(String orderId) {
        Instant time = Ids.timeOfOrder(orderId);
        return time == null ? null : month(time);
    }

    /// The newest items of a list that stand before a place in it.
    ///
    /// @param prefix the prefix of the list's places
    /// @param bound the place; null for the newest of all
    static List<Row> newest(TableReader table, String tenantId, String prefix, @Nullable String bound, int limit) {
        List<Row> rows = new ArrayList<>(table.query(places(Keys.account(tenantId), family(prefix), bound, limit)));
        if (rows.isEmpty() || !rows.getLast().get(TableReader.PLACE).equals(placeOfMonths(prefix))) {
            return rows;
        }
        for (String month : rows.removeLast().get(MONTHS).reversed()) {
            String last = rows.isEmpty() ? bound : rows.getLast().get(TableReader.PLACE);
            if (rows.size() < limit && (last == null || month.compareTo(monthOfPlace(prefix, last)) <= 0)) {
                String partition = Partitions.archive(tenantId, YearMonth.parse(month));
                rows.addAll(table.query(places(partition, prefix, last, limit - rows.size())));
            }
        }
        return rows;
    }

    private static String monthOfPlace(String prefix, String place) {
        return month(Ids.timeOf(place.substring(prefix.length()))).toString();
    }

    private static Query places(String partition, String prefix, @Nullable String bound, int limit) {
        Query newest = Query.places(partition, prefix).newestFirst().limit(limit);
        return bound == null ? newest : newest.after(bound);
    }

    /// An item that is not in the account's partition; null if it is not in the archive either.
    static @Nullable Row find(TableReader table, String tenantId, QueueIndex index, String orderId) {
        return findAll(table, tenantId, index, List.of(orderId)).get(orderId);
    }

    /// The archived ones among these items, by their order ids.
    ///
    /// @param index of their queue
    static Map<String, Row> findAll(TableReader table, String tenantId, QueueIndex index, List<String> orderIds) {
        Map<String, Row> found = new HashMap<>();
        List<YearMonth> months = orderIds.isEmpty() ? List.of() : months(table, tenantId, index);
        List<Key> keys = orderIds.stream()
                .flatMap(orderId -> since(months, monthOf(orderId))
                        .map(month -> new Key(Partitions.archive(tenantId, month), index.rows() + orderId)))
                .toList();
        for (int from = 0; from < keys.size(); from += BATCH) {
            Key[] batch =
                    keys.subList(from, Math.min(keys.size(), from + BATCH)).toArray(Key[]::new);
            table.getAll(batch)
                    .values()
                    .forEach(row ->
                            found.put(row.key().sort().substring(index.rows().length()), row));
        }
        return found;
    }

    /// An item finishes in the month in which its id was made, or later.
    private static Stream<YearMonth> since(List<YearMonth> months, @Nullable YearMonth first) {
        return months.stream().filter(month -> first != null && !month.isBefore(first));
    }

    /// The archived months of a queue's items, oldest first.
    private static List<YearMonth> months(TableReader table, String tenantId, QueueIndex index) {
        Key[] lists = Stream.concat(index.finished().stream(), Stream.of(index.rows()))
                .map(list -> Partitions.archived(tenantId, list))
                .toArray(Key[]::new);
        return table.getAll(lists).values().stream()
                .flatMap(list -> list.get(MONTHS).stream())
                .distinct()
                .sorted()
                .map(YearMonth::parse)
                .toList();
    }

    /// The partitions in which items of these queues are archived.
    public static Set<String> partitions(TableReader table, String tenantId, List<QueueIndex> queues) {
        return queues.stream()
                .flatMap(queue -> months(table, tenantId, queue).stream())
                .map(month -> Partitions.archive(tenantId, month))
                .collect(Collectors.toSet());
    }

    /// Items by their sort keys, newest first, wherever they stand.
    ///
    /// @param table that keeps them
    /// @param index of their queue
    /// @param first the month in which the first of them was made
    public record ByKey(TableReader table, String tenantId, QueueIndex index, YearMonth first) {

        /// The items of a queue that were made at a time or later.
        public static ByKey since(TableReader table, String tenantId, QueueIndex index, Instant time) {
            return new ByKey(table, tenantId, index, month(time));
        }

        /// Some items.
        ///
        /// @param prefix of their sort keys
        /// @param bound the sort key before which they stand
        public List<Row> newest(String prefix, String bound, int limit) {
            List<Row> rows = new ArrayList<>(read(Keys.account(tenantId), prefix, bound, limit));
            // The months are read afterwards: one is named before the first item moves to it.
            List<YearMonth> months =
                    Archive.since(Archive.months(table, tenantId, index), first).toList();
            for (YearMonth month : months.reversed()) {
                // An item that finished in a month was made in it, or before.
                boolean isNewer = rows.size() == limit
                        && !Objects.requireNonNull(monthOf(orderId(rows.getLast())))
                                .isBefore(month.plusMonths(1));
                if (!isNewer) {
                    rows.addAll(read(Partitions.archive(tenantId, month), prefix, bound, limit));
                    rows = firstOfEach(rows, limit);
                }
            }
            return rows;
        }

        private List<Row> read(String partition, String prefix, String bound, int limit) {
            return table.query(
                    Query.of(partition, prefix).newestFirst().after(bound).limit(limit));
        }

        private static String orderId(Row row) {
            return row.key().sort().substring(row.key().sort().indexOf(SEPARATOR) + 1);
        }

        /// An item that moves while it is read is read twice.
        private static List<Row> firstOfEach(List<Row> rows, int limit) {
            Set<String> seen = new HashSet<>();
            return rows.stream()
                    .sorted(Comparator.comparing((Row row) -> row.key().sort()).reversed())
                    .filter(row -> seen.add(row.key().sort()))
                    .limit(limit)
                    .collect(Collectors.toCollection(ArrayList::new));
        }
    }
}
