package streamerapi.ledger;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.math.BigDecimal;

import static org.assertj.core.api.Assertions.assertThat;

/// Sums that are counted in hundredths, as decimals.
@NullMarked
class CurrencySumTest {

    @ParameterizedTest
    @CsvSource({"0,0", "1,0.01", "99,0.99", "100,1", "110,1.1", "12345,123.45", "100000,1000", "-5,-0.05", "-1000,-10"})
    void hundredthsAreADecimalWithoutZerosAtItsEnd(long hundredths, BigDecimal amount) {
        assertThat(CurrencySum.ofHundredths("EUR", hundredths)).isEqualTo(new CurrencySum("EUR", amount));
    }
}
