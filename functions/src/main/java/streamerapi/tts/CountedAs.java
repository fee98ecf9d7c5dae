package streamerapi.tts;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.schema.Schema;
import streamerapi.shared.storage.Attribute;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Currency;
import java.util.Objects;

/// The sum that a paid tip in another currency counts as: in goals, on the leaderboard and in the account's sums. It is
/// reckoned once, when the tip enters, and stays when the account sets another rate.
///
/// @param amount with as many decimals as the currency has, two at most
/// @param currency the account's at that time
public record CountedAs(BigDecimal amount, String currency) {

    static final Attribute<BigDecimal> AMOUNT = Attribute.decimal("counted_amount");
    static final Attribute<String> CURRENCY = Attribute.text("counted_currency");
    private static final int MAX_DECIMALS = 2;

    /// Its shape in JSON.
    static final Schema<CountedAs> SCHEMA =
            Schema.shown("CountedAs", "The sum that a tip in another currency counts as.", s -> {
                s.money("amount", CountedAs::amount)
                        .doc("At the rate that was set when the tip entered, before refunds.")
                        .example(new BigDecimal("12.96"));
                s.text("currency", CountedAs::currency)
                        .component("Currency")
                        .doc("The account's at that time.")
                        .example("USD");
            });

    /// A sum at a rate, rounded half up to the currency's smallest unit.
    ///
    /// @param rate the worth of one unit in the account's currency
    /// @param currency the account's
    public static CountedAs at(BigDecimal rate, BigDecimal amount, String currency) {
        return new CountedAs(rounded(amount.multiply(rate), currency), currency);
    }

    /// The sum that a tip counts as; null if that is its own amount.
    public static @Nullable CountedAs of(Tip tip) {
        BigDecimal amount = tip.find(AMOUNT);
        return amount == null ? null : new CountedAs(amount, Objects.requireNonNull(tip.find(CURRENCY)));
    }

    /// The amount of a tip in the account's currency; its own amount if there is no rate for that.
    public static @Nullable BigDecimal worth(Tip tip) {
        CountedAs counted = of(tip);
        return counted == null ? tip.amount() : counted.amount;
    }

    /// The tip with this sum.
    public Tip on(Tip tip) {
        return tip.with(AMOUNT, amount).with(CURRENCY, currency);
    }

    /// The part of the sum that counts while a part of the tip's amount was not given back: all of it for all, and 0
    /// for nothing, so that refunds take off as much as the tip added, however many there are.
    public BigDecimal of(BigDecimal left, BigDecimal paid) {
        return left.compareTo(paid) == 0
                ? amount
                : rounded(amount.multiply(left).divide(paid, MAX_DECIMALS + 1, RoundingMode.DOWN), currency);
    }

    private static BigDecimal rounded(BigDecimal amount, String currency) {
        int decimals = Math.min(MAX_DECIMALS, Currency.getInstance(currency).getDefaultFractionDigits());
        return amount.setScale(decimals, RoundingMode.HALF_UP);
    }
}
