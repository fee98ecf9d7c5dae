package streamerapi.stripe;

import streamerapi.connections.ProviderException;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Currency;
import java.util.Locale;
import java.util.Map;

/// Amounts as Stripe writes them: whole numbers of the currency's smallest unit. That follows ISO 4217, but for three
/// currencies: the ariary has no decimals at Stripe, and the Icelandic króna and the Ugandan shilling, which have lost
/// theirs, are still written with two.
final class MinorUnits {

    private static final Map<String, Integer> UNLIKE_ISO = Map.of("MGA", 0, "ISK", 2, "UGX", 2);
    private static final int BAD_REQUEST = 400;

    private MinorUnits() {}

    /// An amount in the smallest unit of its currency.
    ///
    /// @throws ProviderException.AmountRefused for a part of the smallest unit
    static String minor(BigDecimal amount, String currency) {
        try {
            return amount.movePointRight(decimals(currency))
                    .setScale(0, RoundingMode.UNNECESSARY)
                    .toPlainString();
        } catch (ArithmeticException e) {
            throw new ProviderException.AmountRefused(BAD_REQUEST, "stripe takes no parts of the smallest unit");
        }
    }

    /// The amount that stands in the smallest unit of its currency.
    ///
    /// @param currency in either case
    static BigDecimal major(BigDecimal minor, String currency) {
        return minor.movePointLeft(decimals(code(currency)));
    }

    /// A currency as ISO 4217 writes it.
    static String code(String currency) {
        return currency.toUpperCase(Locale.ROOT);
    }

    private static int decimals(String currency) {
        Integer own = UNLIKE_ISO.get(currency);
        return own == null ? Currency.getInstance(currency).getDefaultFractionDigits() : own;
    }
}
