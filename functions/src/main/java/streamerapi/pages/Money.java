package streamerapi.pages;

import streamerapi.settings.Currencies;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;

/// Amounts of money as pages show them: the same in every language of the reader, so that no amount can be misread.
public final class Money {

    private Money() {}

    /// An amount with its currency: `1,250.00 EUR`, `1,500 JPY`.
    ///
    /// @param amount a decimal number, as an endpoint answers it
    /// @param currency ISO 4217
    public static String text(String amount, String currency) {
        return text(new BigDecimal(amount), currency);
    }

    /// An amount with its currency. Hundredths that a currency does not have are shown if there are any.
    public static String text(BigDecimal amount, String currency) {
        int digits = Currencies.shownDecimals(amount, currency);
        return String.format(Locale.ROOT, "%,." + digits + "f", amount.setScale(digits, RoundingMode.HALF_UP)) + " "
                + currency;
    }
}
