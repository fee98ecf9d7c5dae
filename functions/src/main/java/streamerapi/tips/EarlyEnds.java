package streamerapi.tips;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Write;
import streamerapi.tts.Tip;

import java.math.BigDecimal;
import java.time.Instant;

/// Tips whose end was told before they came ([EarlyEnd]): they come to the same as those that were told of in order.
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
                        paying.early().isDisputed() ? Refunds.DISPUTED : Refunds.REFUNDED,
                        now)
                : held.withoutPayment().decided(HeldTip.Decision.EXPIRED, null, now);
        return Outcome.<TipIntake.Taken>of(new TipIntake.Taken.Held(tip.orderId()))
                .writing(Write.put(decided.tip().nowhere().row()).when(Condition.noRow()))
                .emitting(HeldTip.EVENT, held)
                .emitting(TipReviewed.EVENT, TipReviewed.of(decided, false, false));
    }

    /// The events of refunds that were told before their tip.
    static Outcome<TipIntake.Taken> told(Outcome<TipIntake.Taken> taken, Tip tip, NewTip sent) {
        NewTip.Paying paying = sent.paying();
        BigDecimal amount = sent.amount();
        if (paying == null || amount == null) {
            return taken;
        }
        BigDecimal refunded = paying.early().refundedOf(amount);
        BigDecimal disputed = paying.early().disputedOf(amount);
        Outcome<TipIntake.Taken> told = refunded.signum() == 0
                ? taken
                : taken.emitting(TipRefunded.EVENT, Refunds.refunded(tip, refunded, Refunds.REFUNDED));
        return disputed.signum() == 0
                ? told
                : told.emitting(TipRefunded.EVENT, Refunds.refunded(tip, disputed, Refunds.DISPUTED));
    }

    /// How much of a tip was disputed before it came; null if nothing was.
    static @Nullable BigDecimal disputed(NewTip sent) {
        NewTip.Paying paying = sent.paying();
        BigDecimal amount = sent.amount();
        return paying == null || amount == null || !paying.early().isDisputed()
                ? null
                : paying.early().disputedOf(amount);
    }

    /// How much was given back of a tip before it came; null if nothing was.
    static @Nullable BigDecimal givenBack(NewTip sent) {
        NewTip.Paying paying = sent.paying();
        BigDecimal amount = sent.amount();
        return paying == null || amount == null || !paying.early().isMoneyBack()
                ? null
                : paying.early().refundedOf(amount).add(paying.early().disputedOf(amount));
    }
}
