package streamerapi.tips;

import streamerapi.settings.Settings;
import streamerapi.tts.CountedAs;
import streamerapi.tts.Tip;

import java.math.BigDecimal;

/// The conversion of paid tips in other currencies, at the rates that the account has set. A tip without a rate counts
/// in its own currency.
final class Conversion {

    private Conversion() {}

    /// A tip that enters, with the sum that it counts as.
    static Tip entering(Tip tip, Settings settings) {
        BigDecimal amount = tip.amount();
        BigDecimal rate = isPossible(tip) ? settings.rate(tip.currency()) : null;
        return rate == null || amount == null
                ? tip
                : CountedAs.at(rate, amount, settings.currency()).on(tip);
    }

    /// Whether a tip is converted if the account has a rate for its currency. A tip in the account's own may be in
    /// another one when it is let in.
    static boolean isPossible(Tip tip) {
        return tip.isPaid() && tip.amount() != null;
    }
}
