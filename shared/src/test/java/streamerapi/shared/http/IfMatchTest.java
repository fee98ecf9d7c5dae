package streamerapi.shared.http;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.shared.problems.Problem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/// The condition of a change on what its sender saw (RFC 9110, 13.1.1).
@NullMarked
class IfMatchTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\'', textBlock = """
                    *             | true
                    ' * '         | true
                    "a"           | true
                    "b"           | false
                    "b", "a"      | true
                    "b" , "a"     | true
                    "b",,"a"      | true
                    ,"a"          | true
                    "a",          | true
                    W/"a"         | false
                    W/"a", "a"    | true
                    "A"           | false
                    "a,"          | false
                    "a", "b"      | true
                    """)
    void aHeaderMatchesTheStrongTagsThatItHas(String header, boolean matches) {
        assertThat(IfMatch.of(header).matches("\"a\"")).isEqualTo(matches);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", " ", ",", "a", "\"a", "a\"", "\"a\" \"b\"", "\"a\";", "w/\"a\"", "\"a b\"", "*, \"a\"", "**"
            })
    void whatIsNeitherAStarNorAListOfTagsIsRefused(String header) {
        Problem refused = catchThrowableOfType(Problem.class, () -> IfMatch.of(header));

        assertThat(refused.body()).containsEntry("field", "If-Match");
    }
}
