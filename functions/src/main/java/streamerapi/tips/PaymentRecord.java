package streamerapi.tips;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.TableReader;
import streamerapi.tts.Tip;

import java.math.BigDecimal;

/// The account's rows about a payment.
public final class PaymentRecord {

    private final @Nullable BookedPayment money;
    private final EarlyEnd early;
    private final boolean isTaken;

    /// @param tip the tip that the payment became; null if it became none, or the tip was erased
    PaymentRecord(KnownPayment payment, @Nullable Tip tip) {
        this.money = tip == null ? payment.ofBlocked() : BookedPayment.of(tip);
        this.early = payment.early();
        this.isTaken = payment.isTaken();
    }

    /// The record of a payment.
    ///
    /// @param source of its tip: the processor's label
    public static PaymentRecord of(TableReader table, String tenantId, String source, String paymentId) {
        KnownPayment known = KnownPayment.find(table, tenantId, source, paymentId);
        String orderId = known.orderId();
        Row tip = orderId == null ? null : Tip.LANE.find(table, tenantId, orderId);
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
    public boolean hasGivenBack(BigDecimal total) {
        if (!isTaken) {
            return early.refunded().compareTo(total) >= 0;
        }
        return money == null || money.refunded().compareTo(total.min(money.amount())) >= 0;
    }

    /// Whether it is known to be disputed, or that nothing is left to dispute.
    public boolean isDisputed() {
        if (!isTaken) {
            return early.isDisputed();
        }
        return money == null || money.returned().compareTo(money.amount()) >= 0;
    }
}
