package streamerapi.shared.http;

import streamerapi.shared.problems.Problem;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The `If-Match` header (RFC 9110, 13.1.1).
///
/// @param any whether it is `*`, which every resource that is there matches
/// @param strong its strong tags, quotes included; a weak tag matches nothing
record IfMatch(boolean any, List<String> strong) {

    static final String NAME = "If-Match";

    /// An element of a list, which may be empty (RFC 9110, 5.6.1.2), and the comma behind it.
    private static final Pattern ELEMENT =
            Pattern.compile("[ \\t]*+(?:(W/)?(\"[!#-~\\x80-\\xff]*+\")[ \\t]*+)?(?:,|\\z)");

    /// @throws Problem `bad_request` if it is neither `*` nor a list of entity tags
    static IfMatch of(String header) {
        if (header.strip().equals("*")) {
            return new IfMatch(true, List.of());
        }
        List<String> strong = new ArrayList<>();
        Matcher element = ELEMENT.matcher(header);
        boolean named = false;
        int read = 0;
        while (read < header.length()) {
            if (!element.find() || element.start() != read) {
                throw malformed();
            }
            named |= element.group(2) != null;
            if (element.group(2) != null && element.group(1) == null) {
                strong.add(element.group(2));
            }
            read = element.end();
        }
        if (!named) {
            throw malformed();
        }
        return new IfMatch(false, strong);
    }

    private static Problem malformed() {
        return Problem.badField(NAME, "If-Match must be * or a list of entity tags, each in double quotes");
    }

    boolean matches(String tag) {
        return any || strong.contains(tag);
    }
}
