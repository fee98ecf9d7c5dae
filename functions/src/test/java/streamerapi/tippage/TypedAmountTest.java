package streamerapi.tippage;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.math.BigDecimal;

import static org.assertj.core.api.Assertions.assertThat;

@NullMarked
class TypedAmountTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            5            | 5
            7,50         | 7.50
            7.5          | 7.5
            5.001        | 5.001
            1,000        | 1.000
            ５００         | 500
            １２．５０       | 12.50
            ٥٠           | 50
            ١٢٫٥         | 12.5
            ١٬٢٣٤٫٥٠     | 1234.50
            ۵            | 5
            ५०           | 50
            1.234,50     | 1234.50
            1,234.50     | 1234.50
            1 234,50     | 1234.50
            1 234,50     | 1234.50
            1 234        | 1234
            1'234.50     | 1234.50
            1’234.50     | 1234.50
            1.234.567    | 1234567
            1,00,000     | 100000
            1,00,000.50  | 100000.50
            ‎12.50‏      | 12.50
            """)
    void anAmountIsReadAsItIsWrittenInAnyCountry(String typed, BigDecimal amount) {
        assertThat(TypedAmount.of(typed, 2)).isEqualTo(amount);
    }

    @ParameterizedTest
    @CsvSource({
        "'1,000', 1000",
        "1.000, 1000",
        "'１，０００', 1000",
        "'1,000,000', 1000000",
        "'500.5', 500.5",
        "'1,50', 1.50"
    })
    void aSeparatorBeforeThreeDigitsPartsThousandsIfThereAreNoDecimals(String typed, BigDecimal amount) {
        assertThat(TypedAmount.of(typed, 0)).isEqualTo(amount);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "five",
                "1e3",
                "-5",
                "5 €",
                "1,2,3",
                "1.23,456.7",
                "1,23.50",
                "12 34",
                "1.234.50",
                "1,234,50",
                ".5",
                "5.",
                "1234567890",
                "½",
                "5²"
            })
    void whatCanBeReadAsNothingIsNoAmount(String typed) {
        assertThat(TypedAmount.of(typed, 2)).isNull();
    }
}
