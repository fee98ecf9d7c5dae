package streamerapi.stripe;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import streamerapi.connections.ProviderException;

import java.math.BigDecimal;
import java.util.Locale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// Amounts in the smallest unit of their currency (Stripe, "Supported currencies").
@NullMarked
class MinorUnitsTest {

    @ParameterizedTest
    @CsvSource({
        "5.25,USD,525",
        "5,USD,500",
        "0.01,EUR,1",
        "1000000,EUR,100000000",
        "500,JPY,500",
        "500,KRW,500",
        "1.234,KWD,1234",
        "7,MGA,7",
        "5,ISK,500",
        "5,UGX,500"
    })
    void anAmountIsWrittenInTheSmallestUnitAndReadBack(BigDecimal amount, String currency, String minor) {
        assertThat(MinorUnits.minor(amount, currency)).isEqualTo(minor);
        assertThat(MinorUnits.major(new BigDecimal(minor), currency)).isEqualByComparingTo(amount);
        assertThat(MinorUnits.major(new BigDecimal(minor), currency.toLowerCase(Locale.ROOT)))
                .isEqualByComparingTo(amount);
    }

    @ParameterizedTest
    @CsvSource({"0.005,USD", "0.5,JPY", "1.5,MGA", "0.0001,KWD", "5.001,ISK"})
    void aPartOfTheSmallestUnitIsRefusedAndNotRounded(BigDecimal amount, String currency) {
        assertThatThrownBy(() -> MinorUnits.minor(amount, currency)).isInstanceOf(ProviderException.Refused.class);
    }
}
