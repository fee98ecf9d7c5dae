package streamerapi.tips;

import streamerapi.settings.Settings;
import streamerapi.shared.storage.Attribute;
import streamerapi.tts.CountedAs;
import streamerapi.tts.Tip;

import java.math.BigDecimal;

/// The conversion of paid tips in other currencies, at the rates that the account has set. A tip without a rate counts
/// in its own currency.
final class Conversion {

    /// The attribute of a tip that waits for a decision: it is converted when it is let in.
    private static final Attribute.Flag AWAITED = Attribute.flag("conversion_awaited");

    private Conversion() {}

    /// A tip that enters, with the sum that it counts as.
    static Tip entering(Tip tip, Settings settings) {
        BigDecimal amount = tip.amount();
        BigDecimal rate = tip.isPaid() && amount != null ? settings.rate(tip.currency()) : null;
        Tip entering = isAwaited(tip) ? tip.with(AWAITED, null) : tip;
        return rate == null || amount == null
                ? entering
                : CountedAs.at(rate, amount, settings.currency()).on(entering);
    }

    /// A tip that waits for a decision. Only tips in another currency are marked: the others are let in without a look
    /// at the settings.
    static Tip waiting(Tip tip, Settings settings) {
        boolean isOther = !tip.currency().equals(settings.currency());
        return isOther && tip.isPaid() ? tip.with(AWAITED, true) : tip;
    }

    /// Whether a tip that is let in is to be converted first.
    static boolean isAwaited(Tip tip) {
        return tip.is(AWAITED);
    }
}
