package streamerapi.localstack.openapi;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.service.Service;
import streamerapi.shared.json.Json;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

import static org.assertj.core.api.Assertions.assertThat;

/// The patterns of the documents, which validators compile as regular expressions of ECMAScript, many of them without
/// its flag `u`: they keep to what all engines read alike.
class PortablePatternsTest {

    private static final String QUANTIFIER = "([*+?]|\\{[0-9]+(,[0-9]*)?})?";
    private static final String ESCAPE = "\\\\[dDwWsS.\\\\/*+?|()\\[\\]{}^$-]";
    private static final String CLASS = "\\[\\^?(?:[^\\[\\]\\\\&]|" + ESCAPE + ")+]";
    private static final String ATOM = "(?:[A-Za-z0-9 _=;:,/#@!~<>&%'\"`.-]|" + ESCAPE + "|" + CLASS + ")";

    /// Literals, classes, groups without a name, anchors, alternatives, and greedy quantifiers, one after an atom.
    private static final Pattern PORTABLE =
            Pattern.compile("(?:" + ATOM + QUANTIFIER + "|\\((?:\\?:)?|\\)" + QUANTIFIER + "|[|^$])*");

    @ParameterizedTest
    @ValueSource(strings = {"openapi.json", "asyncapi.json"})
    void everyPatternIsReadByAllEngines(String document) throws IOException {
        Set<String> patterns = new TreeSet<>();
        collect(
                Json.read(Files.readAllBytes(
                        Service.root().resolve("functions/src/main/resources").resolve(document))),
                patterns);

        assertThat(patterns).hasSizeGreaterThan(10).allMatch(PortablePatternsTest::isPortable);
    }

    @Test
    void whatSomeEnginesReadOtherwiseIsNamed() {
        assertThat(List.of(
                        "^\\p{L}+$",
                        "^\\P{L}$",
                        "(?<=a)b",
                        "(?<!a)b",
                        "(?<name>a)",
                        "a++",
                        "a*+",
                        "a{2}+",
                        "(?>a)",
                        "(?i)a",
                        "\\Aa\\z",
                        "\\Qa.b\\E",
                        "[a-z&&[^b]]",
                        "\\x{1F600}",
                        "\\h",
                        "a|*"))
                .noneMatch(PortablePatternsTest::isPortable);
    }

    private static boolean isPortable(String pattern) {
        return PORTABLE.matcher(pattern).matches();
    }

    private static void collect(@Nullable Object value, Set<String> patterns) {
        if (value instanceof List<?> list) {
            list.forEach(each -> collect(each, patterns));
        }
        if (value instanceof Map<?, ?> map) {
            if (map.get("pattern") instanceof String pattern) {
                patterns.add(pattern);
            }
            map.values().forEach(each -> collect(each, patterns));
        }
    }
}
