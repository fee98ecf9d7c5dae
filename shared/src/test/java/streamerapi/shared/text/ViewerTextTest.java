package streamerapi.shared.text;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

@NullMarked
class ViewerTextTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            abc      | 3 | abc
            abc      | 2 | ab
            ab👨‍👩‍👧      | 4 | ab
            ab👨‍👩‍👧      | 7 | ab👨‍👩‍👧
            a🇯🇵🇩🇪     | 4 | a🇯🇵
            xé     | 2 | x
            ที่นี่     | 4 | ที่
            👨‍👩‍👧       | 3 | 👨‍👩
            """)
    void aTextIsCutBetweenItsCharactersAsPeopleSeeThem(String text, int most, String kept) {
        assertThat(ViewerText.cut(text, most)).isEqualTo(kept);
    }
}
