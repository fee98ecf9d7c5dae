package streamerapi.tips;

import streamerapi.settings.Settings;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;
import streamerapi.tts.Tip;

/// Payments that are captured after their tip was decided (contract "Ingest"): who is charged has their tip or their
/// money back.
final class LateCaptures {

    private final Table table;
    private final Decisions decisions;

    LateCaptures(Table table, Decisions decisions) {
        this.table = table;
        this.decisions = decisions;
    }

    /// Lets a tip in that had expired, once. A moderator's approval still holds. Without one, the tip waits for a
    /// moderator again if a paid tip with its text would. It counts with the amount that was not given back meanwhile.
    /// A tip that was archived comes back from there.
    Outcome<?> letIn(String tenantId, HeldTip held) {
        if (held.isLate() || RefundState.of(held.tip()).left().signum() == 0) {
            return Outcome.empty();
        }
        PendingDecision pending = held.pending();
        boolean isApproved = pending != null && pending.decision() == HeldTip.Decision.APPROVED;
        Condition asSeen = asDecided(held, HeldTip.Decision.EXPIRED);
        HeldTip late = held.late();
        Outcome<?> warned = Outcome.empty().emitting(PaymentWarnings.lateCapture(held));
        Key archived = held.tip().key();
        Key home = Keys.tip(tenantId, held.tip().orderId());
        if (!archived.equals(home)) {
            late = late.at(home);
            warned = warned.and(Outcome.empty().writing(Write.delete(archived).when(asSeen)));
            asSeen = Condition.noRow();
        }
        if (!isApproved && mustWait(tenantId, held.tip())) {
            return warned.and(late.reopened(asSeen));
        }
        boolean toTts = pending == null || !isApproved || pending.allowTts();
        return warned.and(decisions.admit(tenantId, late, asSeen, new Decisions.Admission(toTts, null)));
    }

    /// Whether a paid tip with the texts of this one would wait for a moderator, be changed or be kept out. A tip that
    /// the account's moderation service would be asked about waits too.
    private boolean mustWait(String tenantId, Tip tip) {
        Settings settings = Settings.read(table, tenantId);
        return settings.holdAll() || settings.moderation().enabled() || FilterResult.matches(tip, settings);
    }

    /// Asks for the money of a tip that was rejected, once.
    Outcome<?> giveBack(HeldTip held) {
        RefundState refunds = RefundState.of(held.tip());
        if (held.payment() == PaymentState.CAPTURED || refunds.left().signum() == 0) {
            return Outcome.empty();
        }
        RefundState.Asked asked = refunds.ask(held.tip(), null);
        Write captured = asked.state()
                .on(Write.update(held.tip().key()), refunds)
                .set(HeldTip.PAYMENT_STATE, PaymentState.CAPTURED)
                .set(Tip.AMOUNT, held.tip().amount())
                .alsoWhen(asDecided(held, HeldTip.Decision.REJECTED));
        return Outcome.empty()
                .writing(captured)
                .asking(asked.effect())
                .emitting(PaymentWarnings.capturedAfterRejection(held.tip().orderId(), held.paymentId()));
    }

    private static Condition asDecided(HeldTip held, HeldTip.Decision decision) {
        return Condition.all(
                Condition.equal(HeldTip.DECISION, decision),
                Condition.equal(HeldTip.PAYMENT_STATE, held.payment()),
                Condition.absent(HeldTip.LATE_CAPTURE),
                held.tip().notErasedSince(),
                RefundState.unchanged(held.tip().row()));
    }
}
