package streamerapi.shared.json;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// Holds the messages about a text that is not the JSON that is expected.
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

    /// Bytes of `{"a":"…"}`: a slash in two bytes, a letter cut off, half of a character, one beyond the last; and
    /// whole texts in UTF-16 and UTF-32.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "7B2261223A22 C0AF 227D",
                "7B2261223A22 C3 227D",
                "7B2261223A22 FF 227D",
                "7B2261223A22 EDA080 227D",
                "7B2261223A22 F4908080 227D",
                "FEFF 007B 007D",
                "FFFE 7B00 7D00",
                "7B00 7D00",
                "0000007B 0000007D",
            })
    void aTextThatIsNotUtf8IsNotRead(String hex) {
        byte[] text = HexFormat.of().parseHex(hex.replace(" ", ""));
        assertThatThrownBy(() -> Json.readObject(text))
                .isInstanceOf(Json.Malformed.class)
                .hasMessageStartingWith("it is not UTF-8");
    }

    @Test
    void anEmojiIsWrittenInFourBytesAndHalfOfOneAsAnEscape() {
        assertThat(Json.write("😀".repeat(5_000))).hasSize(20_002);
        assertThat(Json.writeText("x\uD83D")).isEqualTo("\"x\\uD83D\"");
    }

    @Test
    void aTextInUtf8IsReadWithItsMarkOrWithoutIt() {
        String text = "{\"a\":\"\u00e9\u20ac\ud83d\ude00\"}";
        for (String sent : List.of(text, "\ufeff" + text)) {
            assertThat(Json.readObject(sent.getBytes(StandardCharsets.UTF_8)))
                    .isEqualTo(Map.of("a", "\u00e9\u20ac\ud83d\ude00"));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1e100",
                "-1e100",
                "1e-101",
                "12e99",
                "1e9999",
                "1e-9999",
                "1e300000000",
                "-1e300000000",
                "1e-300000000",
                "0e200",
                "0e-2147483647",
                "1e-2147483647",
            })
    void aNumberWithManyDigitsIsNotReadHoweverShortItIs(String number) {
        for (String text : List.of(number, "[" + number + "]", "{\"a\":{\"b\":[0," + number + "]}}")) {
            assertThatThrownBy(() -> Json.read(text))
                    .isInstanceOf(Json.Malformed.class)
                    .hasMessage("a number has more than 100 digits");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {103, 400, 60_000})
    void aNumberOfManyDigitsIsNotRead(int digits) {
        for (String number : List.of("9".repeat(digits), "-" + "9".repeat(digits), "0." + "9".repeat(digits))) {
            assertThatThrownBy(() -> Json.read(number))
                    .isInstanceOf(Json.Malformed.class)
                    .hasMessageContaining("number");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e99", "-1e99", "1e-100", "0.001e-97", "99e98", "0"})
    void whatIsReadCanBeWrittenAndReadAgain(String number) {
        BigDecimal read = (BigDecimal) Objects.requireNonNull(Json.read(number));
        assertThat((BigDecimal) Json.read(Json.writeText(read))).isEqualByComparingTo(read);
    }
}
