package streamerapi.hooks;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.json.Json;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.text.ViewerText;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// The fields of a platform's event. Texts are of viewers ([ViewerText]), and cut to what the message's type takes: an
/// alert is not lost for a long text.
///
/// @param path what a refusal puts before a field's name: `event.`
record EventFields(String path, Map<String, @Nullable Object> fields) {

    static final int NAME = 64;
    static final int TEXT = 500;
    static final int LINE = 2_000;
    static final int ID = 128;

    /// A text that is there.
    ///
    /// @throws Problem `bad_request` with `field`
    String text(String name, int max) {
        String text = textOrNull(name, max);
        if (text == null || text.isBlank()) {
            throw missing(name);
        }
        return text;
    }

    /// A text; null if it is not there, or empty.
    @Nullable
    String textOrNull(String name, int max) {
        if (fields.get(name) instanceof String text) {
            String kept = ViewerText.cut(ViewerText.cleaned(text), max);
            return kept.isEmpty() ? null : kept;
        }
        return null;
    }

    /// An id that is there: a text, or a whole number as text.
    ///
    /// @throws Problem `bad_request` with `field`
    String id(String name) {
        if (fields.get(name) instanceof BigDecimal number) {
            return number.toPlainString();
        }
        return text(name, ID);
    }

    /// A whole number that is there.
    ///
    /// @throws Problem `bad_request` with `field`
    long number(String name) {
        if (fields.get(name) instanceof BigDecimal number
                && number.stripTrailingZeros().scale() <= 0
                && number.precision() - number.scale() <= 18) {
            return number.longValueExact();
        }
        throw missing(name);
    }

    /// A flag, false if it is not there.
    boolean flag(String name) {
        return Boolean.TRUE.equals(fields.get(name));
    }

    /// A flag that is there.
    ///
    /// @throws Problem `bad_request` with `field`
    boolean knownFlag(String name) {
        if (fields.get(name) instanceof Boolean flag) {
            return flag;
        }
        throw missing(name);
    }

    /// A time that is there.
    ///
    /// @throws Problem `bad_request` with `field`
    Instant time(String name) {
        if (fields.get(name) instanceof String text) {
            try {
                return OffsetDateTime.parse(text).toInstant();
            } catch (DateTimeParseException e) {
                throw missing(name);
            }
        }
        throw missing(name);
    }

    /// A time, or another if it is not there.
    ///
    /// @throws Problem as of [#time]
    Instant timeOr(String name, Instant other) {
        return fields.get(name) == null ? other : time(name);
    }

    /// An object that is there.
    ///
    /// @throws Problem `bad_request` with `field`
    EventFields object(String name) {
        return Objects.requireNonNullElseGet(objectOrNull(name), () -> {
            throw missing(name);
        });
    }

    /// An object, or null.
    @Nullable
    EventFields objectOrNull(String name) {
        return fields.get(name) instanceof Map<?, ?> map
                ? new EventFields(path + name + ".", Json.asObject(map))
                : null;
    }

    /// The objects of a list; none if it is not there.
    List<EventFields> objects(String name) {
        return fields.get(name) instanceof List<?> list
                ? list.stream()
                        .filter(Map.class::isInstance)
                        .map(map -> new EventFields(path + name + "[].", Json.asObject(map)))
                        .toList()
                : List.of();
    }

    private Problem missing(String name) {
        return Problem.badField(path + name, path + name + " is missing, or of another type");
    }
}
