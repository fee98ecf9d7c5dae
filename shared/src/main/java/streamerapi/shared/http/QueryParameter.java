package streamerapi.shared.http;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.labels.Labelled;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.schema.Times;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// A parameter of a query: how it is read and refused, and its description.
///
/// @param name as it is sent
/// @param doc what it means, in a sentence
/// @param schema its JSON Schema
/// @param reader its value from the request; throws `bad_request` with the parameter as `field`
/// @param <V> its values; null if it may be absent
public record QueryParameter<V extends @Nullable Object>(
        String name, String doc, Map<String, Object> schema, Function<Request, V> reader) {

    private static final int MAX_PAGE = 100;
    private static final int DEFAULT_PAGE = 25;
    private static final int MAX_QUEUE_PAGE = 1_000;

    /// How many items a page has (contract "Cursor page"): 1 to 100, default 25.
    public static final QueryParameter<Integer> LIMIT = number("limit", "Items on a page.", 1, MAX_PAGE, DEFAULT_PAGE);

    /// The cursor of a page, as the answer before gave it; null for the first page.
    public static final QueryParameter<@Nullable String> BEFORE = text(
            "before",
            "The `next_cursor` of the page before: the page holds what is strictly older. An unknown one is 400.");

    /// How many items a page of a queue has: 1 to 1,000, default 1,000.
    public static final QueryParameter<Integer> QUEUE_LIMIT =
            number("limit", "Items on a page.", 1, MAX_QUEUE_PAGE, MAX_QUEUE_PAGE);

    /// The cursor of a page of a queue, as the answer before gave it; null for the first page.
    public static final QueryParameter<@Nullable String> AFTER =
            text("after", "The `next_cursor` of the page before: the page starts after it. An unknown one is 400.");

    /// A text, or null.
    public static QueryParameter<@Nullable String> text(String name, String doc) {
        return new QueryParameter<@Nullable String>(
                name, doc, Map.of("type", "string"), request -> request.query(name));
    }

    /// One of a few texts, or null.
    public static QueryParameter<@Nullable String> oneOf(String name, String doc, List<String> choices) {
        return new QueryParameter<@Nullable String>(name, doc, choice(choices), request -> {
            String text = request.query(name);
            if (text != null && !choices.contains(text)) {
                throw Problem.badField(name, name + " must be one of " + String.join(", ", choices));
            }
            return text;
        });
    }

    /// A constant of an enumeration, or null.
    public static <E extends Labelled> QueryParameter<@Nullable E> choice(String name, String doc, List<E> constants) {
        QueryParameter<@Nullable String> label = oneOf(name, doc, Labelled.labels(constants));
        return new QueryParameter<@Nullable E>(
                name,
                doc,
                label.schema(),
                request -> Labelled.find(constants, label.reader().apply(request)));
    }

    /// One of a few texts, or the fallback.
    public static QueryParameter<String> oneOf(String name, String doc, List<String> choices, String fallback) {
        QueryParameter<@Nullable String> optional = oneOf(name, doc, choices);
        Map<String, Object> schema = choice(choices);
        schema.put("default", fallback);
        return new QueryParameter<>(name, doc, schema, request -> {
            String text = optional.reader().apply(request);
            return text == null ? fallback : text;
        });
    }

    /// A whole number, or the fallback.
    public static QueryParameter<Integer> number(String name, String doc, int min, int max, int fallback) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "integer");
        schema.put("minimum", min);
        schema.put("maximum", max);
        schema.put("default", fallback);
        return new QueryParameter<>(name, doc, schema, request -> read(request, name, min, max, fallback));
    }

    private static int read(Request request, String name, int min, int max, int fallback) {
        String text = request.query(name);
        if (text == null) {
            return fallback;
        }
        if (text.matches("[0-9]{1,6}")) {
            int number = Integer.parseInt(text);
            if (number >= min && number <= max) {
                return number;
            }
        }
        throw Problem.badField(name, name + " must be a whole number from " + min + " to " + max);
    }

    /// A moment, ISO 8601 with an offset, or null.
    public static QueryParameter<@Nullable Instant> time(String name, String doc) {
        return new QueryParameter<@Nullable Instant>(
                name, doc, Map.of("type", "string", "format", "date-time"), request -> {
                    String text = request.query(name);
                    return text == null
                            ? null
                            : Times.parse(text).orElseThrow(() -> Problem.badField(name, name + refusal(text)));
                });
    }

    /// The refusal of a text that is no time. A `+` that stands as it is in a query is read as a space.
    private static String refusal(String text) {
        boolean isUnescaped =
                text.contains(" ") && Times.parse(text.replace(' ', '+')).isPresent();
        return " " + Times.REFUSAL + (isUnescaped ? "; in a query, its + is written %2B" : "");
    }

    private static Map<String, Object> choice(List<String> choices) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "string");
        schema.put("enum", choices);
        return schema;
    }
}
