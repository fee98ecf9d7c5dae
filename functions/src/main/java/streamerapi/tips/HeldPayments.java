package streamerapi.tips;

import streamerapi.effects.EffectHandler;
import streamerapi.shared.connectors.Processor;
import streamerapi.shared.effects.CapturedSum;
import streamerapi.shared.effects.Effect;
import streamerapi.shared.effects.EffectAction;
import streamerapi.shared.effects.EffectResult;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.TableReader;
import streamerapi.shared.storage.Write;
import streamerapi.tts.Tip;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Objects;

/// The money that a processor holds for a tip. A moderator's decision asks the processor to capture or to release it,
/// and what is known first decides the tip, once: the result of that request, or the processor's own message.
public final class HeldPayments implements EffectHandler {

    /// How long a card's hold lasts: the card networks let a payment be captured for so long.
    private static final Duration CARD_HOLD = Duration.ofDays(7);

    /// How long a wallet's hold lasts: PayPal's authorizations end after 29 days.
    private static final Duration WALLET_HOLD = Duration.ofDays(29);

    /// How long a wallet's hold is sure to be captured: PayPal's honour period. A later capture is tried, and can fail.
    private static final Duration WALLET_HONOURED = Duration.ofDays(3);

    private static final String TIP = "tip:";
    private static final String BLOCKED = "blocked:";

    private final TableReader table;
    private final Decisions decisions;
    private final LateCaptures late;
    private final InstantSource clock;

    HeldPayments(TableReader table, Decisions decisions, LateCaptures late, InstantSource clock) {
        this.table = table;
        this.decisions = decisions;
        this.late = late;
        this.clock = clock;
    }

    /// How long a tip can wait with its payment held. A tip that is undecided by then has expired.
    ///
    /// @param source of the tip: the processor's label
    public static Duration timeout(String source) {
        return isOfWallet(source) ? WALLET_HOLD : CARD_HOLD;
    }

    /// How long a payment on hold is sure to be captured.
    static Duration honoured(String source) {
        return isOfWallet(source) ? WALLET_HONOURED : CARD_HOLD;
    }

    private static boolean isOfWallet(String source) {
        return source.equals(Processor.WALLET.label());
    }

    /// The subject of effects about the hold of a tip's payment.
    static String subject(String orderId) {
        return TIP + orderId;
    }

    /// The release of the payment of a tip that was blocked.
    static Effect releaseOfBlocked(String orderId, Processor processor, String paymentId) {
        return new Effect(
                BLOCKED + orderId,
                EffectAction.RELEASE,
                processor.connector(),
                Map.of(HeldTip.PAYMENT_ID.name(), paymentId));
    }

    @Override
    public boolean isOpen(String tenantId, Effect effect) {
        if (effect.subject().startsWith(BLOCKED)) {
            return true;
        }
        HeldTip held = HeldTip.find(table, tenantId, orderId(effect));
        if (held == null) {
            return false;
        }
        return effect.action() == EffectAction.CAPTURE
                ? !held.isDecided() && held.payment() == PaymentState.CAPTURING
                : held.payment() == PaymentState.HELD;
    }

    @Override
    public Outcome<?> settle(String tenantId, Effect effect, EffectResult result) {
        if (effect.subject().startsWith(BLOCKED)) {
            String orderId = effect.subject().substring(BLOCKED.length());
            return warning(Outcome.empty(), effect, orderId, result);
        }
        return effect.action() == EffectAction.CAPTURE
                ? captureSettled(tenantId, effect, result)
                : releaseSettled(tenantId, effect, result);
    }

    /// Decides about the result of a capture. The tip counts with the sum that the processor charged, if it tells it:
    /// the payment can have been captured in part before.
    Outcome<HeldTip.Decision> captureSettled(String tenantId, Effect capture, EffectResult result) {
        HeldTip found = Objects.requireNonNull(HeldTip.find(table, tenantId, orderId(capture)));
        CapturedSum sum = CapturedSum.of(result);
        HeldTip held = sum == null ? found : charged(found, sum);
        boolean isDone = result instanceof EffectResult.Done;
        if (held.isDecided()) {
            return isDone ? captured(tenantId, held).map(changed -> held.decision()) : Outcome.of(held.decision());
        }
        PendingDecision pending = held.pending();
        if (pending == null || held.payment() != PaymentState.CAPTURING) {
            return Outcome.of(HeldTip.Decision.CAPTURING);
        }
        return switch (result) {
            case EffectResult.Done done -> approved(tenantId, held, pending);
            case EffectResult.Refused refused ->
                decisions
                        .keepOut(
                                tenantId,
                                held,
                                held.with(PaymentState.HELD).decided(HeldTip.Decision.EXPIRED, null, clock.instant()))
                        .by(pending.actor());
            case EffectResult.Unknown unknown -> Outcome.of(HeldTip.Decision.CAPTURING);
            case EffectResult.GivenUp givenUp ->
                warning(Outcome.of(HeldTip.Decision.CAPTURING), capture, orderId(capture), result);
        };
    }

