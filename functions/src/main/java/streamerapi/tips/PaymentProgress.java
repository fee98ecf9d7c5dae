package streamerapi.tips;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.TableReader;
import streamerapi.tts.Tip;
import streamerapi.tts.TipPlace;

import java.math.BigDecimal;
import java.util.function.Supplier;

/// How far a payment and its tip have come.
///
/// @param refunded the sum that was given back, 0 or more
/// @param isOnHold whether the processor holds the money, and the donor was not charged
/// @param isCapturing whether the processor was asked to charge the donor, and it is not known whether it did
/// @param amount the sum that was charged, or is held: a part of a hold can be charged; null if it is not known here
public record PaymentProgress(
        CheckoutState state,
        BigDecimal refunded,
        boolean isOnHold,
        boolean isCapturing,
        @Nullable BigDecimal amount) {

    /// The progress of a payment that has not come.
    public static final PaymentProgress NONE = new PaymentProgress(CheckoutState.PENDING, BigDecimal.ZERO);

    /// The progress of a payment that became no tip.
    public PaymentProgress(CheckoutState state, BigDecimal refunded) {
        this(state, refunded, false, false, null);
    }

    /// The progress of a payment: `PENDING` if it has not come.
    ///
    /// @param source of its tip: the processor's label
    public static PaymentProgress of(TableReader table, String tenantId, String source, String paymentId) {
        KnownPayment payment = KnownPayment.find(table, tenantId, source, paymentId);
        String orderId = payment.orderId();
        if (orderId == null) {
            return withoutTip(payment);
        }
        Row row = Tip.INDEX.find(table, tenantId, orderId);
        if (row == null) {
            return new PaymentProgress(CheckoutState.REMOVED, BigDecimal.ZERO);
        }
        Tip tip = new Tip(row);
        return of(tip, () -> TipPlace.of(table, tenantId, tip));
    }

    /// The progress of a payment that became a tip.
    ///
    /// @param place the tip's, which is read only if it matters
    static PaymentProgress of(Tip tip, Supplier<TipPlace> place) {
        BigDecimal refunded = tip.refunded();
        HeldTip held = HeldTip.of(tip);
        boolean isAllBack = refunded.signum() > 0 && RefundState.of(tip).left().signum() <= 0;
        return new PaymentProgress(
                isAllBack ? CheckoutState.REFUNDED : state(held, place),
                refunded,
                isOnHold(BookedPayment.Stage.of(held)),
                held != null && !held.isDecided() && held.payment() == PaymentState.CAPTURING,
                tip.amount());
    }

    /// The progress of a payment that became no tip: one that was blocked, or has not come.
    static PaymentProgress withoutTip(KnownPayment payment) {
        if (!payment.isTaken()) {
            return new PaymentProgress(
                    payment.early().isHoldOver() ? CheckoutState.EXPIRED : CheckoutState.PENDING,
                    payment.early().refunded());
        }
        BookedPayment money = payment.ofBlocked();
        if (money == null) {
            return new PaymentProgress(
                    payment.blockedHold() == null ? CheckoutState.REJECTED : CheckoutState.RELEASED, BigDecimal.ZERO);
        }
        boolean isAllBack = money.returned().compareTo(money.amount()) >= 0;
        return new PaymentProgress(
                stateOfMoney(money.stage(), () -> isAllBack ? CheckoutState.REFUNDED : CheckoutState.REJECTED),
                money.returned(),
                isOnHold(money.stage()),
                false,
                money.amount());
    }

    private static boolean isOnHold(BookedPayment.Stage money) {
        return money == BookedPayment.Stage.HELD;
    }

    private static CheckoutState state(@Nullable HeldTip held, Supplier<TipPlace> place) {
        if (held == null) {
            return stateOfPlace(place.get());
        }
        if (!held.isDecided()) {
            return CheckoutState.HELD;
        }
        return stateOfMoney(
                BookedPayment.Stage.of(held),
                () -> held.decision() == HeldTip.Decision.REJECTED
                        ? CheckoutState.REJECTED
                        : stateOfPlace(place.get()));
    }

    /// The state that follows from the money.
    ///
    /// @param captured the state if the donor was charged
    private static CheckoutState stateOfMoney(BookedPayment.Stage money, Supplier<CheckoutState> captured) {
        return switch (money) {
            case HELD -> CheckoutState.HELD;
            case CAPTURED -> captured.get();
            case RELEASED -> CheckoutState.RELEASED;
            case EXPIRED -> CheckoutState.EXPIRED;
        };
    }

    private static CheckoutState stateOfPlace(TipPlace place) {
        return switch (place) {
            case QUEUED -> CheckoutState.QUEUED;
            case PLAYING -> CheckoutState.PLAYING;
            case PLAYED -> CheckoutState.PLAYED;
            case REMOVED, NOWHERE -> CheckoutState.REMOVED;
        };
    }
}
