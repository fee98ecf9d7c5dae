package streamerapi.shared.schema;

/// Texts of a body. Lengths count Unicode code points.
final class Texts {

    private Texts() {}

    /// A text of at most `max` characters, all of them whole.
    ///
    /// @throws streamerapi.shared.problems.Problem `bad_request` with `field`
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
}
