package streamerapi.service.security;

import org.jspecify.annotations.NullMarked;

import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The structure of a page.
///
/// @param kinds of elements: their names with the names of their attributes, without any text: `section class id`. A
///        text that is escaped adds none
/// @param runsScripts whether an attribute of an element has an address that runs a script
@NullMarked
record PageStructure(Set<String> kinds, boolean runsScripts) {

    private static final Pattern TAG = Pattern.compile(
            "<([a-zA-Z!?][^\\s>/]*)((?:\\s+[^\\s=>/]+(?:\\s*=\\s*(?:\"[^\"]*\"|'[^']*'|[^\\s>\"']+))?)*)\\s*/?>");
    private static final Pattern VALUE = Pattern.compile("\\s*=\\s*(?:\"[^\"]*\"|'[^']*'|[^\\s>\"']+)");
    private static final Pattern SCRIPT =
            Pattern.compile("(?i)(href|src|action|formaction)\\s*=\\s*[\"']?\\s*(javascript:|vbscript:|data:text)");

    static PageStructure of(String html) {
        Set<String> tags = new HashSet<>();
        Set<String> kinds = new HashSet<>();
        boolean runsScripts = false;
        Matcher tag = TAG.matcher(html);
        while (tag.find()) {
            if (tags.add(tag.group())) {
                String attributes = tag.group(2);
                kinds.add(tag.group(1) + VALUE.matcher(attributes).replaceAll(""));
                runsScripts |= SCRIPT.matcher(attributes).find();
            }
        }
        return new PageStructure(kinds, runsScripts);
    }
}
