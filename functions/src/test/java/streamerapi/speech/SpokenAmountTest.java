package streamerapi.speech;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.math.BigDecimal;

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
}
