package streamerapi.shared.schema;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.text.ViewerText;

/// Texts of a body. Lengths count Unicode code points.
final class Texts {

    private Texts() {}

    /// A text of at most `max` characters, all of them whole.
    ///
    /// @throws Problem `bad_request` with `field`
    static String checked(Body body, String name, Object value, int max) {
        if (!(value instanceof String text)) {
            throw body.refused(name, "must be a string");
        }
        if (text.codePointCount(0, text.length()) > max) {
            throw body.refused(name, "must have at most " + max + " characters");
        }
        if (text.codePoints().anyMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE)) {
            throw body.refused(name, "holds half of a character");
        }
        return text;
    }

    /// A viewer's text as it is kept, of at most `max` characters.
    ///
    /// @throws Problem `bad_request` with `field`
    static String viewers(Body body, String name, Object value, int max) {
        String sent = checked(body, name, value, Integer.MAX_VALUE);
        return checked(body, name, ViewerText.kept(body.path(name), sent), max);
    }

    /// A viewer's text that is refused for neither its characters nor its length: the first `max` that are kept of it.
    ///
    /// @throws Problem `bad_request` with `field` if it is no text
    static String cleaned(Body body, String name, Object value, int max) {
        return ViewerText.cut(ViewerText.cleaned(checked(body, name, value, Integer.MAX_VALUE)), max);
    }

    /// A text that must be there, of `min` to `max` characters, of which something can be seen unless `min` is 0.
    ///
    /// @throws Problem `bad_request` with `field`
    static String required(Body body, String name, @Nullable String text, int min, int max) {
        if (text == null) {
            throw body.refused(name, "is required");
        }
        if (text.codePointCount(0, text.length()) < min || (min > 0 && ViewerText.isBlank(text))) {
            throw tooShort(body, name, min, max);
        }
        return text;
    }

    private static Problem tooShort(Body body, String name, int min, int max) {
        String most = max == Integer.MAX_VALUE ? " or more" : " to " + max;
        return body.refused(name, "must have " + min + most + " characters");
    }
}
