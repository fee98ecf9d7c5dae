package streamerapi.chat;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.schema.Times;
import streamerapi.shared.text.ViewerText;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;

/// The `data` of a connector's message, read field by field. Texts are of viewers ([ViewerText]) and stand on one
/// line; a text that is too long is cut.
final class ChatFields {

    private final Map<String, @Nullable Object> data;
    private final String path;

    ChatFields(Map<String, @Nullable Object> data) {
        this("data.", data);
    }

    /// @param path what a refusal puts before a field's name: `data.`
    ChatFields(String path, Map<String, @Nullable Object> data) {
        this.path = path;
        this.data = data;
    }

    /// @throws Problem `bad_request` if it is no text, or empty
    String text(String name, int max) {
        String text = textOrNull(name, max);
        if (text == null || text.isEmpty()) {
            throw bad(name, " is required: a text");
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
            throw bad(name, " must be a text");
        }
        return ViewerText.cut(ViewerText.cleaned(text).replace('\n', ' '), max);
    }

    /// @throws Problem `bad_request` if it is none of the choices
    String oneOf(String name, List<String> choices) {
        if (data.get(name) instanceof String text && choices.contains(text)) {
            return text;
        }
        throw bad(name, " must be one of " + String.join(", ", choices));
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
        throw bad(name, " must be true or false");
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
        throw bad(name, " must be a whole number, 0 or more");
    }

    /// @throws Problem `bad_request` if it is neither a time nor null
    @Nullable
    Instant timeOrNull(String name) {
        Object value = data.get(name);
        return value == null
                ? null
                : Times.parse(value instanceof String text ? text : "")
                        .map(time -> time.truncatedTo(ChronoUnit.MILLIS))
                        .orElseThrow(() -> bad(name, " " + Times.REFUSAL));
    }

    private Problem bad(String name, String reason) {
        return Problem.badField(path + name, path + name + reason);
    }
}
