package streamerapi.paypal;

import streamerapi.connections.ProviderException;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Currency;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/// Amounts as PayPal writes them: decimal, with the digits of ISO 4217, but HUF and TWD without any.
final class PayPalMoney {

    private static final Set<String> WHOLE = Set.of("HUF", "JPY", "TWD");

    private PayPalMoney() {}

    /// An amount of money.
    ///
    /// @throws ProviderException.AmountRefused if PayPal's currency has no such parts
    static Map<String, String> of(BigDecimal amount, String currency) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("currency_code", currency);
        fields.put("value", value(amount, currency));
        return fields;
    }

    static String value(BigDecimal amount, String currency) {
        int digits =
                WHOLE.contains(currency) ? 0 : Currency.getInstance(currency).getDefaultFractionDigits();
        try {
            return amount.setScale(digits, RoundingMode.UNNECESSARY).toPlainString();
        } catch (ArithmeticException e) {
            throw new ProviderException.AmountRefused(422, "paypal takes " + digits + " decimals of " + currency);
        }
    }
}
