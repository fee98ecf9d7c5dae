package streamerapi.shared.http;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.json.Json;
import streamerapi.shared.problems.Problem;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The fields of a request's JSON object, or of a page's form. Asking for a field makes it known; what nobody asked for
/// is unknown.
///
/// Each reader throws `bad_request` with `field` where the value has not the form that it names. Lengths count Unicode
/// code points. A field that is null counts as not sent.
///
/// A form has texts alone, so its fields are read as what is asked for: a list is a field sent several times, or the
/// lines of one; a flag is `true` or `false`; what is blank is null.
public final class Body {

    private final String prefix;
    private final Map<String, @Nullable Object> fields;
    private final boolean form;
    private final Set<String> known = new LinkedHashSet<>();
    private final List<Body> objects = new ArrayList<>();

    Body(Map<String, @Nullable Object> fields) {
        this("", fields, false);
    }

    private Body(String prefix, Map<String, @Nullable Object> fields, boolean form) {
        this.prefix = prefix;
        this.fields = fields;
        this.form = form;
    }

    /// The fields of a form.
    static Body ofForm(String text) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        Form.parse(text).forEach((name, values) -> fields.put(name, String.join("\n", values)));
        return new Body("", fields, true);
    }

    /// The fields of an object inside this one; none where it was not sent.
    public Body object(String name) {
        Object value = value(name);
        if (value != null && !(value instanceof Map<?, ?>)) {
            throw Problem.badField(path(name), path(name) + " must be an object");
        }
        Body object = new Body(path(name) + ".", value == null ? Map.of() : Json.asObject(value), form);
        objects.add(object);
        return object;
    }

    /// The fields of an object inside this one, or null where it was not sent.
    public @Nullable Body objectOrNull(String name) {
        return value(name) == null ? null : object(name);
    }

    /// What a field is called in a refusal: `filter.on_match`, in an object inside the body.
    public String path(String name) {
        return prefix + name;
    }

    /// A text that must be sent, with `min` to `max` characters, not all of them blank.
    public String text(String name, int min, int max) {
        String text = textOrNull(name, max);
        if (text == null) {
            throw Problem.badField(path(name), path(name) + " is required");
        }
        if (text.codePointCount(0, text.length()) < min || text.isBlank()) {
            throw Problem.badField(path(name), path(name) + " must have " + min + " to " + max + " characters");
        }
        return text;
    }

    /// A text with 1 to `max` characters, or null.
    public @Nullable String labelOrNull(String name, int max) {
        String text = textOrNull(name, max);
        if (text != null && text.isEmpty()) {
            throw Problem.badField(path(name), path(name) + " must have 1 to " + max + " characters");
        }
        return text;
    }

    /// A text with at most `max` characters, or null.
    public @Nullable String textOrNull(String name, int max) {
        Object value = value(name);
        if (value == null) {
            return null;
        }
        if (!(value instanceof String text)) {
            throw Problem.badField(path(name), path(name) + " must be a string");
        }
        if (text.codePointCount(0, text.length()) > max) {
            throw Problem.badField(path(name), path(name) + " must have at most " + max + " characters");
        }
        if (text.codePoints().anyMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE)) {
            throw Problem.badField(path(name), path(name) + " holds half of a character");
        }
        return text;
    }

    /// A text as it was sent, of whatever length; null if it is no text.
    @Nullable
    String sent(String name) {
        return value(name) instanceof String text ? text : null;
    }

    /// A text that is one of a few, or the fallback where it was not sent.
    public String oneOf(String name, List<String> allowed, @Nullable String fallback) {
        String text = textOrNull(name, 255);
        if (text == null && fallback != null) {
            return fallback;
        }
        if (text == null || !allowed.contains(text)) {
            throw Problem.badField(path(name), path(name) + " must be one of " + String.join(", ", allowed));
        }
        return text;
    }

    /// A flag, or the fallback where it was not sent.
    public boolean flag(String name, boolean fallback) {
        Boolean flag = flagOrNull(name);
        return flag == null ? fallback : flag;
    }

    /// A flag, or null.
    public @Nullable Boolean flagOrNull(String name) {
        Object value = value(name);
        if (value == null) {
            return null;
        }
        if (form && List.of("true", "false").contains(value)) {
            return value.equals("true");
        }
        if (!(value instanceof Boolean flag)) {
            throw Problem.badField(path(name), path(name) + " must be true or false");
        }
        return flag;
    }

    /// An amount of money from 0 to `max` with at most two decimals, exact, or null.
    public @Nullable BigDecimal moneyOrNull(String name, long max) {
        return moneyOrNull(name, 0, max);
    }

    /// An amount of money that must be sent, from `-max` to `max` and not 0, with at most two decimals, exact.
    public BigDecimal moneyChange(String name, long max) {
        BigDecimal change = moneyOrNull(name, -max, max);
        if (change == null || change.signum() == 0) {
            throw Problem.badField(path(name), path(name) + " must be a number, and not 0");
        }
        return change;
    }

    private @Nullable BigDecimal moneyOrNull(String name, long min, long max) {
        Object value = value(name);
        if (value == null) {
            return null;
        }
        if (!(value instanceof BigDecimal amount)) {
            throw Problem.badField(path(name), path(name) + " must be a number");
        }
        if (amount.compareTo(BigDecimal.valueOf(min)) < 0 || amount.compareTo(BigDecimal.valueOf(max)) > 0) {
            throw Problem.badField(path(name), path(name) + " must be from " + min + " to " + max);
        }
        BigDecimal plain = amount.stripTrailingZeros();
        if (plain.scale() > 2) {
            throw Problem.badField(path(name), path(name) + " must have at most two decimals");
        }
        return plain.scale() < 0 ? plain.setScale(0) : plain;
    }

    /// A whole number from `min` to `max`, or the fallback where it was not sent.
    public int wholeNumber(String name, int min, int max, int fallback) {
        Long number = wholeNumberOrNull(name, min, max);
        return number == null ? fallback : number.intValue();
    }

    /// A whole number from `min` to `max`, or null.
    public @Nullable Long wholeNumberOrNull(String name, long min, long max) {
        Object value = value(name);
        if (value == null) {
            return null;
        }
        boolean whole = value instanceof BigDecimal number
                && number.stripTrailingZeros().scale() <= 0
                && number.compareTo(BigDecimal.valueOf(min)) >= 0
                && number.compareTo(BigDecimal.valueOf(max)) <= 0;
        if (!whole) {
            throw Problem.badField(path(name), path(name) + " must be a whole number from " + min + " to " + max);
        }
        return ((BigDecimal) value).longValueExact();
    }

    /// A time that must be sent, ISO 8601 with an offset.
    public Instant instant(String name) {
        String text = textOrNull(name, 64);
        if (text == null) {
            throw Problem.badField(path(name), path(name) + " is required");
        }
        return instant(name, text);
    }

    /// A time, ISO 8601 with an offset, or null where it was not sent, or is empty.
    public @Nullable Instant instantOrNull(String name) {
        String text = textOrNull(name, 64);
        return text == null || text.isEmpty() ? null : instant(name, text);
    }

    /// Years have four digits (RFC 3339, 5.6).
    private Instant instant(String name, String text) {
        try {
            OffsetDateTime time = OffsetDateTime.parse(text);
            if (time.getYear() >= 1 && time.getYear() <= 9998) {
                return time.toInstant();
            }
        } catch (DateTimeParseException e) {
            throw notATime(name);
        }
        throw notATime(name);
    }

    private Problem notATime(String name) {
        return Problem.badField(path(name), path(name) + " must be a time, 2026-11-21T09:30:00.000Z for one");
    }

    /// Whether the field was sent, as null too.
    public boolean wasSent(String name) {
        known.add(name);
        return fields.containsKey(name);
    }

    /// A list of texts, or null. How long it may be, and what may stand in it, is the caller's to check.
    public @Nullable List<String> textsOrNull(String name) {
        known.add(name);
        Object value = fields.get(name);
        if (value == null) {
            return null;
        }
        if (form) {
            return value.toString()
                    .lines()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty())
                    .toList();
        }
        if (!(value instanceof List<?> list) || !list.stream().allMatch(String.class::isInstance)) {
            throw Problem.badField(path(name), path(name) + " must be a list of strings");
        }
        return list.stream().map(String.class::cast).toList();
    }

    /// The fields that were sent and that nobody asked for, in the order of the body.
    public List<String> unknown() {
        List<String> unknown = new ArrayList<>();
        fields.keySet().stream()
                .filter(name -> !known.contains(name))
                .map(this::path)
                .forEach(unknown::add);
        objects.forEach(object -> unknown.addAll(object.unknown()));
        return unknown;
    }

    private @Nullable Object value(String name) {
        known.add(name);
        Object value = fields.get(name);
        return form && value instanceof String text && text.isBlank() ? null : value;
    }

    static Body empty() {
        return new Body(Map.of());
    }
}
