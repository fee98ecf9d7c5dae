package streamerapi.queues;

import org.jspecify.annotations.Nullable;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// Some items of a list, and whether there are more behind them.
public record Page<T>(List<T> items, boolean hasMore) {

    /// The first `limit` of what was read; what was read beyond them tells that there is more.
    public static <T> Page<T> of(List<T> read, int limit) {
        return new Page<>(read.subList(0, Math.min(limit, read.size())), read.size() > limit);
    }

    /// The same items, seen as something else.
    public <R> Page<R> map(Function<? super T, ? extends R> as) {
        return new Page<>(items.stream().<R>map(as).toList(), hasMore);
    }

    /// As a list is answered: the items under a name, `has_more`, and the last one's id as `next_cursor`.
    public Map<String, @Nullable Object> json(String name, Function<T, ?> item, Function<T, String> id) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put(name, items.stream().map(item).toList());
        json.put("has_more", hasMore);
        json.put("next_cursor", hasMore ? id.apply(items.getLast()) : null);
        return json;
    }
}
