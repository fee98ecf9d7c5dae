package streamerapi.tips;

import streamerapi.leaderboard.Contribution;
import streamerapi.leaderboard.Leaderboard;
import streamerapi.ledger.Ledger;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Write;
import streamerapi.tts.CountedAs;
import streamerapi.tts.Tip;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Objects;
import java.util.stream.Stream;

/// The entries of a paid tip in the account's books: the ledger, which totals and goals are summed from, and the
/// leaderboard. A tip counts from the moment that it enters, and is dated so.
final class LedgerEntries {

    private LedgerEntries() {}

    /// Whether a tip has entered and counts.
    static boolean isCounted(Tip tip) {
        return tip.isPaid() && tip.amount() != null && tip.queuedAt() != null;
    }

    /// Whether a tip that enters adds to the books: not if all of it was given back before it came.
    static boolean hasEntries(Tip tip) {
        return isCounted(tip)
                && (tip.refunded().signum() == 0 || RefundState.of(tip).left().signum() > 0);
    }

    /// The condition that a paid tip counts as it did when it was read.
    static Condition unchanged(Tip tip) {
        return isCounted(tip) ? Condition.exists(Tip.QUEUED_AT) : Condition.absent(Tip.QUEUED_AT);
    }

    /// The entries of a tip that enters: its amount, less earlier refunds.
    static Write[] entries(String tenantId, Tip tip) {
        return entries(
                tenantId, tip, tip.orderId(), counted(tip, RefundState.of(tip).left()), 1);
    }

    /// The entries of a change of a tip's refunds, dated as the tip is. A tip of which nothing is left is none of the
    /// account's tips.
    ///
    /// @param tip as it was before the change
    /// @param id of the change
    /// @param after the refunds after it
    static Write[] givenBack(String tenantId, Tip tip, String id, RefundState after) {
        BigDecimal before = RefundState.of(tip).left();
        BigDecimal more = counted(tip, after.left()).subtract(counted(tip, before));
        return entries(tenantId, tip, id, more, after.left().signum() - before.signum());
    }

    /// The sum that a tip counts with while a part of its amount was not given back.
    private static BigDecimal counted(Tip tip, BigDecimal left) {
        CountedAs counted = CountedAs.of(tip);
        return counted == null ? left : counted.of(left, RefundState.of(tip).paid());
    }

    private static Write[] entries(String tenantId, Tip tip, String id, BigDecimal amount, int tips) {
        CountedAs counted = CountedAs.of(tip);
        String currency = counted == null ? tip.currency() : counted.currency();
        Instant at = Objects.requireNonNull(tip.queuedAt());
        Contribution contribution = new Contribution(
                tip.orderId(),
                at,
                currency,
                amount,
                tips,
                tip.name(),
                tip.platform(),
                tip.platformUserId(),
                tip.find(Leaderboard.DONOR));
        return Stream.of(
                        Ledger.entry(tenantId, currency, at, id, amount, tips),
                        Leaderboard.entry(tenantId, contribution))
                .flatMap(Stream::of)
                .toArray(Write[]::new);
    }
}
