package streamerapi.speech;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.math.BigDecimal;
import java.util.Locale;

import static org.assertj.core.api.Assertions.assertThat;

@NullMarked
class SpokenAmountTest {

    @ParameterizedTest
    @CsvSource({
        "5, USD, five dollars",
        "1, USD, one dollar",
        "0, USD, zero dollars",
        "12.50, USD, twelve dollars and fifty cents",
        "0.01, USD, one cent",
        "0.99, EUR, ninety-nine cents",
        "21, EUR, twenty-one euros",
        "1.01, GBP, one pound and one penny",
        "100, GBP, one hundred pounds",
        "342, USD, three hundred and forty-two dollars",
        "1000, JPY, one thousand yen",
        "12.5, JPY, twelve point five yen",
        "1000000, USD, one million dollars",
        "999999.99, USD, nine hundred and ninety-nine thousand nine hundred and ninety-nine dollars and ninety-nine cents",
        "7.05, CZK, seven point zero five Czech Koruna",
        "3, XYZ, three XYZ"
    })
    void anAmountIsSaidInWords(BigDecimal amount, String currency, String words) {
        assertThat(SpokenAmount.of(amount, currency)).isEqualTo(words);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            5       | EUR | en-GB | five euros
            12.50   | EUR | de-DE | 12,50 €
            1250    | EUR | de-DE | 1250 €
            500     | JPY | ja-JP | 500円
            12.5    | EUR | ja-JP | €12.50
            12.50   | BRL | pt-BR | R$ 12,50
            100     | BRL | pt-BR | R$ 100
            7.5     | KWD | de-DE | 7,50 Kuwait-Dinar
            500     | HUF | de-DE | 500 Ungarischer Forint
            3       | XYZ | de-DE | three XYZ
            """)
    void anotherLanguageThanEnglishHasItAsItIsWrittenThere(
            BigDecimal amount, String currency, String language, String written) {
        assertThat(SpokenAmount.of(amount, currency, Locale.forLanguageTag(language)))
                .isEqualTo(written);
    }

    @Test
    void arabicHasDigitsThatEveryVoiceReadsAndNoMarksOfDirection() {
        assertThat(SpokenAmount.of(new BigDecimal("12.50"), "EGP", Locale.forLanguageTag("ar-AE")))
                .contains("12.50")
                .matches("[^\u200e\u200f\u00a0]+");
    }
}
