package streamerapi.shared.lambda;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.json.Json;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Answers of DynamoDB, SQS and SSM, in their JSON protocols, from a few rows that never change.
///
/// A key is answered with its row, or else with the first row of its kind: the kind is the sort key up to its first `#`
/// or `_`.
final class Script {

    /// The value of parameters in the store. It seals nothing that is kept.
    private static final String KEYS = "k0:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";

    private record Line(String sortKey, String place, Map<String, @Nullable Object> item) {
        private String kind() {
            return kindOf(sortKey);
        }
    }

    private final List<Line> lines = new ArrayList<>();

    Script(List<Map<String, @Nullable Object>> rows) {
        for (Map<String, @Nullable Object> row : rows) {
            String place = (String) row.get("place");
            lines.add(new Line(Json.text(row, "sk"), place == null ? "" : place, item(row)));
        }
    }

    byte[] answer(String operation, Map<String, @Nullable Object> request) {
        Object answer =
                switch (operation) {
                    case "GetItem" -> get(request);
                    case "BatchGetItem" -> batchGet(request);
                    case "Query" -> query(request);
                    case "UpdateItem" -> Map.of("Attributes", atOrEmpty(Json.asObject(request.get("Key"))));
                    case "SendMessage" -> Map.of("MessageId", "priming");
                    case "SendMessageBatch" -> Map.of("Successful", List.of(), "Failed", List.of());
                    case "GetParameter" -> Map.of("Parameter", Map.of("Value", KEYS));
                    default -> Map.of();
                };
        return Json.write(answer);
    }

    private Map<String, @Nullable Object> get(Map<String, @Nullable Object> request) {
        Map<String, @Nullable Object> found = at(Json.asObject(request.get("Key")));
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        if (found != null) {
            answer.put("Item", found);
        }
        return answer;
    }

    private Map<String, ?> batchGet(Map<String, @Nullable Object> request) {
        Map<String, @Nullable Object> tables = new LinkedHashMap<>();
        Json.asObject(request.get("RequestItems")).forEach((table, asked) -> {
            List<@Nullable Object> found = new ArrayList<>();
            for (Object key :
                    (List<?>) Objects.requireNonNull(Json.asObject(asked).get("Keys"))) {
                found.add(atOrEmpty(Json.asObject(key)));
            }
            tables.put(table, found);
        });
        return Map.of("Responses", tables, "UnprocessedKeys", Map.of());
    }

    private Map<String, ?> query(Map<String, @Nullable Object> request) {
        Map<String, @Nullable Object> values = Json.asObject(request.get("ExpressionAttributeValues"));
        String prefix = prefix(values);
        boolean byPlace = request.get("IndexName") != null;
        List<Map<String, @Nullable Object>> items = new ArrayList<>();
        for (Line line : lines) {
            if ((byPlace ? !line.place.isEmpty() && line.place.startsWith(prefix) : line.sortKey.startsWith(prefix))) {
                Map<String, @Nullable Object> item = new LinkedHashMap<>(line.item);
                item.put("pk", values.get(":pk"));
                items.add(item);
            }
        }
        return Map.of("Items", items, "Count", items.size(), "ScannedCount", items.size());
    }

    /// The prefix of the sort keys: the one that a query gives, or the beginning that the bounds of a page have in
    /// common.
    private static String prefix(Map<String, @Nullable Object> values) {
        if (values.get(":prefix") != null) {
            return text(values, ":prefix");
        }
        String from = text(values, ":from");
        String to = text(values, ":to");
        int same = 0;
        while (same < from.length() && same < to.length() && from.charAt(same) == to.charAt(same)) {
            same++;
        }
        return from.substring(0, same);
    }

    private Map<String, @Nullable Object> atOrEmpty(Map<String, @Nullable Object> key) {
        Map<String, @Nullable Object> found = at(key);
        return found == null ? key : found;
    }

    private @Nullable Map<String, @Nullable Object> at(Map<String, @Nullable Object> key) {
        String sortKey = text(key, "sk");
        Line found = null;
        for (Line line : lines) {
            if (line.sortKey.equals(sortKey) || (found == null && line.kind().equals(kindOf(sortKey)))) {
                found = line;
            }
        }
        if (found == null) {
            return null;
        }
        Map<String, @Nullable Object> item = new LinkedHashMap<>(found.item);
        item.putAll(key);
        return item;
    }

    private static String kindOf(String sortKey) {
        int end = 0;
        while (end < sortKey.length() && sortKey.charAt(end) != '#' && sortKey.charAt(end) != '_') {
            end++;
        }
        return sortKey.substring(0, end);
    }

    private static Map<String, @Nullable Object> item(Map<String, @Nullable Object> row) {
        Map<String, @Nullable Object> item = new LinkedHashMap<>();
        row.forEach((name, value) -> item.put(name, attribute(value)));
        return item;
    }

    private static Map<String, ?> attribute(@Nullable Object value) {
        return switch (value) {
            case null -> Map.of("NULL", true);
            case String text -> Map.of("S", text);
            case Boolean flag -> Map.of("BOOL", flag);
            case BigDecimal number -> Map.of("N", number.toPlainString());
            case List<?> list -> Map.of("L", attributes(list));
            default -> Map.of("M", item(Json.asObject(value)));
        };
    }

    private static List<Map<String, ?>> attributes(List<?> values) {
        List<Map<String, ?>> attributes = new ArrayList<>();
        for (Object value : values) {
            attributes.add(attribute(value));
        }
        return attributes;
    }

    private static String text(Map<String, @Nullable Object> attributes, String name) {
        return Json.text(Json.asObject(attributes.get(name)), "S");
    }
}
