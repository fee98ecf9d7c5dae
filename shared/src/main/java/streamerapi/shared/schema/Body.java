package streamerapi.shared.schema;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.json.Json;
import streamerapi.shared.problems.Problem;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/// The fields of a request's JSON object, or of a page's form. Asking for a field makes it known; the others are
/// unknown. Each reader throws `bad_request` with `field` if the value has not the form that it names. Lengths
/// count Unicode code points. A field that is null counts as not sent.
///
/// A form has texts alone, so its fields are read as what is asked for: a list is a field sent several times, or the
/// lines of one; a flag is `true` or `false`; what is blank is null.
public final class Body {

    /// The name of the one field of an element of a list.
    static final String ELEMENT = "";

    /// A box sends `true` after the `false` of a hidden field, which is sent whether or not it is ticked.
    private static final Pattern FLAGS = Pattern.compile("(false\\n)?(true|false)");

    private final String prefix;
    private final Map<String, @Nullable Object> fields;
    private final boolean form;
    private final Set<String> known = new LinkedHashSet<>();
    private final List<Body> objects = new ArrayList<>();

    /// The fields of a JSON object.
    public Body(Map<String, @Nullable Object> fields) {
        this("", fields, false);
    }

    Body(String prefix, Map<String, @Nullable Object> fields, boolean form) {
        this.prefix = prefix;
        this.fields = fields;
        this.form = form;
    }

