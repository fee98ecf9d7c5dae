package streamerapi.tips;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.TableReader;
import streamerapi.tts.Tip;

import java.math.BigDecimal;
import java.time.Instant;

/// The account's rows about a payment.
public final class PaymentRecord {

    private final @Nullable BookedPayment money;
    private final EarlyEnd early;
    private final FailedRefunds failed;
    private final boolean isTaken;
    private final @Nullable Row row;

    /// @param tip the tip that the payment became; null if it became none, or the tip was erased
    PaymentRecord(KnownPayment payment, @Nullable Tip tip) {
        this.money = tip == null ? payment.ofBlocked() : BookedPayment.of(tip);
        this.early = payment.early();
        this.failed = tip == null ? payment.failed() : FailedRefunds.of(tip.row());
        this.isTaken = payment.isTaken();
        this.row = tip == null ? payment.row() : tip.row();
    }

    /// The record of a payment.
    ///
    /// @param source of its tip: the processor's label
    public static PaymentRecord of(TableReader table, String tenantId, String source, String paymentId) {
        KnownPayment known = KnownPayment.find(table, tenantId, source, paymentId);
        String orderId = known.orderId();
        Row tip = orderId == null ? null : Tip.INDEX.find(table, tenantId, orderId);
        return new PaymentRecord(known, tip == null ? null : new Tip(tip));
    }

    /// Whether it was taken in, as held or as charged.
    public boolean hasCome() {
        return isTaken;
    }

    /// Whether it is known to be charged.
    public boolean isCaptured() {
        return isTaken && (money == null || money.stage() == BookedPayment.Stage.CAPTURED);
    }

    /// Whether it is known that no money is held any more.
    public boolean isHoldOver() {
        return early.isHoldOver() || (isTaken && (money == null || money.stage() != BookedPayment.Stage.HELD));
    }

    /// Whether as much as this is known to be refunded, or all there is. A disputed part is no refund.
    ///
    /// @param told when the processor told it: the refunds that failed since are known to be none
    public boolean hasGivenBack(BigDecimal total, Instant told) {
        BigDecimal left = total.subtract(failed.since(told));
        if (!isTaken) {
            return early.refunded().compareTo(left) >= 0;
        }
        return money == null || money.refunded().compareTo(left.min(money.amount())) >= 0;
    }

    /// Whether a refund is known to have failed.
    public boolean hasFailed(String refundId) {
        return failed.has(refundId) || (isTaken && money == null);
    }

    /// Whether it is known to be disputed, or that nothing is left to dispute, or that the dispute was won since.
    ///
    /// @param told when the processor told of the dispute
    public boolean isDisputed(Instant told) {
        if (!isTaken) {
            return early.isDisputed();
        }
        return money == null || isAllBack(money) || WonDisputes.isWonSince(row, told);
    }

    /// Whether it is known that none of its money is the streamer's: it was not charged, or all of it went back.
    public boolean hasNothingLeft() {
        return !isCaptured() || money == null || isAllBack(money);
    }

    private static boolean isAllBack(BookedPayment money) {
        return money.returned().compareTo(money.amount()) >= 0;
    }

    /// Whether it is known that a dispute was won. There is none of a payment that has not come.
    ///
    /// @param told when the processor told that it was
    public boolean hasWonDispute(Instant told) {
        return !isTaken || money == null || WonDisputes.isWonSince(row, told);
    }
}
