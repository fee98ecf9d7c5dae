package streamerapi.settings;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.problems.Problem;

import java.math.BigDecimal;
import java.util.Currency;
import java.util.Locale;

/// The currencies of ISO 4217, as the JDK knows them.
public final class Currencies {

    private Currencies() {}

    /// The code as it was sent, or null if none was.
    ///
    /// @throws Problem as of [#checked(String, String)]
    public static @Nullable String checkedOrNull(String field, @Nullable String code) {
        return code == null ? null : checked(field, code);
    }

    /// The code as it was sent.
    ///
    /// @param field what it is called in a refusal
    /// @throws Problem `bad_request` with `field` if there is no such currency
    public static String checked(String field, String code) {
        if (!isKnown(code)) {
            throw Problem.badField(field, field + " must be an ISO 4217 code, such as USD");
        }
        return code;
    }

    /// The code as it was sent in the field `currency`.
    ///
    /// @throws Problem as of [#checked(String, String)]
    public static String checked(String code) {
        return checked("currency", code);
    }

    /// The code in upper case, however it was sent.
    ///
    /// @throws Problem as of [#checked(String)]
    static String normalized(String code) {
        return checked(code.toUpperCase(Locale.ROOT));
    }

    /// Whether there is a currency with this code, in upper case. ISO 4217 has codes for other things: gold (`XAU`),
    /// tests (`XTS`), no currency (`XXX`).
    public static boolean isKnown(String code) {
        try {
            return Currency.getInstance(code).getDefaultFractionDigits() >= 0;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /// How many decimals an amount is shown with: those of its currency, two at most, and more if there are any.
    public static int shownDecimals(BigDecimal amount, String currency) {
        int usual = Math.max(0, Currency.getInstance(currency).getDefaultFractionDigits());
        return Math.max(
                Math.min(usual, 2), Math.max(0, amount.stripTrailingZeros().scale()));
    }
}
