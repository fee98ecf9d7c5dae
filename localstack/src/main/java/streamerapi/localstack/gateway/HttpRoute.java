package streamerapi.localstack.gateway;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A route of the HTTP API: a method or `ANY`, a path whose segments may be `{name}` or a last `{name+}`, and its
/// function.
///
/// @param key      as API Gateway names it: `ANY /v1/tts/{proxy+}`, or `$default`
/// @param segments of the path; empty for `$default`
/// @param timeout  how long the function's answer is waited for
record HttpRoute(String key, String method, List<String> segments, String function, Duration timeout) {
    static final String DEFAULT = "$default";

    /// The order in which routes are tried: the more specific path first, the exact method before `ANY`, `$default`
    /// last.
    static final Comparator<HttpRoute> MOST_SPECIFIC_FIRST = Comparator.comparing(
                    (HttpRoute route) -> route.key.equals(DEFAULT))
            .thenComparing(HttpRoute::ranks, HttpRoute::compareRanks)
            .thenComparing(route -> route.method.equals("ANY"));

    static HttpRoute of(String method, String path, String function, Duration timeout) {
        return new HttpRoute(method + " " + path, method, split(path), function, timeout);
    }

    static HttpRoute ofDefault(String function, Duration timeout) {
        return new HttpRoute(DEFAULT, "ANY", List.of(), function, timeout);
    }

    /// The path's segments, an empty last one included, so that `/a/` is not `/a`.
    static List<String> split(String path) {
        return List.of(path.substring(path.startsWith("/") ? 1 : 0).split("/", -1));
    }

    /// The path parameters of a request that this route takes, or null if it does not take it.
    @Nullable
    Map<String, String> match(String requestMethod, List<String> path) {
        if (key.equals(DEFAULT)) {
            return Map.of();
        }
        if (!method.equals("ANY") && !method.equals(requestMethod)) {
            return null;
        }
        var parameters = new LinkedHashMap<String, String>();
        for (int i = 0; i < segments.size(); i++) {
            String segment = segments.get(i);
            if (i >= path.size()) {
                return null;
            }
            if (isGreedy(segment)) {
                String rest = String.join("/", path.subList(i, path.size()));
                parameters.put(segment.substring(1, segment.length() - 2), rest);
                return rest.isEmpty() ? null : parameters;
            }
            if (isVariable(segment)) {
                parameters.put(segment.substring(1, segment.length() - 1), path.get(i));
            } else if (!segment.equals(path.get(i))) {
                return null;
            }
        }
        return path.size() == segments.size() ? parameters : null;
    }

    private static boolean isVariable(String segment) {
        return segment.startsWith("{") && segment.endsWith("}");
    }

    private static boolean isGreedy(String segment) {
        return isVariable(segment) && segment.endsWith("+}");
    }

    private List<Integer> ranks() {
        var ranks = new ArrayList<Integer>();
        segments.forEach(segment -> ranks.add(isGreedy(segment) ? 2 : isVariable(segment) ? 1 : 0));
        return ranks;
    }

    private static int compareRanks(List<Integer> one, List<Integer> other) {
        for (int i = 0; i < Math.min(one.size(), other.size()); i++) {
            int order = Integer.compare(one.get(i), other.get(i));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(other.size(), one.size());
    }
}