    private Outcome<HeldTip.Decision> approved(String tenantId, HeldTip held, PendingDecision pending) {
        return decisions
                .letIn(tenantId, held, held.with(PaymentState.CAPTURED), pending.allowTts(), pending.allowMedia())
                .by(pending.actor());
    }

    /// Decides about the result of a release. A tip that waits for it is decided by its first result, whatever that is;
    /// a release that is asked for again changes the payment's state alone.
    Outcome<HeldTip.Decision> releaseSettled(String tenantId, Effect release, EffectResult result) {
        HeldTip held = Objects.requireNonNull(HeldTip.find(table, tenantId, orderId(release)));
        boolean isDone = result instanceof EffectResult.Done;
        PendingDecision pending = held.pending();
        Outcome<HeldTip.Decision> outcome;
        if (held.isDecided()) {
            outcome = Outcome.of(held.decision());
            if (isDone && held.payment() == PaymentState.HELD) {
                outcome = outcome.writing(released(held));
            }
        } else if (pending == null) {
            outcome = Outcome.of(HeldTip.Decision.EXPIRED);
        } else {
            HeldTip paid = isDone ? held.withoutPayment() : held;
            outcome = decisions
                    .keepOut(tenantId, held, paid.decided(pending.decision(), pending.reason(), clock.instant()))
                    .by(pending.actor());
        }
        return warning(outcome, release, orderId(release), result);
    }

    private static Write released(HeldTip held) {
        return Write.update(held.tip().key())
                .set(HeldTip.PAYMENT_STATE, PaymentState.NONE)
                .set(HeldTip.PAYMENT_RELEASED, true)
                .when(Condition.equal(HeldTip.PAYMENT_STATE, PaymentState.HELD));
    }

    /// The outcome, with a warning if the processor is asked no more and has not said that it did it.
    private static <T> Outcome<T> warning(Outcome<T> outcome, Effect effect, String orderId, EffectResult result) {
        return result instanceof EffectResult.GivenUp givenUp
                ? outcome.emitting(PaymentWarnings.failed(effect, orderId, givenUp.reason()))
                : outcome;
    }

    /// Handles the processor's notice that a tip's payment was captured. The tip counts with the sum that was: a
    /// streamer can capture a part of a hold at the processor.
    ///
    /// @throws Problem `unavailable` while the processor is asked to release it, which decides the tip within seconds
    Outcome<?> captured(String tenantId, String orderId, Payment payment) {
        HeldTip held = HeldTip.find(table, tenantId, orderId);
        return held == null
                ? Outcome.empty()
                : captured(tenantId, charged(held, payment.charged(held.tip().currency())));
    }

    /// The tip with the sum that its donor was charged.
    private static HeldTip charged(HeldTip held, CapturedSum sum) {
        Tip tip = held.tip();
        BigDecimal amount = sum.orHeld(Objects.requireNonNull(tip.amount()), tip.currency());
        return new HeldTip(tip.with(Tip.AMOUNT, amount));
    }

    private Outcome<?> captured(String tenantId, HeldTip held) {
        if (held.isDecided()) {
            return switch (held.decision()) {
                case APPROVED, CAPTURING -> Outcome.empty();
                case EXPIRED -> late.letIn(tenantId, held);
                case REJECTED -> late.giveBack(held);
            };
        }
        PendingDecision pending = held.pending();
        return switch (held.payment()) {
            case NONE, CAPTURED -> Outcome.empty();
            case CAPTURING -> approved(tenantId, held, Objects.requireNonNull(pending));
            case HELD -> {
                if (pending != null) {
                    throw Problem.of(ErrorCode.UNAVAILABLE);
                }
                yield Outcome.empty()
                        .writing(Write.update(held.tip().key())
                                .set(HeldTip.PAYMENT_STATE, PaymentState.CAPTURED)
                                .set(Tip.AMOUNT, held.tip().amount())
                                .when(held.stillUndecided()));
            }
        };
    }

    /// Handles the processor's notice that it does not hold a tip's payment any more: a tip that waits for a decision,
    /// or for its capture, has expired.
    ///
    /// @throws Problem as of [#captured]
    Outcome<?> holdExpired(String tenantId, String orderId) {
        HeldTip held = HeldTip.find(table, tenantId, orderId);
        if (held == null || held.isDecided() || !held.payment().isOnHold()) {
            return Outcome.empty();
        }
        if (held.payment() == PaymentState.HELD && held.pending() != null) {
            throw Problem.of(ErrorCode.UNAVAILABLE);
        }
        HeldTip expired = held.withoutPayment().decided(HeldTip.Decision.EXPIRED, null, clock.instant());
        return decisions.keepOut(tenantId, held, expired);
    }

    private static String orderId(Effect effect) {
        return effect.subject().substring(TIP.length());
    }
}
