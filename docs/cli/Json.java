import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** As much of JSON as is needed. Numbers stay as they are written. */
final class Json {
    private static final Pattern TOKEN = Pattern.compile(
            "\\s*(?:([{}\\[\\],:])|\"((?:[^\"\\\\]|\\\\.)*+)\"|(-?[0-9][0-9.eE+-]*|true|false|null))", Pattern.DOTALL);

    private final Matcher tokens;
    private String sign;
    private int end;

    private record Raw(String text) {
        @Override
        public String toString() {
            return text;
        }
    }

    private Json(String text) {
        tokens = TOKEN.matcher(text);
    }

    static Object raw(String text) {
        return new Raw(text);
    }

    /** An object with its fields in this order: names and values by turns. */
    static Map<String, Object> object(Object... namesAndValues) {
        Map<String, Object> object = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            object.put(String.valueOf(namesAndValues[i]), namesAndValues[i + 1]);
        }
        return object;
    }

    /** The object that a text is. */
    @SuppressWarnings("unchecked")
    static Map<String, Object> readObject(String text) {
        if (read(text) instanceof Map<?, ?> object) {
            return (Map<String, Object>) object;
        }
        throw new Failure(Failure.REFUSED, "not_json", "The answer is not a JSON object");
    }

    static Object read(String text) {
        Json json = new Json(text);
        json.next();
        return json.value();
    }

    /** Reads a text that must be JSON from its first to its last character. */
    static Object readWhole(String text) {
        String stripped = text.strip();
        Json json = new Json(stripped);
        json.next();
        Object value = json.value();
        if (json.end != stripped.length()) {
            throw notJson();
        }
        return value;
    }

    private static Failure notJson() {
        return new Failure(Failure.REFUSED, "not_json", "The answer is not JSON");
    }

    private void next() {
        if (!tokens.find() || tokens.start() != end) {
            throw notJson();
        }
        end = tokens.end();
        sign = tokens.group(1);
    }

    private Object value() {
        if ("{".equals(sign)) {
            Map<String, Object> object = new LinkedHashMap<>();
            for (next(); !"}".equals(sign); next()) {
                if (!",".equals(sign)) {
                    String name = unescaped(text());
                    next();
                    if (!":".equals(sign)) {
                        throw notJson();
                    }
                    next();
                    object.put(name, value());
                }
            }
            return object;
        }
        if ("[".equals(sign)) {
            List<Object> list = new ArrayList<>();
            for (next(); !"]".equals(sign); next()) {
                if (!",".equals(sign)) {
                    list.add(value());
                }
            }
            return list;
        }
        if (tokens.group(2) != null) {
            return unescaped(tokens.group(2));
        }
        if (tokens.group(3) == null) {
            throw notJson();
        }
        return tokens.group(3).equals("null") ? null : new Raw(tokens.group(3));
    }

    private String text() {
        if (tokens.group(2) == null) {
            throw notJson();
        }
        return tokens.group(2);
    }

    private static String unescaped(String text) {
        return Pattern.compile("\\\\(u[0-9a-fA-F]{4}|.)").matcher(text).replaceAll(found -> {
            String escape = found.group(1);
            return Matcher.quoteReplacement(switch (escape.charAt(0)) {
                case 'n' -> "\n";
                case 't' -> "\t";
                case 'r' -> "\r";
                case 'b' -> "\b";
                case 'f' -> "\f";
                case 'u' -> String.valueOf((char) Integer.parseInt(escape.substring(1), 16));
                default -> escape;
            });
        });
    }

    static String write(Object value) {
        if (value instanceof Map<?, ?> map) {
            List<String> fields = new ArrayList<>();
            map.forEach((name, field) -> fields.add(write(name) + ":" + write(field)));
            return "{" + String.join(",", fields) + "}";
        }
        if (value instanceof List<?> list) {
            return "[" + String.join(",", list.stream().map(Json::write).toList()) + "]";
        }
        if (value == null || value instanceof Raw) {
            return String.valueOf(value);
        }
        StringBuilder text = new StringBuilder("\"");
        for (char c : value.toString().toCharArray()) {
            text.append(c == '"' || c == '\\' ? "\\" + c : c < ' ' ? String.format("\\u%04x", (int) c) : String.valueOf(c));
        }
        return text.append('"').toString();
    }
}
