package streamerapi.shared.storage;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.problems.Problem;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Rows of one partition whose sort key (or, for [#byPlace], whose place) begins with a prefix, in that key's order.
///
/// @param partition the partition
/// @param byPlace whether the rows are taken in the order of their `place` rather than of their sort key
/// @param prefix what that key begins with
/// @param bound rows strictly after it (strictly before it if descending); null for all of them
/// @param descending whether the greatest key comes first
/// @param limit how many rows at most
/// @param filter what must be true of them; those of which it is not are read, and charged, all the same
public record Query(
        String partition,
        boolean byPlace,
        String prefix,
        @Nullable String bound,
        boolean descending,
        int limit,
        Condition filter) {

    /// It comes after every character that keys have.
    static final char LAST = '\uffff';

    /// All rows of a partition whose sort key begins with the prefix, in its order.
    public static Query of(String partition, String prefix) {
        return new Query(partition, false, prefix, null, false, Integer.MAX_VALUE, Condition.NONE);
    }

    /// All rows of a partition whose place begins with the prefix, in its order.
    public static Query places(String partition, String prefix) {
        return new Query(partition, true, prefix, null, false, Integer.MAX_VALUE, Condition.NONE);
    }

    /// Whether a row can have a key that it names, as of [Key#fits].
    boolean fits() {
        return prefix.isEmpty() || new Key(partition, prefix).fits();
    }

    /// The greatest key first.
    public Query newestFirst() {
        return new Query(partition, byPlace, prefix, bound, true, limit, filter);
    }

    /// Only what comes after this key in the query's direction. Callers send cursors that become such keys, so one that
    /// DynamoDB would not take is theirs.
    ///
    /// @throws Problem `bad_request` if no row of the query can have the key
    public Query after(@Nullable String key) {
        if (key != null && (!new Key(partition, key).fits() || isBeyond(key))) {
            throw Problem.badField("before", "before is not a cursor of this list");
        }
        return new Query(partition, byPlace, prefix, key, descending, limit, filter);
    }

    /// Whether a key lies on the far side of all keys with the prefix, in the order of their UTF-8.
    private boolean isBeyond(String key) {
        return descending ? compare(prefix, key) > 0 : compare(key, prefix + LAST) > 0;
    }

    private static int compare(String one, String other) {
        return Arrays.compareUnsigned(one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
    }

    /// This many rows at most.
    public Query limit(int rows) {
        return new Query(partition, byPlace, prefix, bound, descending, rows, filter);
    }

    /// Only rows of which this is true.
    public Query where(Condition condition) {
        return new Query(partition, byPlace, prefix, bound, descending, limit, condition);
    }
}
