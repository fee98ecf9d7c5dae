package streamerapi.erasure;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;

import java.util.List;

/// The rows of one kind, and the change of each page of them.
///
/// @param prefix what their sort keys begin with; empty for all rows of the partition
record SweepPart(String partition, String prefix, PageSweep sweep) {

    /// A key before every sort key that there is.
    private static final String BEGINNING = "!";

    /// A change of one page of rows.
    @FunctionalInterface
    interface PageSweep {
        void of(List<Row> page);
    }

    /// The rows after a key.
    ///
    /// @param key null for the first of them
    Query query(@Nullable String key) {
        return Query.of(partition, prefix).after(key == null && prefix.isEmpty() ? BEGINNING : key);
    }
}
