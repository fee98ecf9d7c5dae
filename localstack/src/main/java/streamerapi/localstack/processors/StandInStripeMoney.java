package streamerapi.localstack.processors;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// Amounts as Stripe counts them: whole numbers of a currency's smallest unit.
final class StandInStripeMoney {

    private static final Set<String> NO_DECIMALS = Set.of(
            "bif", "clp", "djf", "gnf", "jpy", "kmf", "krw", "mga", "pyg", "rwf", "vnd", "vuv", "xaf", "xof", "xpf");
    private static final Set<String> THREE_DECIMALS = Set.of("bhd", "jod", "kwd", "omr", "tnd");

    /// The least that is charged, in the smallest unit, where it is not [#USUAL_MINIMUM].
    private static final Map<String, Integer> MINIMUM = Map.ofEntries(
            Map.entry("gbp", 30),
            Map.entry("dkk", 250),
            Map.entry("nok", 300),
            Map.entry("sek", 300),
            Map.entry("huf", 17_500),
            Map.entry("czk", 1_500),
            Map.entry("pln", 200),
            Map.entry("mxn", 1_000),
            Map.entry("hkd", 400),
            Map.entry("ron", 200),
            Map.entry("thb", 1_000),
            Map.entry("myr", 200),
            Map.entry("aed", 200),
            Map.entry("bgn", 100));

    private static final int USUAL_MINIMUM = 50;
    private static final int MAXIMUM = 99_999_999;

    private StandInStripeMoney() {}

    /// Refuses an amount that Stripe does not charge.
    static void check(long amount, String currency) {
        int least = MINIMUM.getOrDefault(currency, USUAL_MINIMUM);
        if (amount < least) {
            throw StripeRefusals.state(
                    "amount_too_small",
                    "The Checkout Session's total amount due must add up to at least " + shown(least, currency));
        }
        if (amount > MAXIMUM) {
            throw StripeRefusals.state(
                    "amount_too_large",
                    "The Checkout Session's total amount due must be no more than " + shown(MAXIMUM, currency));
        }
    }

    /// An amount as people read it: `5.00 USD`.
    static String shown(long amount, String currency) {
        int decimals = NO_DECIMALS.contains(currency) ? 0 : THREE_DECIMALS.contains(currency) ? 3 : 2;
        return BigDecimal.valueOf(amount, decimals).toPlainString() + " " + currency.toUpperCase(Locale.ROOT);
    }
}
