import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** An event as a line for people: when, which, who, how much, and what they say. */
final class EventLine {
    private static final List<String> NAMES = List.of("name", "viewer_name", "user_name", "display_name");
    private static final List<String> COUNTS =
            List.of("amount", "bits", "months", "count", "viewers", "kicks", "tier", "value", "state", "reason", "code");
    private static final List<String> TEXTS = List.of("message", "text", "title", "user_input");

    private EventLine() {}

    static String of(Map<String, Object> event) {
        List<String> parts = new ArrayList<>();
        parts.add(String.valueOf(event.get("created")));
        parts.add(String.valueOf(event.get("type")));
        if (event.get("data") instanceof Map<?, ?> data) {
            Map<?, ?> subject = subject(data);
            addFirst(parts, subject, NAMES, "");
            for (String name : COUNTS) {
                Object value = subject.get(name);
                if (value != null && !(value instanceof Map) && !(value instanceof List)) {
                    parts.add(name.equals("amount") ? value + currency(subject) : name + " " + value);
                }
            }
            addFirst(parts, subject, TEXTS, "\"");
        }
        parts.add(String.valueOf(event.get("id")));
        return String.join("  ", parts);
    }

    /** The object that names a viewer: the data, or the first object in it. */
    private static Map<?, ?> subject(Map<?, ?> data) {
        if (NAMES.stream().anyMatch(data::containsKey)) {
            return data;
        }
        for (Object value : data.values()) {
            if (value instanceof Map<?, ?> inner && NAMES.stream().anyMatch(inner::containsKey)) {
                return inner;
            }
        }
        return data;
    }

    private static String currency(Map<?, ?> subject) {
        return subject.get("currency") == null ? "" : " " + subject.get("currency");
    }

    private static void addFirst(List<String> parts, Map<?, ?> subject, List<String> names, String quote) {
        for (String name : names) {
            if (subject.get(name) instanceof String text && !text.isEmpty()) {
                parts.add(quote + text + quote);
                return;
            }
        }
    }
}
