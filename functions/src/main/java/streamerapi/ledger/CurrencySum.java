package streamerapi.ledger;

import streamerapi.shared.schema.Numbers;
import streamerapi.shared.schema.Schema;

import java.math.BigDecimal;

/// The sum of the paid tips in a currency other than the account's.
///
/// @param currency ISO 4217
public record CurrencySum(String currency, BigDecimal amount) {

    /// Its shape in JSON.
    public static final Schema<CurrencySum> SCHEMA =
            Schema.shown("CurrencySum", "The sum of the paid tips in a currency other than the account's.", s -> {
                s.text("currency", CurrencySum::currency).component("Currency").example("EUR");
                s.money("amount", CurrencySum::amount)
                        .between(Long.MIN_VALUE, Long.MAX_VALUE)
                        .doc("Exact to 2 decimals, refunds taken off.")
                        .example(new BigDecimal("322.5"));
            });

    /// A sum that was counted in hundredths.
    public static CurrencySum ofHundredths(String currency, long hundredths) {
        return new CurrencySum(currency, Numbers.plain(BigDecimal.valueOf(hundredths, 2)));
    }
}
