package streamerapi.shared.schema;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.function.Function;

/// A page of a list (contract "Conventions"): its items, and the cursor of the next page.
///
/// @param nextCursor what `before` asks for the next page with; null on the last one
public record CursorPage<T>(List<T> items, @Nullable String nextCursor) {

    /// The first `limit` of the items that were read; one item beyond them tells that there is another page.
    ///
    /// @param cursor the cursor of an item
    public static <T> CursorPage<T> of(List<T> read, int limit, Function<? super T, String> cursor) {
        if (read.size() <= limit) {
            return new CursorPage<>(List.copyOf(read), null);
        }
        List<T> items = List.copyOf(read.subList(0, limit));
        return new CursorPage<>(items, cursor.apply(items.getLast()));
    }

    /// This page with its items mapped.
    public <R> CursorPage<R> map(Function<? super T, ? extends R> as) {
        return new CursorPage<>(items.stream().<R>map(as).toList(), nextCursor);
    }
}
