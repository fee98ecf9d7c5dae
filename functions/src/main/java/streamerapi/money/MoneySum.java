package streamerapi.money;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.connectors.Processor;
import streamerapi.shared.schema.Schema;
import streamerapi.shared.schema.Shape;
import streamerapi.tips.BookedPayment;
import streamerapi.tips.PaymentMode;
import streamerapi.tts.TipSource;

import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/// The payments of a day, or of several, that came by one processor, in one currency and one mode. Each amount stands
/// on the day on which its tip came, a refund too.
///
/// @param of what the payments have in common
/// @param payments how many
/// @param captured the charges, refunded later or not
/// @param held money that is on hold now
/// @param released holds that were let go of, because the tip was kept out
/// @param expired holds that ended without a charge
public record MoneySum(
        MoneyGroup of,
        long payments,
        BigDecimal captured,
        BigDecimal held,
        BigDecimal released,
        BigDecimal expired,
        BigDecimal refunded,
        BigDecimal disputed) {

    static final List<String> SOURCES = Stream.concat(Processor.labels().stream(), Stream.of(TipSource.KOFI))
            .toList();

    /// The properties that the payments of a sum share.
    ///
    /// @param day of the report's time zone, as `2026-11-21`; empty for all days of a report
    /// @param mode null if their messages did not tell
    record MoneyGroup(
            String day,
            String source,
            String currency,
            @Nullable PaymentMode mode) {

        /// The newest day first.
        static final Comparator<MoneyGroup> ORDER = Comparator.comparing(MoneyGroup::day)
                .reversed()
                .thenComparing(MoneyGroup::source)
                .thenComparing(MoneyGroup::currency)
                .thenComparing(of -> Objects.toString(of.mode, ""));

        MoneyGroup ofAllDays() {
            return new MoneyGroup("", source, currency, mode);
        }
    }

    /// A sum of a day.
    static final Schema<MoneySum> OF_DAY =
            Schema.shown("MoneyDay", "The payments of a day by one processor, in one currency and one mode.", s -> {
                s.text("day", sum -> sum.of.day).example("2026-11-21");
                add(s);
            });

    /// A sum of all days.
    static final Schema<MoneySum> IN_ALL = Schema.shown(
            "MoneyTotal", "The payments of all days by one processor, in one currency and one mode.", MoneySum::add);

    private static void add(Shape<MoneySum> s) {
        s.oneOf("source", sum -> sum.of.source, SOURCES);
        s.text("currency", sum -> sum.of.currency).component("Currency").example("USD");
        s.choice("mode", sum -> sum.of.mode, PaymentMode.ALL)
                .orNull()
                .doc("`test` if no real money was moved; null if the payment's message did not say.")
                .example("live");
        s.integer("payments", MoneySum::payments)
                .between(0, Long.MAX_VALUE)
                .doc("How many.")
                .example(17);
        s.money("captured", MoneySum::captured)
                .doc("The charges, refunded later or not.")
                .example(new BigDecimal("120.5"));
        s.money("held", MoneySum::held).doc("Money that is on hold now.").example(0);
        s.money("released", MoneySum::released)
                .doc("Holds that were released because the tip was rejected.")
                .example(0);
        s.money("expired", MoneySum::expired)
                .doc("Holds that ended without a charge.")
                .example(0);
        s.money("refunded", MoneySum::refunded)
                .doc("Refunds, on the day of their tip; without disputes.")
                .example(new BigDecimal("5"));
        s.money("disputed", MoneySum::disputed)
                .doc("Money that donors' banks took back (disputes), on the day of its tip.")
                .example(0);
        s.money("net", MoneySum::net)
                .doc("`captured` less `refunded` and `disputed`. The processor's fees are not taken off.")
                .example(new BigDecimal("115.5"));
    }

    static MoneySum none(MoneyGroup of) {
        BigDecimal zero = BigDecimal.ZERO;
        return new MoneySum(of, 0, zero, zero, zero, zero, zero, zero);
    }

    /// The charges less refunds and disputes.
    BigDecimal net() {
        return captured.subtract(refunded).subtract(disputed);
    }

    /// With a payment more.
    MoneySum plus(BookedPayment payment) {
        BigDecimal amount = payment.amount();
        boolean isCaptured = payment.stage() == BookedPayment.Stage.CAPTURED;
        BigDecimal zero = BigDecimal.ZERO;
        return plus(new MoneySum(
                of,
                1,
                isCaptured ? amount : zero,
                payment.stage() == BookedPayment.Stage.HELD ? amount : zero,
                payment.stage() == BookedPayment.Stage.RELEASED ? amount : zero,
                payment.stage() == BookedPayment.Stage.EXPIRED ? amount : zero,
                isCaptured ? payment.refunded() : zero,
                isCaptured ? payment.disputed() : zero));
    }

    /// With the payments of another.
    MoneySum plus(MoneySum other) {
        return new MoneySum(
                of,
                payments + other.payments,
                captured.add(other.captured),
                held.add(other.held),
                released.add(other.released),
                expired.add(other.expired),
                refunded.add(other.refunded),
                disputed.add(other.disputed));
    }
}
