package streamerapi.tips;

import streamerapi.shared.events.Outcome;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Write;
import streamerapi.tips.TipRefunded.Reason;
import streamerapi.tts.Tip;

import java.math.BigDecimal;
import java.time.Instant;

/// Handles tips whose end was reported before they came ([EarlyEnd]), with the same result as in order.
final class EarlyEnds {

    private EarlyEnds() {}

    /// A tip that would wait, and whose money has gone back before it came, or is not held any more: it is decided at
    /// once, and its video is dropped.
    static Outcome<TipIntake.Taken> decided(
            Tip tip, HeldTip.Reason reason, boolean hasMedia, NewTip.Paying paying, Instant now) {
        HeldTip held = HeldTip.waiting(tip, reason, hasMedia, paying.state(), now);
        HeldTip decided = paying.early().isMoneyBack()
                ? held.decided(
                        HeldTip.Decision.REJECTED,
                        (paying.early().isDisputed() ? Reason.DISPUTED : Reason.REFUNDED).label(),
                        now)
                : held.withoutPayment().decided(HeldTip.Decision.EXPIRED, null, now);
        return Outcome.<TipIntake.Taken>of(new TipIntake.Taken.Held(tip.orderId()))
                .writing(Write.put(decided.tip().nowhere().row()).when(Condition.noRow()))
                .emitting(HeldTip.EVENT, held)
                .emitting(TipReviewed.EVENT, TipReviewed.of(decided, false, false));
    }

    /// The result for a tip, with the events of refunds that were reported before it.
    static Outcome<TipIntake.Taken> withRefunds(
            Outcome<TipIntake.Taken> taken, String tenantId, Tip tip, NewTip sent, Instant now) {
        NewTip.Paying paying = sent.paying();
        BigDecimal amount = sent.amount();
        if (paying == null || amount == null) {
            return taken;
        }
        BigDecimal refunded = paying.early().refundedOf(amount);
        BigDecimal disputed = paying.early().disputedOf(amount);
        Outcome<TipIntake.Taken> result = taken;
        if (refunded.signum() > 0) {
            result = Refunds.told(result, tenantId, tip, refunded, Reason.REFUNDED, now);
        }
        if (disputed.signum() > 0) {
            result = Refunds.told(result, tenantId, tip, disputed, Reason.DISPUTED, now);
        }
        return result;
    }

    /// A tip with its payment, and with the refunds that were told before it.
    static Tip paid(Tip tip, NewTip sent, NewTip.Paying paying) {
        BigDecimal amount = sent.amount();
        EarlyEnd early = paying.early();
        Tip paid = new Tip(early.failed()
                .on(tip.with(HeldTip.PAYMENT_ID, paying.id())
                        .with(BookedPayment.MODE, paying.mode())
                        .row()));
        if (amount == null || !early.isMoneyBack()) {
            return paid;
        }
        BigDecimal disputed = early.disputedOf(amount);
        return paid.with(Tip.REFUNDED, early.refundedOf(amount).add(disputed))
                .with(BookedPayment.DISPUTED, disputed.signum() == 0 ? null : disputed);
    }
}
