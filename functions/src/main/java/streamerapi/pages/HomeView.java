package streamerapi.pages;

import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;

/// The contents of the start page: a running show at a glance.
///
/// @param tips how many paid tips came in in the last 24 hours, in all currencies
/// @param sum what those that count in the account's currency come to
/// @param others what those in other currencies without a rate come to, a sum for each currency: `1,250.00 EUR`
/// @param goals the tip goals that are on
/// @param troubles what is wrong; empty if nothing is
/// @param checks what a streamer looks at before going live; empty for users who cannot mend it
/// @param overlay the id of the first overlay; null if there is none, and for users who cannot change it
public record HomeView(
        QueueView queue,
        boolean isTippingOpen,
        int tips,
        String sum,
        List<String> others,
        Bars hours,
        Bars days,
        List<Goal> goals,
        List<Trouble> troubles,
        List<Check> checks,
        @Nullable String overlay) {

    /// A tip goal.
    ///
    /// @param others what came in other currencies without a rate, which counts for no goal
    public record Goal(String title, BigDecimal current, BigDecimal amount, String currency, List<String> others) {

        /// How much of it came in, from 0 to 100.
        public int percent() {
            return amount.signum() <= 0
                    ? 0
                    : current.multiply(BigDecimal.valueOf(100))
                            .divide(amount, 0, RoundingMode.DOWN)
                            .max(BigDecimal.ZERO)
                            .min(BigDecimal.valueOf(100))
                            .intValueExact();
        }

        /// Both amounts in words.
        public String words() {
            return Money.text(current, currency) + " of " + Money.text(amount, currency);
        }
    }

    /// A thing to be in order before a stream.
    ///
    /// @param words how it is now
    /// @param address the page on which it is set right
    public record Check(String words, boolean isGood, String address) {}

    /// How many checks are not in order.
    public long open() {
        return checks.stream().filter(check -> !check.isGood()).count();
    }

    /// Something that is wrong, and the page on which it is mended.
    public record Trouble(String words, String address, String action) {}
}
