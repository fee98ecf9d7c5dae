import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// The fields of a schema as a list: name, type and bounds, meaning. Fields of fields stand below theirs.
final class FieldList {

    /// Objects deeper than this are named and not written out: none of the document's is.
    private static final int DEEPEST = 9;

    /// An object with more fields than this is folded.
    private static final int LONG = 14;

    private static final int MANY_VALUES = 24;

    private final Function<Boolean, String> mark;

    private FieldList(Function<Boolean, String> mark) {
        this.mark = mark;
    }

    /// The fields that a caller sends: those that it must send are marked.
    static String sent(Spec schema) {
        return new FieldList(field -> field ? " <b>required</b>" : "").inner(schema, 0);
    }

    /// The fields of an answer or an event, which are always there unless they are marked.
    static String answered(Spec schema) {
        return new FieldList(field -> field ? "" : " <b>not always there</b>").inner(schema, 0);
    }

    private String inner(Spec schema, int depth) {
        Spec shown = nonNull(schema);
        if (depth > DEEPEST) {
            return "";
        }
        if (shown.has("items")) {
            return inner(shown.at("items"), depth);
        }
        if (shown.has("properties")) {
            return object(shown, depth);
        }
        List<Spec> ways = alternatives(shown);
        if (ways.size() > 1 && ways.stream().anyMatch(way -> way.has("properties"))) {
            return ways.stream().map(way -> alternative(way, depth)).collect(Collectors.joining());
        }
        Spec values = shown.at("additionalProperties");
        return values.value() instanceof Map<?, ?> && !values.isEmpty() ? inner(values, depth + 1) : "";
    }

    private String alternative(Spec way, int depth) {
        String fields = inner(way, depth + 1);
        String title = way.at("properties").entries().entrySet().stream()
                .filter(field -> field.getValue().has("const"))
                .map(field -> Markup.code(field.getKey()) + " is "
                        + Markup.code(field.getValue().text("const")))
                .findFirst()
                .orElseGet(() -> way.find("description").map(Markup::inline).orElse("Another form"));
        return fields.isEmpty() ? "" : "<details><summary>" + title + "</summary>" + fields + "</details>";
    }

    private String object(Spec schema, int depth) {
        List<String> required = schema.texts("required");
        StringBuilder rows = new StringBuilder("<dl>");
        schema.at("properties")
                .entries()
                .forEach((name, field) ->
                        rows.append(row(name, field, required.contains(name), depth)));
        return rows.append("</dl>").toString();
    }

    private String row(String name, Spec field, boolean required, int depth) {
        String inner = inner(field, depth + 1);
        int fields = inner.split("<dt>", -1).length - 1;
        return head(name, field, mark.apply(required))
                + field.find("description")
                        .or(() -> nonNull(field).find("description"))
                        .map(text -> "<p>" + Markup.inline(text) + "</p>")
                        .orElse("")
                + values(field)
                + (inner.isEmpty()
                        ? ""
                        : "<details%s><summary>Fields of %s</summary>%s</details>"
                                .formatted(
                                        depth == 0 && fields <= LONG ? " open" : "", Markup.code(name), inner))
                + "</dd>";
    }

    /// The row of a parameter.
    static String parameter(Spec parameter) {
        Spec schema = parameter.at("schema");
        return head(parameter.text("name"), schema, parameter.text("required").equals("true") ? " <b>required</b>" : "")
                .replaceFirst(
                        "<dt>",
                        "<dt data-in=\"%s\" data-name=\"%s\" data-value=\"%s\">"
                                .formatted(
                                        parameter.text("in"),
                                        Markup.escaped(parameter.text("name")),
                                        parameter.text("in").equals("path")
                                                ? Markup.escaped(parameter.text("example"))
                                                : ""))
                + parameter.find("description").map(text -> "<p>" + Markup.inline(text) + "</p>").orElse("")
                + values(schema)
                + "</dd>";
    }

    private static String head(String name, Spec field, String mark) {
        return "<dt>%s <span>%s</span>%s</dt><dd>"
                .formatted(Markup.code(name), type(field), mark);
    }

    private static String values(Spec field) {
        Spec shown = nonNull(field);
        Spec holder = shown.has("items") ? nonNull(shown.at("items")) : shown;
        List<String> values = holder.texts("enum");
        if (values.isEmpty()) {
            return "";
        }
        String list = values.stream().map(Markup::code).collect(Collectors.joining(" "));
        return values.size() > MANY_VALUES
                ? "<details><summary>%d values</summary><p>%s</p></details>".formatted(values.size(), list)
                : "<p>One of " + list + "</p>";
    }

    /// The type of a value and its bounds, in words.
    static String type(Spec schema) {
        Spec shown = nonNull(schema);
        List<String> words = new ArrayList<>();
        words.add(kind(shown));
        bounds(shown, "minLength", "maxLength", " characters").ifPresent(words::add);
        bounds(shown, "minimum", "maximum", "").ifPresent(words::add);
        bounds(shown, "minItems", "maxItems", " of them").ifPresent(words::add);
        shown.find("multipleOf")
                .map(step -> "at most " + new BigDecimal(step).scale() + " decimals")
                .filter(text -> !text.equals("at most 0 decimals"))
                .ifPresent(words::add);
        shown.find("format").ifPresent(words::add);
        if (isNullable(schema)) {
            words.add("or null");
        }
        return String.join(", ", words);
    }

    private static String kind(Spec schema) {
        if (schema.has("const")) {
            return "always " + Markup.code(schema.text("const"));
        }
        if (schema.has("items")) {
            return "array of "
                    + kind(nonNull(schema.at("items")))
                            .replaceFirst("^(string|number|integer|object|boolean)$", "$1s");
        }
        List<Spec> ways = alternatives(schema);
        if (!ways.isEmpty()) {
            return ways.stream().map(FieldList::kind).distinct().collect(Collectors.joining(" or "));
        }
        List<String> types = schema.texts("type").stream()
                .filter(type -> !type.equals("null"))
                .toList();
        if (!types.isEmpty()) {
            return String.join(" or ", types);
        }
        return schema.has("enum") ? "string" : schema.has("properties") ? "object" : "any value";
    }

    private static Optional<String> bounds(Spec schema, String least, String most, String unit) {
        boolean both = schema.has(least) && schema.has(most);
        String from = schema.text(least);
        String to = schema.text(most);
        if (both) {
            return Optional.of((from.equals(to) ? from : from + " to " + to) + unit);
        }
        if (schema.has(most)) {
            return Optional.of("at most " + to + unit);
        }
        return schema.has(least) && !from.equals("1")
                ? Optional.of("at least " + from + unit)
                : Optional.empty();
    }

    private static List<Spec> alternatives(Spec schema) {
        return schema.has("oneOf") ? schema.list("oneOf") : schema.list("anyOf");
    }

    private static boolean isNullable(Spec schema) {
        return schema.texts("type").contains("null")
                || alternatives(schema).stream().anyMatch(FieldList::isNull);
    }

    private static boolean isNull(Spec schema) {
        return schema.texts("type").equals(List.of("null"));
    }

    /// The schema of a value that is there: without the alternative null.
    private static Spec nonNull(Spec schema) {
        List<Spec> ways = alternatives(schema).stream().filter(way -> !isNull(way)).toList();
        return ways.size() == 1 ? ways.getFirst() : schema;
    }
}
