package streamerapi.shared.lambda;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.json.Json;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.RowReader;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// The rows of the table, read one by one without the SDK's client.
final class SingleRows implements RowReader {

    private final AwsOperations table;
    private final String name;

    SingleRows(AwsOperations table, String name) {
        this.table = table;
        this.name = name;
    }

    @Override
    public @Nullable Row get(Key key) {
        Map<String, @Nullable Object> answer = table.call(
                "GetItem",
                Map.of(
                        "TableName",
                        name,
                        "Key",
                        Map.of("pk", Map.of("S", key.partition()), "sk", Map.of("S", key.sort())),
                        "ConsistentRead",
                        true));
        Object item = answer.get("Item");
        if (item == null) {
            return null;
        }
        Map<String, Object> attributes = fields(item);
        attributes.remove("pk");
        attributes.remove("sk");
        return new Row(key, attributes);
    }

    private static Map<String, Object> fields(@Nullable Object map) {
        Map<String, Object> fields = new LinkedHashMap<>();
        Json.asObject(map).forEach((attribute, value) -> fields.put(attribute, value(Json.asObject(value))));
        return fields;
    }

    /// A value of DynamoDB's JSON, of which the only field names the type.
    private static Object value(Map<String, @Nullable Object> typed) {
        Map.Entry<String, @Nullable Object> only = typed.entrySet().iterator().next();
        Object value = Objects.requireNonNull(only.getValue());
        return switch (only.getKey()) {
            case "S", "BOOL" -> value;
            case "N" -> new BigDecimal((String) value);
            case "L" ->
                ((List<?>) value)
                        .stream().map(element -> value(Json.asObject(element))).toList();
            case "M" -> fields(value);
            default -> throw new IllegalStateException("Not a value of ours: " + only.getKey());
        };
    }
}
