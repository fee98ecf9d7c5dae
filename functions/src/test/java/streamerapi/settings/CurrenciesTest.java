package streamerapi.settings;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.shared.json.Json;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.schema.Body;

import java.math.BigDecimal;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/// Currencies, and the rates at which others count.
@NullMarked
class CurrenciesTest {

    @ParameterizedTest
    @ValueSource(strings = {"USD", "EUR", "JPY", "KWD"})
    void aCurrencyHasItsCodeInUpperCase(String code) {
        assertThat(Currencies.isKnown(code)).isTrue();
        assertThat(Currencies.checked(code)).isEqualTo(code);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "usd", "US", "USDT", "XYZ", "€", "XXX", "XAU", "XAG", "XDR", "XTS"})
    void anyOtherCodeIsRefusedAndSoIsOneThatNoMoneyIsPaidIn(String code) {
        assertThat(Currencies.isKnown(code)).isFalse();
        assertThat(catchThrowableOfType(Problem.class, () -> Currencies.checked(code))
                        .body())
                .containsEntry("field", "currency");
        assertThat(catchThrowableOfType(Problem.class, () -> Currencies.checked("for", code))
                        .body())
                .containsEntry("field", "for");
        assertThat(catchThrowableOfType(Problem.class, () -> Currencies.checkedOrNull("of", code))
                        .body())
                .containsEntry("field", "of");
    }

    @Test
    void theSettingTakesACodeInAnyCaseAndAFilterNone() {
        assertThat(Currencies.normalized("eur")).isEqualTo("EUR");
        assertThat(Currencies.checkedOrNull("currency", null)).isNull();
    }

    @ParameterizedTest
    @CsvSource({"0.000001", "1.08", "0.00000123", "1000000"})
    void aRateIsExact(BigDecimal rate) {
        assertThat(read("eur", rate.toPlainString())).isEqualTo(new ExchangeRate("EUR", rate));
    }

    @ParameterizedTest
    @CsvSource({
        "EUR,0,rate",
        "EUR,0.0000009,rate",
        "EUR,-1,rate",
        "EUR,1000000.1,rate",
        "EUR,1.123456789,rate",
        "EUR,\"1\",rate",
        "XXX,1,currency",
        "euro,1,currency"
    })
    void aRateOutOfItsBoundsIsRefusedByItsField(String currency, String rate, String field) {
        assertThat(catchThrowableOfType(Problem.class, () -> read(currency, rate))
                        .body())
                .containsEntry("field", field);
    }

    private static ExchangeRate read(String currency, String rate) {
        return ExchangeRate.SCHEMA.read(
                new Body(Json.asObject(Json.read("{\"currency\":\"" + currency + "\",\"rate\":" + rate + "}"))),
                Map.of());
    }
}
