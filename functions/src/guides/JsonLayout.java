import java.math.BigDecimal;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// The way a language writes a JSON value: JSON itself, or Python with its `True`, `False` and `None`. What fits into a
/// line of 44 characters stands in one.
enum JsonLayout {
    JSON("true", "false", "null"),
    PYTHON("True", "False", "None");

    private static final int LINE = 44;

    private final String yes;
    private final String no;
    private final String none;

    JsonLayout(String yes, String no, String none) {
        this.yes = yes;
        this.no = no;
        this.none = none;
    }

    String write(Object value) {
        return write(value, "");
    }

    /// The value, each line after the first with an indent.
    String write(Object value, String indent) {
        String line = oneLine(value);
        if (line.length() + indent.length() <= LINE) {
            return line;
        }
        StringBuilder lines = new StringBuilder();
        String inner = indent + "  ";
        if (value instanceof Map<?, ?> map) {
            lines.append("{\n");
            for (Iterator<? extends Map.Entry<?, ?>> entries = map.entrySet().iterator(); entries.hasNext(); ) {
                Map.Entry<?, ?> entry = entries.next();
                lines.append(inner)
                        .append(quoted(entry.getKey().toString()))
                        .append(": ")
                        .append(write(entry.getValue(), inner))
                        .append(entries.hasNext() ? ",\n" : "\n");
            }
            return lines.append(indent).append('}').toString();
        }
        if (value instanceof List<?> list) {
            lines.append("[\n");
            for (Iterator<?> elements = list.iterator(); elements.hasNext(); ) {
                lines.append(inner)
                        .append(write(elements.next(), inner))
                        .append(elements.hasNext() ? ",\n" : "\n");
            }
            return lines.append(indent).append(']').toString();
        }
        return line;
    }

    private String oneLine(Object value) {
        return switch (value) {
            case null -> none;
            case Boolean flag -> flag ? yes : no;
            case BigDecimal number -> number.toPlainString();
            case Map<?, ?> map ->
                map.entrySet().stream()
                        .map(entry -> quoted(entry.getKey().toString()) + ": " + oneLine(entry.getValue()))
                        .collect(Collectors.joining(", ", "{", "}"));
            case List<?> list ->
                list.stream().map(this::oneLine).collect(Collectors.joining(", ", "[", "]"));
            case String text -> quoted(text);
            case Number number -> number.toString();
            default -> quoted(value.toString());
        };
    }

    private static String quoted(String text) {
        return '"'
                + text.replace("\\", "\\\\")
                        .replace("\"", "\\\"")
                        .replace("\n", "\\n")
                        .replace("\r", "\\r")
                        .replace("\t", "\\t")
                + '"';
    }
}
