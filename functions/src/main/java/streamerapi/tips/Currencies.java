package streamerapi.tips;

import java.util.Currency;

/// The currencies of ISO 4217, as the JDK knows them.
public final class Currencies {

    private Currencies() {}

    /// Whether there is a currency with this code, in upper case.
    public static boolean isKnown(String code) {
        try {
            return Currency.getInstance(code).getDefaultFractionDigits() >= 0;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
