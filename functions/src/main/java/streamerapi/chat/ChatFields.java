package streamerapi.chat;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.problems.Problem;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;

/// The `data` of a connector's message, read field by field. Texts are of viewers: control characters become spaces and
/// what reorders other text is dropped; a text that is too long is cut.
final class ChatFields {

    private static final String BIDI_CONTROLS = "[\\u200e\\u200f\\u061c\\u202a-\\u202e\\u2066-\\u2069]";

    private final Map<String, @Nullable Object> data;

    ChatFields(Map<String, @Nullable Object> data) {
        this.data = data;
    }

    /// @throws Problem `bad_request` if it is no text, or empty
    String text(String name, int max) {
        String text = textOrNull(name, max);
        if (text == null || text.isEmpty()) {
            throw Problem.badField("data." + name, "data." + name + " is required: a text");
        }
        return text;
    }

    /// @throws Problem `bad_request` if it is neither a text nor null
    @Nullable
    String textOrNull(String name, int max) {
        Object value = data.get(name);
        if (value == null) {
            return null;
        }
        if (!(value instanceof String text)) {
            throw Problem.badField("data." + name, "data." + name + " must be a text");
        }
        String clean = text.replaceAll(BIDI_CONTROLS, "").replaceAll("\\p{Cntrl}", " ");
        return clean.codePointCount(0, clean.length()) <= max
                ? clean
                : clean.substring(0, clean.offsetByCodePoints(0, max));
    }

    /// @throws Problem `bad_request` if it is none of the choices
    String oneOf(String name, List<String> choices) {
        if (data.get(name) instanceof String text && choices.contains(text)) {
            return text;
        }
        throw Problem.badField("data." + name, "data." + name + " must be one of " + String.join(", ", choices));
    }

    /// @throws Problem `bad_request` if it is neither true nor false, nor missing
    boolean flag(String name, boolean fallback) {
        Object value = data.get(name);
        if (value == null) {
            return fallback;
        }
        if (value instanceof Boolean flag) {
            return flag;
        }
        throw Problem.badField("data." + name, "data." + name + " must be true or false");
    }

    /// @throws Problem `bad_request` if it is neither a whole number from 0 nor null
    @Nullable
    Long wholeOrNull(String name) {
        Object value = data.get(name);
        if (value == null) {
            return null;
        }
        if (value instanceof BigDecimal number
                && number.signum() >= 0
                && number.stripTrailingZeros().scale() <= 0
                && number.precision() - number.scale() <= 12) {
            return number.longValueExact();
        }
        throw Problem.badField("data." + name, "data." + name + " must be a whole number, 0 or more");
    }
}
