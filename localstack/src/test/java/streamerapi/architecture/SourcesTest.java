package streamerapi.architecture;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;

import static org.assertj.core.api.Assertions.assertThat;

/// What only the source text tells of a class.
@NullMarked
class SourcesTest {

    private static final long LONGEST_CLASS = 300;
    private static final Path CATALOGUE = Path.of("EventType.java");
    private static final Pattern MONEY_IN_BINARY =
            Pattern.compile("\\b(double|float|Double|Float)\\b(\\[]|>)?\\s+\\w*[aA]mount");

    @Test
    void noClassIsTooLongToReadButTheCatalogueOfEvents() {
        assertThat(where(
                        Product.sources(),
                        file -> !file.endsWith(CATALOGUE)
                                && Product.text(file).lines().count() > LONGEST_CLASS))
                .as("sources of more than " + LONGEST_CLASS + " lines")
                .isEmpty();
    }

    @Test
    void moneyIsDecimal() {
        assertThat(where(
                        Product.sources(),
                        file -> MONEY_IN_BINARY.matcher(Product.text(file)).find()))
                .as("sources with an amount in binary floating point")
                .isEmpty();
    }

    private static List<Path> where(List<Path> sources, Predicate<Path> holds) {
        assertThat(sources).hasSizeGreaterThan(50);
        return sources.stream().filter(holds).toList();
    }
}
