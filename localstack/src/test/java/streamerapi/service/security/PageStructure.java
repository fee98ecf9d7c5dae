package streamerapi.service.security;

import org.jspecify.annotations.NullMarked;

import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The kinds of elements of a page: their names with the names of their attributes, without any text. A text that is
/// escaped adds none.
@NullMarked
final class PageStructure {

    private static final Pattern TAG = Pattern.compile(
            "<([a-zA-Z!?][^\\s>/]*)((?:\\s+[^\\s=>/]+(?:\\s*=\\s*(?:\"[^\"]*\"|'[^']*'|[^\\s>\"']+))?)*)\\s*/?>");
    private static final Pattern VALUE = Pattern.compile("\\s*=\\s*(?:\"[^\"]*\"|'[^']*'|[^\\s>\"']+)");
    private static final Pattern SCRIPT =
            Pattern.compile("(?i)(href|src|action|formaction)\\s*=\\s*[\"']?\\s*(javascript:|vbscript:|data:text)");

    private PageStructure() {}

    /// `section class id`, for each kind.
    static Set<String> of(String html) {
        return TAG.matcher(html)
                .results()
                .map(tag -> tag.group(1) + VALUE.matcher(tag.group(2)).replaceAll(""))
                .collect(Collectors.toSet());
    }

    /// Whether an attribute of an element has an address that runs a script.
    static boolean runsScripts(String html) {
        return TAG.matcher(html)
                .results()
                .anyMatch(tag -> SCRIPT.matcher(tag.group(2)).find());
    }
}
