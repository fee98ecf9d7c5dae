package streamerapi.shared.storage;

import org.jspecify.annotations.Nullable;

/// A reader of single rows, strongly consistent.
@FunctionalInterface
public interface RowReader {

    /// The row with this key, or null.
    @Nullable
    Row get(Key key);
}
