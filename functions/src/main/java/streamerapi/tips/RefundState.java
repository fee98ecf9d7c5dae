package streamerapi.tips;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.connectors.Connector;
import streamerapi.shared.connectors.Processor;
import streamerapi.shared.effects.Effect;
import streamerapi.shared.effects.EffectAction;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Write;
import streamerapi.tts.Tip;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/// The refunds of a paid tip: what its processor gave back, and what it was asked to give back and has not yet told of.
///
/// @param paid the tip's amount
/// @param returned the sum that went back, 0 or more: refunds and disputes
/// @param disputed how much of that the donor took back
/// @param asked the refunds that were asked for and not told of, by their numbers
/// @param revision how often this changed: a change is made on the condition that it is the same still
record RefundState(
        BigDecimal paid, BigDecimal returned, BigDecimal disputed, SortedMap<Long, BigDecimal> asked, long revision) {

    private static final Attribute<Map<String, Object>> ASKED = Attribute.map("refunds_asked");
    static final Attribute.Whole REVISION = Attribute.whole("refund_revision");

    /// The refunds of a paid tip.
    static RefundState of(Tip tip) {
        SortedMap<Long, BigDecimal> asked = new TreeMap<>();
        tip.row().get(ASKED).forEach((number, amount) -> asked.put(Long.valueOf(number), (BigDecimal) amount));
        return of(
                Objects.requireNonNull(tip.amount()),
                tip.refunded(),
                Objects.requireNonNullElse(tip.find(BookedPayment.DISPUTED), BigDecimal.ZERO),
                asked,
                tip.row().get(REVISION));
    }

    /// The refunds of a payment whose tip was blocked.
    static RefundState of(BookedPayment blocked) {
        return of(blocked.amount(), blocked.returned(), blocked.disputed(), new TreeMap<>(), 0);
    }

    /// All of a hold can be told to be back before a part of it is captured: no more than that part is back then.
    private static RefundState of(
            BigDecimal paid,
            BigDecimal returned,
            BigDecimal disputed,
            SortedMap<Long, BigDecimal> asked,
            long revision) {
        BigDecimal back = returned.min(paid);
        return new RefundState(paid, back, disputed.min(back), asked, revision);
    }

    /// The refunds that are no disputes.
    BigDecimal refunded() {
        return returned.subtract(disputed);
    }

    /// The amount that the processor has not given back.
    BigDecimal left() {
        return paid.subtract(returned);
    }

    /// The amount that can still be asked for.
    private BigDecimal refundable() {
        return asked.values().stream().reduce(left(), BigDecimal::subtract);
    }

    /// A refund that is asked for.
    ///
    /// @param state with the refund
    /// @param effect asks the processor
    record Asked(RefundState state, Effect effect) {}

    /// Asks for a refund.
    ///
    /// @param amount null for all that is left
    /// @throws Problem `not_refundable` if nothing is left; `bad_request` for more than is left
    Asked ask(Tip tip, @Nullable BigDecimal amount) {
        BigDecimal refundable = refundable();
        if (refundable.signum() <= 0) {
            throw Problem.of(ErrorCode.NOT_REFUNDABLE);
        }
        if (amount != null && amount.compareTo(refundable) > 0) {
            throw Problem.badField(
                    "amount", "amount must be at most what is left to refund, " + refundable.toPlainString());
        }
        long number = revision + 1;
        SortedMap<Long, BigDecimal> more = new TreeMap<>(asked);
        more.put(number, amount == null ? refundable : amount);
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        data.put(HeldTip.PAYMENT_ID.name(), tip.find(HeldTip.PAYMENT_ID));
        data.put("amount", amount);
        Connector processor = Processor.of(tip.source()).orElseThrow().connector();
        return new Asked(
                new RefundState(paid, returned, disputed, more, number),
                new Effect(Refunds.subject(tip.orderId(), number), EffectAction.REFUND, processor, data));
    }

    /// The state after the processor told of money that went back, at most all that is left. It is taken from the
    /// refunds that were asked for, the oldest first. Processors promise no order, but refund nothing that is disputed:
    /// a refund that is told after a dispute was before it, and the dispute took that much less.
    ///
    /// @param isDisputed whether the donor took it back
    /// @return this state if nothing changes
    RefundState given(BigDecimal amount, boolean isDisputed) {
        BigDecimal given = amount.min(left());
        BigDecimal moreDisputed =
                isDisputed ? given : amount.subtract(given).min(disputed).negate();
        if (given.signum() == 0 && moreDisputed.signum() == 0) {
            return this;
        }
        return new RefundState(paid, returned.add(given), disputed.add(moreDisputed), without(given), revision + 1);
    }

    /// The refunds that are still asked for once the processor told of an amount, the oldest first.
    private SortedMap<Long, BigDecimal> without(BigDecimal amount) {
        SortedMap<Long, BigDecimal> open = new TreeMap<>();
        BigDecimal rest = amount;
        for (Map.Entry<Long, BigDecimal> refund : asked.entrySet()) {
            BigDecimal told = refund.getValue().min(rest);
            rest = rest.subtract(told);
            if (told.compareTo(refund.getValue()) < 0) {
                open.put(refund.getKey(), refund.getValue().subtract(told));
            }
        }
        return open;
    }

    /// The state after the processor told once more of the same refunds.
    ///
    /// @return a later state
    RefundState again() {
        return new RefundState(paid, returned, disputed, asked, revision + 1);
    }

    /// The state after the processor refused a refund.
    RefundState refused(long number) {
        SortedMap<Long, BigDecimal> open = new TreeMap<>(asked);
        open.remove(number);
        return new RefundState(paid, returned, disputed, open, revision + 1);
    }

    /// The state after a refund failed. Money that failed to go back because of a dispute is disputed: a dispute takes
    /// all that was left. If the refund was not booked, because its failure was told first, it is asked for no more.
    ///
    /// @param booked the part of it that is booked still ([FailedRefunds#booked])
    /// @return a later state in any case
    RefundState failed(BigDecimal amount, BigDecimal booked) {
        BigDecimal back = booked.min(refunded());
        SortedMap<Long, BigDecimal> open = without(amount.subtract(back));
        return disputed.signum() > 0
                ? new RefundState(paid, returned, disputed.add(back), open, revision + 1)
                : new RefundState(paid, returned.subtract(back), disputed, open, revision + 1);
    }

    /// The state after a dispute was decided for the streamer.
    RefundState disputeWon() {
        return new RefundState(paid, refunded(), BigDecimal.ZERO, asked, revision + 1);
    }

    /// The tip with these refunds.
    Tip on(Tip tip) {
        return tip.with(Tip.REFUNDED, noneIfZero(returned))
                .with(BookedPayment.DISPUTED, noneIfZero(disputed))
                .with(ASKED, stored())
                .with(REVISION, revision);
    }

    /// The update of a tip's row with these refunds.
    ///
    /// @param before those that were read
    Write on(Write update, RefundState before) {
        return update.set(Tip.REFUNDED, noneIfZero(returned))
                .set(BookedPayment.DISPUTED, noneIfZero(disputed))
                .set(ASKED, stored())
                .set(REVISION, revision)
                .when(Condition.all(Condition.rowExists(), before.unchanged()));
    }

    private static @Nullable BigDecimal noneIfZero(BigDecimal amount) {
        return amount.signum() == 0 ? null : amount;
    }

    private Condition unchanged() {
        return unchanged(revision);
    }

    /// The condition that a tip's refunds are as they were read.
    static Condition unchanged(Row tip) {
        return unchanged(tip.get(REVISION));
    }

    private static Condition unchanged(long revision) {
        return revision == 0 ? Condition.absent(REVISION) : Condition.equal(REVISION, revision);
    }

    private @Nullable Map<String, Object> stored() {
        Map<String, Object> stored = new LinkedHashMap<>();
        asked.forEach((number, amount) -> stored.put(number.toString(), amount));
        return stored.isEmpty() ? null : stored;
    }
}
