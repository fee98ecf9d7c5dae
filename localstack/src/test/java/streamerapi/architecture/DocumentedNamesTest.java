package streamerapi.architecture;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import static java.util.function.Predicate.not;
import static org.assertj.core.api.Assertions.assertThat;

/// Holds the classes and members that documents name to those of the source.
@NullMarked
class DocumentedNamesTest {

    /// A class, such as `EventType`, or one of its members, such as `Request.body`.
    private static final Pattern CLASS = Pattern.compile("`([A-Z][a-z0-9]+(?:[A-Z][A-Za-z0-9]*)+)(?=[`.#])");

    private static final Pattern MEMBER = Pattern.compile("`([A-Z][a-z]\\w*)[.#]([a-z]\\w*)");

    /// Names of the JDK, of AWS and of protocols. Those of template.yaml are known from there.
    private static final Set<String> FOREIGN = Set.of(
            "BigDecimal",
            "ClientRequestToken",
            "HttpOnly",
            "InitialRAMPercentage",
            "Runtime",
            "SecureRandom",
            "SendMessageBatch",
            "ThreadLocalRandom",
            "ThrottlingError",
            "ThrottlingException",
            "TransactWriteItems",
            "TypeError");

    @Test
    void aClassThatADocumentNamesIsThere() {
        Set<String> classes = sources().keySet();
        String template = Product.template();
        assertThat(named(CLASS)
                        .map(found -> found.group(1))
                        .filter(not(classes::contains))
                        .filter(not(FOREIGN::contains))
                        .filter(name -> !template.contains(name)))
                .as("names of no class, no part of template.yaml, and not foreign")
                .isEmpty();
    }

    @Test
    void aMemberThatADocumentNamesIsThere() {
        Map<String, String> sources = sources();
        Predicate<MatchResult> isThere =
                found -> sources.getOrDefault(found.group(1), "").matches("(?s).*\\b" + found.group(2) + "\\b.*");
        assertThat(named(MEMBER)
                        .filter(found -> !FOREIGN.contains(found.group(1)))
                        .filter(not(isThere))
                        .map(MatchResult::group))
                .as("members that no class of that name has")
                .isEmpty();
    }

    private static Stream<MatchResult> named(Pattern pattern) {
        return Product.documents().stream()
                .flatMap(document -> pattern.matcher(Product.text(document)).results());
    }

    /// The sources by the names of their classes; those of one name, in tests and in the product, together.
    private static Map<String, String> sources() {
        return Stream.of(Product.sourcesWithLocalStack(), Product.guides(), Product.tests())
                .flatMap(List::stream)
                .collect(Collectors.toMap(
                        file -> file.getFileName().toString().replace(".java", ""), Product::text, String::concat));
    }
}
