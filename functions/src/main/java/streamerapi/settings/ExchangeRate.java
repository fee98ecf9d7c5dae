package streamerapi.settings;

import streamerapi.shared.schema.FieldValues;
import streamerapi.shared.schema.Schema;

import java.math.BigDecimal;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// The rate at which paid tips in another currency are counted: an element of the setting `exchange_rates`.
///
/// @param currency ISO 4217, not the account's own
/// @param rate the worth of one unit in the account's currency, from 0.000001 to 1,000,000 with at most 8 decimals
public record ExchangeRate(String currency, BigDecimal rate) {

    static final int MAX_RATES = 50;

    private static final int MAX_RATE = 1_000_000;
    private static final BigDecimal MIN_RATE = new BigDecimal("0.000001");

    static final Schema<ExchangeRate> SCHEMA =
            Schema.of("ExchangeRate", "The rate at which paid tips in another currency are counted.", s -> {
                var currency = s.text("currency", ExchangeRate::currency, code -> code.toUpperCase(Locale.ROOT))
                        .component("Currency")
                        .doc("Another than the account's.")
                        .example("EUR");
                var rate = s.rate("rate", ExchangeRate::rate)
                        .between(0, MAX_RATE)
                        .doc("The worth of one unit in the account's currency: 1.08 if 1 EUR counts as 1.08 USD. From"
                                + " 0.000001 on, with at most 8 decimals.")
                        .example(new BigDecimal("1.08"));
                return in -> of(in, currency.of(in), rate.of(in));
            });

    private static ExchangeRate of(FieldValues in, String currency, BigDecimal rate) {
        if (!Currencies.isKnown(currency)) {
            throw in.refused("currency", "must be an ISO 4217 code, such as USD");
        }
        if (rate.compareTo(MIN_RATE) < 0) {
            throw in.refused("rate", "must be from " + MIN_RATE.toPlainString() + " to " + MAX_RATE);
        }
        return new ExchangeRate(currency, rate);
    }

    /// The rates, if each is of another currency.
    ///
    /// @throws RuntimeException `bad_request` with the field that names a currency again
    static List<ExchangeRate> distinct(FieldValues in, List<ExchangeRate> rates) {
        Set<String> named = new HashSet<>();
        for (int i = 0; i < rates.size(); i++) {
            if (!named.add(rates.get(i).currency())) {
                throw in.refused("exchange_rates[" + i + "].currency", "must stand in the list once");
            }
        }
        return rates;
    }
}
