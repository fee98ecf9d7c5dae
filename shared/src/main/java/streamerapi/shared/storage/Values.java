package streamerapi.shared.storage;

import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Attribute values of DynamoDB from plain Java values, and back.
final class Values {

    private Values() {}

    static AttributeValue toAttribute(Object value) {
        return switch (value) {
            case String text -> AttributeValue.fromS(text);
            case Boolean flag -> AttributeValue.fromBool(flag);
            case BigDecimal decimal -> AttributeValue.fromN(decimal.toPlainString());
            case Integer integer -> AttributeValue.fromN(integer.toString());
            case Long integer -> AttributeValue.fromN(integer.toString());
            case Instant instant -> AttributeValue.fromN(Long.toString(instant.toEpochMilli()));
            case Iterable<?> list -> {
                List<AttributeValue> elements = new ArrayList<>();
                list.forEach(element -> elements.add(toAttribute(element)));
                yield AttributeValue.fromL(elements);
            }
            case Map<?, ?> map -> {
                Map<String, AttributeValue> fields = new LinkedHashMap<>();
                map.forEach((name, field) -> {
                    if (field != null) {
                        fields.put((String) name, toAttribute(field));
                    }
                });
                yield AttributeValue.fromM(fields);
            }
            default -> throw new IllegalArgumentException("Not a value of the table: " + value.getClass());
        };
    }

    static Object fromAttribute(AttributeValue value) {
        return switch (value.type()) {
            case S -> value.s();
            case N -> new BigDecimal(value.n());
            case BOOL -> value.bool();
            case L -> value.l().stream().map(Values::fromAttribute).toList();
            case M -> {
                Map<String, Object> map = new LinkedHashMap<>();
                value.m().forEach((name, field) -> map.put(name, fromAttribute(field)));
                yield map;
            }
            case SS, NS, BS, B, NUL, UNKNOWN_TO_SDK_VERSION ->
                throw new IllegalStateException("Not a value of ours: " + value.type());
        };
    }

    static Map<String, AttributeValue> toAttributes(Map<String, Object> values) {
        Map<String, AttributeValue> attributes = new LinkedHashMap<>();
        values.forEach((name, value) -> attributes.put(name, toAttribute(value)));
        return attributes;
    }

    static Map<String, AttributeValue> keyAttributes(Key key) {
        return Map.of("pk", AttributeValue.fromS(key.partition()), "sk", AttributeValue.fromS(key.sort()));
    }

    static Row toRow(Map<String, AttributeValue> item) {
        Map<String, Object> attributes = LinkedHashMap.newLinkedHashMap(item.size());
        item.forEach((name, value) -> {
            if (!name.equals("pk") && !name.equals("sk")) {
                attributes.put(name, fromAttribute(value));
            }
        });
        return new Row(new Key(text(item, "pk"), text(item, "sk")), attributes);
    }

    private static String text(Map<String, AttributeValue> item, String name) {
        return Objects.requireNonNull(item.get(name), name).s();
    }
}
