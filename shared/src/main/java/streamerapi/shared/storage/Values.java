package streamerapi.shared.storage;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Attribute values in DynamoDB's JSON, in which an object of one field names a value's type: `{"N":"5"}`. They are
/// written from plain Java values, and read as such. A number is exact: it is text there, and a [BigDecimal] here.
final class Values {

    private Values() {}

    static void write(JsonGenerator json, Object value) throws IOException {
        json.writeStartObject();
        switch (value) {
            case String text -> json.writeStringField("S", text);
            case Boolean flag -> json.writeBooleanField("BOOL", flag);
            case BigDecimal decimal -> json.writeStringField("N", decimal.toPlainString());
            case Integer integer -> json.writeStringField("N", integer.toString());
            case Long integer -> json.writeStringField("N", integer.toString());
            case Instant instant -> json.writeStringField("N", Long.toString(instant.toEpochMilli()));
            case Iterable<?> list -> {
                json.writeArrayFieldStart("L");
                for (Object element : list) {
                    write(json, element);
                }
                json.writeEndArray();
            }
            case Map<?, ?> map -> {
                json.writeFieldName("M");
                writeAll(json, map);
            }
            default -> throw new IllegalArgumentException("Not a value of the table: " + value.getClass());
        }
        json.writeEndObject();
    }

    /// Writes named values as an object. One that is null is left out.
    static void writeAll(JsonGenerator json, Map<?, ?> values) throws IOException {
        json.writeStartObject();
        writeFields(json, values);
        json.writeEndObject();
    }

    /// Writes named values into an object that was begun.
    static void writeFields(JsonGenerator json, Map<?, ?> values) throws IOException {
        for (Map.Entry<?, ?> field : values.entrySet()) {
            if (field.getValue() != null) {
                json.writeFieldName((String) field.getKey());
                write(json, field.getValue());
            }
        }
    }

    static void writeKey(JsonGenerator json, Key key) throws IOException {
        json.writeStartObject();
        writeKeyFields(json, key);
        json.writeEndObject();
    }

    /// Writes a key into an object that was begun.
    static void writeKeyFields(JsonGenerator json, Key key) throws IOException {
        json.writeFieldName("pk");
        write(json, key.partition());
        json.writeFieldName("sk");
        write(json, key.sort());
    }

    /// Reads a value of which the parser stands at the beginning, to its end.
    static Object read(JsonParser json) throws IOException {
        String type = Objects.requireNonNullElse(json.nextFieldName(), "none");
        json.nextToken();
        Object value =
                switch (type) {
                    case "S" -> json.getText();
                    case "N" -> new BigDecimal(json.getText());
                    case "BOOL" -> json.getBooleanValue();
                    case "L" -> list(json);
                    case "M" -> readAll(json);
                    default -> throw new IllegalStateException("Not a value of ours: " + type);
                };
        json.nextToken();
        return value;
    }

    private static List<Object> list(JsonParser json) throws IOException {
        List<Object> list = new ArrayList<>();
        while (json.nextToken() == JsonToken.START_OBJECT) {
            list.add(read(json));
        }
        return Collections.unmodifiableList(list);
    }

    /// Reads an object of named values of which the parser stands at the beginning, to its end.
    static Map<String, Object> readAll(JsonParser json) throws IOException {
        Map<String, Object> values = new LinkedHashMap<>();
        for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
            json.nextToken();
            values.put(name, read(json));
        }
        return values;
    }

    /// Reads a row of which the parser stands at the beginning, to its end.
    static Row readRow(JsonParser json) throws IOException {
        return row(readAll(json));
    }

    private static Row row(Map<String, Object> attributes) {
        Key key = new Key(text(attributes.remove("pk"), "pk"), text(attributes.remove("sk"), "sk"));
        return new Row(key, attributes);
    }

    /// A row whose JSON was read into maps already, as a record of the table's stream has it.
    static Row ofImage(Map<String, @Nullable Object> image) {
        return row(values(image));
    }

    private static Map<String, Object> values(Map<?, ?> typed) {
        Map<String, Object> values = new LinkedHashMap<>();
        typed.forEach((name, value) -> values.put((String) name, value(value)));
        return values;
    }

    private static Object value(@Nullable Object typed) {
        Map<?, ?> ofOneField = (Map<?, ?>) Objects.requireNonNull(typed);
        String type = (String) ofOneField.keySet().iterator().next();
        Object value = Objects.requireNonNull(ofOneField.get(type), type);
        return switch (type) {
            case "S", "BOOL" -> value;
            case "N" -> new BigDecimal((String) value);
            case "L" -> ((List<?>) value).stream().map(Values::value).toList();
            case "M" -> values((Map<?, ?>) value);
            default -> throw new IllegalStateException("Not a value of ours: " + type);
        };
    }

    private static String text(@Nullable Object value, String name) {
        return (String) Objects.requireNonNull(value, name);
    }
}
