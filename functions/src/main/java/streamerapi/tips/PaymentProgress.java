package streamerapi.tips;

import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.TableReader;
import streamerapi.tts.Tip;
import streamerapi.tts.TipPlace;

import java.math.BigDecimal;

/// How far a payment and its tip have come.
///
/// @param refunded the sum that was given back, 0 or more
public record PaymentProgress(Stage stage, BigDecimal refunded) {

    /// The stages of a payment.
    public enum Stage {
        /// It has not come.
        UNKNOWN,
        /// Its tip waits for a decision, or for its processor.
        HELD,
        QUEUED,
        PLAYING,
        PLAYED,
        /// Its tip left the queue unplayed, or was let in unheard.
        REMOVED,
        /// Its tip was kept out, and the money was not charged.
        RELEASED,
        /// Its tip was kept out, and the money was charged.
        REJECTED,
        /// Its hold ended, and the money was not charged.
        EXPIRED,
        /// All of it was given back.
        REFUNDED
    }

    /// The progress of a payment.
    ///
    /// @param source of its tip: the processor's label
    public static PaymentProgress of(TableReader table, String tenantId, String source, String paymentId) {
        KnownPayment payment = KnownPayment.find(table, tenantId, source, paymentId);
        String orderId = payment.orderId();
        if (orderId == null) {
            return withoutTip(payment);
        }
        Row row = table.get(Keys.tip(tenantId, orderId));
        if (row == null) {
            return new PaymentProgress(Stage.REMOVED, BigDecimal.ZERO);
        }
        Tip tip = new Tip(row);
        BigDecimal refunded = tip.refunded();
        boolean isAllBack = refunded.signum() > 0 && RefundState.of(tip).left().signum() <= 0;
        return new PaymentProgress(isAllBack ? Stage.REFUNDED : of(table, tenantId, tip), refunded);
    }

    private static PaymentProgress withoutTip(KnownPayment payment) {
        if (!payment.isTaken()) {
            return new PaymentProgress(
                    payment.early().isHoldOver() ? Stage.EXPIRED : Stage.UNKNOWN,
                    payment.early().refunded());
        }
        BookedPayment money = payment.ofBlocked();
        return money == null
                ? new PaymentProgress(payment.blockedHold() == null ? Stage.REJECTED : Stage.RELEASED, BigDecimal.ZERO)
                : new PaymentProgress(ofBlocked(money), money.returned());
    }

    private static Stage ofBlocked(BookedPayment money) {
        return switch (money.stage()) {
            case HELD, RELEASED -> Stage.RELEASED;
            case EXPIRED -> Stage.EXPIRED;
            case CAPTURED -> money.returned().compareTo(money.amount()) < 0 ? Stage.REJECTED : Stage.REFUNDED;
        };
    }

    private static Stage of(TableReader table, String tenantId, Tip tip) {
        HeldTip held = HeldTip.of(tip);
        if (held == null) {
            return place(table, tenantId, tip);
        }
        if (!held.isDecided()) {
            return Stage.HELD;
        }
        return switch (held.decision()) {
            case APPROVED -> place(table, tenantId, tip);
            case REJECTED -> held.payment() == PaymentState.CAPTURED ? Stage.REJECTED : Stage.RELEASED;
            case EXPIRED -> Stage.EXPIRED;
            case CAPTURING -> Stage.HELD;
        };
    }

    private static Stage place(TableReader table, String tenantId, Tip tip) {
        return switch (TipPlace.of(table, tenantId, tip)) {
            case QUEUED -> Stage.QUEUED;
            case PLAYING -> Stage.PLAYING;
            case PLAYED -> Stage.PLAYED;
            case REMOVED, NOWHERE -> Stage.REMOVED;
        };
    }
}
