package streamerapi.localstack.openapi;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.json.Json;

import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/// JSON as people read it: two spaces a level, and what is short on one line.
final class PrettyJson {

    private static final int MAX_LINE = 100;

    private final StringBuilder text = new StringBuilder();

    private PrettyJson() {}

    static String of(@Nullable Object value) {
        PrettyJson json = new PrettyJson();
        json.write(value, "\n");
        return json.text.append('\n').toString();
    }

    private void write(@Nullable Object value, String line) {
        if (value instanceof Map<?, ?> map && isFlat(map)) {
            text.append("{ ");
            String separator = "";
            for (Map.Entry<?, ?> entry : ordered(map).entrySet()) {
                text.append(separator).append(Json.writeText(entry.getKey())).append(": ");
                write(entry.getValue(), line);
                separator = ", ";
            }
            text.append(" }");
        } else if (value instanceof Map<?, ?> map && !map.isEmpty()) {
            text.append('{');
            Iterator<? extends Map.Entry<?, ?>> entries =
                    ordered(map).entrySet().iterator();
            while (entries.hasNext()) {
                Map.Entry<?, ?> entry = entries.next();
                text.append(line)
                        .append("  ")
                        .append(Json.writeText(entry.getKey()))
                        .append(": ");
                write(entry.getValue(), line + "  ");
                text.append(entries.hasNext() ? "," : "");
            }
            text.append(line).append('}');
        } else if (value instanceof Collection<?> list && !isShort(list)) {
            text.append('[');
            Iterator<?> elements = list.iterator();
            while (elements.hasNext()) {
                text.append(line).append("  ");
                write(elements.next(), line + "  ");
                text.append(elements.hasNext() ? "," : "");
            }
            text.append(line).append(']');
        } else {
            text.append(Json.writeText(value).replace("\",\"", "\", \""));
        }
    }

    /// A map of no order of its own in that of its keys, so that it is written the same every time.
    private static Map<?, ?> ordered(Map<?, ?> map) {
        return map instanceof LinkedHashMap ? map : new TreeMap<>(map);
    }

    /// Whether an object is a reference or the like, which fits on a line.
    private static boolean isFlat(Map<?, ?> map) {
        return !map.isEmpty() && map.size() <= 2 && isShort(map.values());
    }

    private static boolean isShort(Collection<?> list) {
        return list.stream().noneMatch(element -> element instanceof Map || element instanceof Collection)
                && Json.writeText(list).length() <= MAX_LINE;
    }
}
