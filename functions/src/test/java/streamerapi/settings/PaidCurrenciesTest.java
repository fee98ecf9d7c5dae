package streamerapi.settings;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;

import static org.assertj.core.api.Assertions.assertThat;

/// The currencies that an account was paid in beside its own.
@NullMarked
class PaidCurrenciesTest {

    private final Row account = Row.of(Keys.profile("ten_1")).with(Attribute.any("currency"), "EUR");

    @Test
    void anAccountHasNoneBeforeItIsPaidInOne() {
        assertThat(PaidCurrencies.of(account)).isEmpty();
    }

    @Test
    void theyAreInAlphabeticalOrderWithoutTheAccountsOwn() {
        Row paid = account.with(Attribute.any("paid_in_USD"), true)
                .with(Attribute.any("paid_in_EUR"), true)
                .with(Attribute.any("paid_in_JPY"), true);

        assertThat(PaidCurrencies.of(paid)).containsExactly("JPY", "USD");
    }

    @Test
    void eachIsNotedOnce() {
        assertThat(PaidCurrencies.noting(account, "USD")).isPresent();
        assertThat(PaidCurrencies.noting(account.with(Attribute.any("paid_in_USD"), true), "USD"))
                .isEmpty();
    }

    @Test
    void theAccountsOwnIsNotNoted() {
        assertThat(PaidCurrencies.noting(account, "EUR")).isEmpty();
    }
}
