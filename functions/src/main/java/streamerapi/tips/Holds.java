package streamerapi.tips;

import streamerapi.connectors.Connector;
import streamerapi.connectors.Connectors;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.PaymentKeys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;
import streamerapi.tts.Tip;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// The money that a processor holds for a tip, captured or released as a moderator decides.
///
/// A processor is asked before the decision is committed, because the decision depends on its answer. So that two
/// decisions do not ask for both, the one that asks claims the tip first; what the processor did is noted in the tip's
/// row at once. A claim whose process died ends after 30 seconds, and the next decision goes on from what was noted.
public final class Holds {

    /// How long a tip can wait with its payment held: as long as the card networks let a payment be captured. What is
    /// undecided by then has expired.
    public static final Duration TIMEOUT = Duration.ofDays(7);

    /// Longer than a function runs.
    private static final Duration CLAIM_TIMEOUT = Duration.ofSeconds(30);

    private final Table table;
    private final Connectors connectors;
    private final InstantSource clock;

    public Holds(Table table, Connectors connectors, InstantSource clock) {
        this.table = table;
        this.connectors = connectors;
        this.clock = clock;
    }

    /// Captures the money of a tip; the tip as it is then: with its payment captured, or, if the processor did not do
    /// it, held still.
    ///
    /// @param by whose decision it is: a request's id, the same if the request is decided again
    /// @throws Problem `already_resolved` if another decision is under way, or was made
    HeldTip capture(HeldTip held, String by) {
        HeldTip claimed = claim(held, by);
        return call(claimed, "payment.capture") ? note(claimed, PaymentState.CAPTURED, by) : claimed;
    }

    /// Releases the money of a tip; the tip as it is then: without a payment, or, if the processor did not do it, with
    /// the payment held still.
    ///
    /// @param by as of [#capture]
    /// @throws Problem `already_resolved` if another decision is under way, or was made
    HeldTip release(HeldTip held, String by) {
        HeldTip claimed = claim(held, by);
        return call(claimed, "payment.release") ? note(claimed, PaymentState.NONE, by) : claimed;
    }

    /// Notes that the money of a tip that was blocked is to be released.
    static Write toRelease(String tenantId, String orderId, Connector processor, String paymentId) {
        return Write.put(Row.of(PaymentKeys.blocked(tenantId, orderId))
                .with("source", processor.label())
                .with(HeldTip.PAYMENT_ID, paymentId));
    }

    /// Releases the money of a tip that was blocked, if that is noted. A processor that is not connected cannot
    /// be asked: the hold ends by itself.
    ///
    /// @throws IllegalStateException if the processor did not do it, and is to be asked again
    void releaseBlocked(String tenantId, String orderId) {
        Row noted = table.get(PaymentKeys.blocked(tenantId, orderId));
        if (noted != null) {
            if (call(tenantId, noted, "payment.release") == Connectors.Result.FAILED) {
                throw new IllegalStateException("the processor did not release the payment of a blocked tip");
            }
            table.write(List.of(Write.delete(noted.key())));
        }
    }

    private HeldTip claim(HeldTip held, String by) {
        Instant now = clock.instant();
        Table.Updated claimed = table.update(Write.update(held.tip().row().key())
                .set(HeldTip.CLAIMED_BY, by)
                .set(HeldTip.CLAIMED_UNTIL, now.plus(CLAIM_TIMEOUT))
                .when(Condition.all(
                        held.tip().stillThere(),
                        Condition.absent(HeldTip.DECISION),
                        Condition.equal(HeldTip.PAYMENT_STATE, PaymentState.HELD.label()),
                        Condition.any(
                                Condition.absent(HeldTip.CLAIMED_UNTIL),
                                Condition.below(HeldTip.CLAIMED_UNTIL, now),
                                Condition.equal(HeldTip.CLAIMED_BY, by)))));
        if (!claimed.done()) {
            throw Problem.of(ErrorCode.ALREADY_RESOLVED);
        }
        return new HeldTip(new Tip(Objects.requireNonNull(claimed.row())));
    }

    private boolean call(HeldTip held, String action) {
        return call(held.tenantId(), held.tip().row(), action) == Connectors.Result.DONE;
    }

    /// @param payment a row that names a processor and one of its payments
    private Connectors.Result call(String tenantId, Row payment, String action) {
        Connector processor = Connector.of(payment.text("source")).orElseThrow();
        return connectors.call(tenantId, processor, action, Map.of("payment_id", payment.text(HeldTip.PAYMENT_ID)));
    }

    /// Notes what became of the money. If the claim is another's by now, so is the decision.
    private HeldTip note(HeldTip held, PaymentState state, String by) {
        Table.Updated noted = table.update(Write.update(held.tip().row().key())
                .set(HeldTip.PAYMENT_STATE, state.label())
                .set(HeldTip.PAYMENT_RELEASED, state == PaymentState.NONE ? true : null)
                .when(Condition.equal(HeldTip.CLAIMED_BY, by)));
        if (!noted.done()) {
            throw Problem.of(ErrorCode.ALREADY_RESOLVED);
        }
        return new HeldTip(new Tip(Objects.requireNonNull(noted.row())));
    }
}
