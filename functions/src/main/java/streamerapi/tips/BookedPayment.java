package streamerapi.tips;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.connectors.Processor;
import streamerapi.shared.labels.Labelled;
import streamerapi.shared.storage.Attribute;
import streamerapi.tts.Tip;
import streamerapi.tts.TipSource;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/// The money of one payment, as the rows have it.
///
/// @param at when its tip came
/// @param source the processor as tips name it, or [TipSource#KOFI]
/// @param mode null if the message that told of it did not say
/// @param amount the sum that is held, or was charged
/// @param refunded the refunds, without disputes
/// @param disputed the sum that the donor's bank took back
public record BookedPayment(
        Instant at,
        String source,
        String currency,
        @Nullable PaymentMode mode,
        Stage stage,
        BigDecimal amount,
        BigDecimal refunded,
        BigDecimal disputed) {

    /// The disputed part of the sum that was given back; absent if there is none.
    static final Attribute<BigDecimal> DISPUTED = Attribute.decimal("disputed");

    static final Attribute<PaymentMode> MODE = Attribute.knownLabel("payment_mode", PaymentMode.ALL);

    /// How far a payment has come.
    public enum Stage implements Labelled {
        /// The processor holds the money.
        HELD,
        /// The donor was charged.
        CAPTURED,
        /// The hold was let go of, because the tip was kept out.
        RELEASED,
        /// The hold ended, and the donor was not charged.
        EXPIRED;

        static final List<Stage> ALL = List.of(values());

        /// The stage of a tip's payment.
        ///
        /// @param held the tip, if it was ever held; else null
        static Stage of(@Nullable HeldTip held) {
            if (held == null || held.payment() == PaymentState.CAPTURED) {
                return CAPTURED;
            }
            if (!held.isDecided()) {
                return HELD;
            }
            return switch (held.decision()) {
                case APPROVED -> CAPTURED;
                case REJECTED -> RELEASED;
                case EXPIRED -> EXPIRED;
                case CAPTURING -> HELD;
            };
        }
    }

    /// The payment of a tip; null if no processor took one.
    public static @Nullable BookedPayment of(Tip tip) {
        String source = tip.source();
        BigDecimal amount = tip.amount();
        if (amount == null || !isOfProcessor(tip)) {
            return null;
        }
        BigDecimal disputed = Objects.requireNonNullElse(tip.find(DISPUTED), BigDecimal.ZERO);
        return new BookedPayment(
                time(tip.orderId()),
                source,
                tip.currency(),
                tip.find(MODE),
                source.equals(TipSource.KOFI) ? Stage.CAPTURED : Stage.of(HeldTip.of(tip)),
                amount,
                tip.refunded().subtract(disputed),
                disputed);
    }

    private static boolean isOfProcessor(Tip tip) {
        return tip.source().equals(TipSource.KOFI)
                ? tip.isPaid()
                : tip.find(HeldTip.PAYMENT_ID) != null
                        && Processor.of(tip.source()).isPresent();
    }

    /// The time that an order id holds.
    private static Instant time(String orderId) {
        return Instant.ofEpochMilli(Long.parseLong(orderId.split("_", -1)[1]));
    }

    /// The payment, having come so far.
    BookedPayment at(Stage other) {
        return new BookedPayment(at, source, currency, mode, other, amount, refunded, disputed);
    }

    /// The payment, of which a sum was captured: no more than that is given back.
    BookedPayment captured(BigDecimal sum) {
        RefundState back =
                RefundState.of(new BookedPayment(at, source, currency, mode, Stage.CAPTURED, sum, refunded, disputed));
        return new BookedPayment(at, source, currency, mode, Stage.CAPTURED, sum, back.refunded(), back.disputed());
    }

    /// All that was given back.
    public BigDecimal returned() {
        return refunded.add(disputed);
    }
}
