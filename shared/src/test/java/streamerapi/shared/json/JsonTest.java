package streamerapi.shared.json;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.charset.StandardCharsets;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// What is said of a text that is not the JSON that is expected.
@NullMarked
class JsonTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"value\":1,\"value\":null}       | value stands twice",
                "{\"a\":{\"b\":null,\"b\":null}}    | b stands twice",
                "{\"\\u200f\":1,\"\\u200f\":2}      | a field stands twice",
                "{\"<i>\":1,\"<i>\":2}              | a field stands twice",
                "{\"value\":1                       | there is a mistake at line 1, column 11",
                "{} {}                              | there is more text after the value",
                "[1]                                | a JSON object is expected",
                "''                                 | it is empty",
            })
    void aMessageSaysWhatIsWrong(String text, String message) {
        assertThatThrownBy(() -> Json.readObject(text.getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(Json.Malformed.class)
                .hasMessage(message);
    }
}