    /// The fields of a form. One called `filter[block]` is the field `block` of the object `filter`. Lines end with a
    /// line feed: browsers show and count them so, and send two characters for each.
    public static Body ofForm(String text) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        Form.parse(text)
                .forEach((name, values) ->
                        NestedForm.put(fields, name, String.join("\n", values).replace("\r\n", "\n")));
        return new Body("", fields, true);
    }

    boolean isForm() {
        return form;
    }

    /// Whether a field was sent with nothing in it.
    boolean isBlank(String name) {
        return NestedForm.isBlank(fields.get(name));
    }

    /// The fields of an object inside this one; none if it was not sent.
    public Body object(String name) {
        Object value = value(name);
        if (value != null && !(value instanceof Map<?, ?>)) {
            throw refused(name, "must be an object");
        }
        Body object = new Body(path(name) + ".", value == null ? Map.of() : Json.asObject(value), form);
        objects.add(object);
        return object;
    }

    /// The fields of an object inside this one, or null if it was not sent.
    public @Nullable Body objectOrNull(String name) {
        return value(name) == null ? null : object(name);
    }

    /// An object inside this one as it was sent, or null.
    @Nullable
    Map<String, @Nullable Object> freeObjectOrNull(String name) {
        Body object = objectOrNull(name);
        objects.remove(object);
        return object == null ? null : object.fields;
    }

    /// The name of a field in a refusal: `filter.on_match`, in an object inside the body.
    public String path(String name) {
        return prefix + name;
    }

    /// A text that must be sent, with `min` to `max` characters, not all of them blank.
    public String text(String name, int min, int max) {
        return Texts.required(this, name, textOrNull(name, max), min, max);
    }

    /// A viewer's text that must be sent, as [streamerapi.shared.text.ViewerText] keeps it; otherwise as [#text].
    public String viewerText(String name, int min, int max) {
        return Texts.required(this, name, viewerTextOrNull(name, max), min, max);
    }

    /// A text with `min` to `max` characters, not all of them blank, or null.
    @Nullable
    String labelOrNull(String name, int min, int max) {
        return textOrNull(name, max) == null ? null : text(name, min, max);
    }

    /// A text with at most `max` characters, or null.
    public @Nullable String textOrNull(String name, int max) {
        Object value = value(name);
        return value == null ? null : Texts.checked(this, name, value, max);
    }

    /// A text as it was sent, of any length; null if it is no text.
    public @Nullable String sent(String name) {
        return value(name) instanceof String text ? text : null;
    }

    /// A viewer's text as [streamerapi.shared.text.ViewerText] keeps it, with at most `max` characters, or null.
    public @Nullable String viewerTextOrNull(String name, int max) {
        Object value = value(name);
        return value == null ? null : Texts.viewers(this, name, value, max);
    }

    /// A viewer's text that another service sends and that is not refused for its characters, as
    /// [streamerapi.shared.text.ViewerText#cleaned] has it, with at most `max` of them; or null.
    public @Nullable String cleanedOrNull(String name, int max) {
        Object value = value(name);
        return value == null ? null : Texts.cleaned(this, name, value, max);
    }

    /// A text that is one of a few, or null.
    @Nullable
    String oneOfOrNull(String name, List<String> allowed) {
        String text = textOrNull(name, 255);
        if (text != null && !allowed.contains(text)) {
            throw refused(name, "must be one of " + String.join(", ", allowed));
        }
        return text;
    }

    /// A refusal of a field's value.
    ///
    /// @param why what is wrong with it, after the field's name
    public Problem refused(String name, String why) {
        return Problem.badField(path(name), path(name) + " " + why);
    }

    /// A flag, or null.
    public @Nullable Boolean flagOrNull(String name) {
        Object value = value(name);
        if (value == null) {
            return null;
        }
        if (form && value instanceof String text && FLAGS.matcher(text).matches()) {
            return text.endsWith("true");
        }
        if (!(value instanceof Boolean flag)) {
            throw refused(name, "must be true or false");
        }
        return flag;
    }

    /// An amount of money from 0 to `max` with at most two decimals, exact, or null.
    public @Nullable BigDecimal moneyOrNull(String name, long max) {
        return decimalOrNull(name, new ScalarType.Decimal(0, max, Numbers.MONEY_SCALE));
    }

    /// A number in the bounds of a type, exact, or null.
    @Nullable
    BigDecimal decimalOrNull(String name, ScalarType.Decimal type) {
        Object value = value(name);
        return value == null ? null : Numbers.decimal(this, name, value, type);
    }

    /// A whole number from `min` to `max`, or null.
    public @Nullable Long wholeNumberOrNull(String name, long min, long max) {
        Object value = value(name);
        if (value == null) {
            return null;
        }
        return Numbers.whole(this, name, value, min, max);
    }

    /// A time, ISO 8601 with an offset, or null if it was not sent, or is empty. Without an offset, a form's is in UTC.
    public @Nullable Instant instantOrNull(String name) {
        String text = textOrNull(name, 64);
        return text == null || text.isEmpty()
                ? null
                : (form ? Times.entered(text) : Times.parse(text)).orElseThrow(() -> refused(name, Times.REFUSAL));
    }

    /// Whether the field was sent, as null too.
    public boolean wasSent(String name) {
        known.add(name);
        return fields.containsKey(name);
    }

    /// Whether the field was sent as null.
    boolean isNull(String name) {
        return wasSent(name) && fields.get(name) == null;
    }

    /// The elements of a list of `min` to `max`, each as the field [#ELEMENT] of a body; null if no list was sent.
    @Nullable
    List<Body> elementsOrNull(String name, int min, int max) {
        List<?> list = form ? linesOrNull(name) : listOrNull(name);
        if (list == null) {
            return null;
        }
        return Elements.of(this, name, list, min, max);
    }

    /// The elements of a list of objects, at most `max`; null if no list was sent.
    public @Nullable List<Body> objectsOrNull(String name, int max) {
        Map<String, ?> byNumber = form && value(name) instanceof Map<?, ?> rows
                ? NestedForm.list(rows)
                : Elements.numbered(listOrNull(name));
        if (byNumber == null) {
            return null;
        }
        List<Body> elements = Elements.objects(this, name, byNumber, max, form);
        objects.addAll(elements);
        return elements;
    }

    /// The lines of a form's field, without those that are empty; a field that is empty has none.
    private @Nullable List<String> linesOrNull(String name) {
        known.add(name);
        Object value = fields.get(name);
        return value == null
                ? null
                : value.toString()
                        .lines()
                        .map(String::strip)
                        .filter(line -> !line.isEmpty())
                        .toList();
    }

    private @Nullable List<?> listOrNull(String name) {
        Object value = value(name);
        if (value == null) {
            return null;
        }
        if (!(value instanceof List<?> list)) {
            throw refused(name, "must be a list");
        }
        return list;
    }

    /// The fields that were sent and that no code asked for, in the order of the body.
    public List<String> unknown() {
        List<String> unknown = new ArrayList<>();
        fields.keySet().stream()
                .filter(name -> !known.contains(name))
                .map(this::path)
                .forEach(unknown::add);
        objects.forEach(object -> unknown.addAll(object.unknown()));
        return unknown.stream().distinct().toList();
    }

    private @Nullable Object value(String name) {
        known.add(name);
        Object value = fields.get(name);
        return form && NestedForm.isBlank(value) ? null : value;
    }

    /// A body without fields.
    public static Body empty() {
        return new Body(Map.of());
    }
}
