package streamerapi.paypal;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import streamerapi.connections.ProviderException;

import java.math.BigDecimal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

/// Amounts as PayPal takes them (PayPal, "Currency codes").
@NullMarked
class PayPalMoneyTest {

    @ParameterizedTest
    @CsvSource({"5,USD,5.00", "5.5,EUR,5.50", "0.01,GBP,0.01", "500,JPY,500", "500,HUF,500", "500.00,TWD,500"})
    void anAmountHasTheDigitsOfItsCurrency(BigDecimal amount, String currency, String value) {
        assertThat(PayPalMoney.value(amount, currency)).isEqualTo(value);
    }

    @ParameterizedTest
    @CsvSource({"0.005,USD", "0.5,JPY", "0.5,HUF", "12.01,TWD"})
    void aPartOfTheSmallestUnitIsRefusedAndNotRounded(BigDecimal amount, String currency) {
        assertThatThrownBy(() -> PayPalMoney.value(amount, currency)).isInstanceOf(ProviderException.Refused.class);
    }

    @Test
    void anAmountNamesItsCurrency() {
        assertThat(PayPalMoney.of(new BigDecimal("5"), "USD"))
                .containsExactly(entry("currency_code", "USD"), entry("value", "5.00"));
    }
}
