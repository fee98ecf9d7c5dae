package streamerapi.tips;

import org.jspecify.annotations.Nullable;
import streamerapi.connectors.IngestMessage;
import streamerapi.connectors.IngestTypes;
import streamerapi.shared.connectors.Connector;
import streamerapi.shared.effects.Effect;
import streamerapi.shared.effects.EffectAction;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.storage.TableReader;

import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/// The intake of the payment processors' messages (contract "Ingest"): each payment is one tip, however many messages
/// tell of it and under any ids. Payments are also taken while tipping is closed: the donor has paid already.
///
/// A payment's row says which tip it became; it is written in the tip's own transaction.
public final class PaymentIntake {

    private static final Map<String, Object> NOTHING_MORE = Map.of();
    private static final Map<String, Object> BLOCKED = Map.of("blocked", true);

    /// How long a payment waits for the site of its video. It is told again every few minutes, eight times in all.
    private static final Duration VIDEO_PATIENCE = Duration.ofMinutes(10);

    private final TableReader table;
    private final TipIntake intake;
    private final HeldPayments payments;
    private final Refunds refunds;
    private final InstantSource clock;

    public PaymentIntake(
            TableReader table, TipIntake intake, HeldPayments payments, Refunds refunds, InstantSource clock) {
        this.table = table;
        this.intake = intake;
        this.payments = payments;
        this.refunds = refunds;
        this.clock = clock;
    }

    /// These types, and those of payments.
    public IngestTypes addedTo(IngestTypes types) {
        return types.with(Connector.PROCESSORS, "payment.captured", this::captured)
                .with(Connector.PROCESSORS, "payment.held", this::held)
                .with(Connector.PROCESSORS, "payment.hold_expired", this::holdExpired)
                .with(Connector.PROCESSORS, "payment.refunded", refunds::refunded)
                .with(Connector.PROCESSORS, "payment.disputed", refunds::disputed);
    }

    /// These types, and those that only a processor's own events become: how much was refunded in all, that a refund or
    /// a capture failed, and that a dispute was won.
    public IngestTypes ofProcessors(IngestTypes types) {
        return types.with(Connector.PROCESSORS, Refunds.IN_ALL, refunds::refundedInAll)
                .with(Connector.PROCESSORS, RefundFailures.TYPE, refunds.failures()::failed)
                .with(Connector.PROCESSORS, FailedCaptures.TYPE, new FailedCaptures(table, refunds, clock)::failed)
                .with(Connector.PROCESSORS, WonDisputes.TYPE, refunds.won()::won);
    }

    /// The donor was charged: the payment is a tip, or the payment of a tip that was held.
    private Outcome<Map<String, Object>> captured(IngestMessage message) {
        Payment payment = Payment.of(message);
        KnownPayment known = KnownPayment.find(table, message, payment.id());
        if (!known.isTaken()) {
            return take(message, payment, PaymentState.CAPTURED, known);
        }
        String orderId = known.orderId();
        return orderId == null
                ? capturedThoughBlocked(message, payment, known)
                : payments.captured(message.tenantId(), orderId, payment).map(changed -> NOTHING_MORE);
    }

    /// A payment that was to be released, because the filter had blocked its tip, was captured all the same: it is
    /// asked back, once.
    private static Outcome<Map<String, Object>> capturedThoughBlocked(
            IngestMessage message, Payment payment, KnownPayment known) {
        String orderId = known.blockedHold();
        if (orderId == null) {
            return Outcome.of(BLOCKED);
        }
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        data.put(HeldTip.PAYMENT_ID.name(), payment.id());
        data.put("amount", null);
        return Outcome.of(BLOCKED)
                .writing(known.capturedThoughBlocked(payment))
                .asking(new Effect(Refunds.subject(orderId, 1), EffectAction.REFUND, message.source(), data))
                .emitting(PaymentWarnings.capturedAfterRejection(orderId, payment.id()));
    }

    /// The processor holds the money: the tip waits for a moderator's decision, which captures or releases it.
    private Outcome<Map<String, Object>> held(IngestMessage message) {
        Payment payment = Payment.of(message);
        KnownPayment known = KnownPayment.find(table, message, payment.id());
        if (known.isTaken()) {
            return Outcome.of(known.orderId() == null ? BLOCKED : NOTHING_MORE);
        }
        boolean isCharged = known.early().isMoneyBack();
        return take(message, payment, isCharged ? PaymentState.CAPTURED : PaymentState.HELD, known);
    }

    /// The processor does not hold the money any more, and the donor was not charged.
    private Outcome<Map<String, Object>> holdExpired(IngestMessage message) {
        KnownPayment known = KnownPayment.find(table, message, Payment.id(message.body()));
        if (!known.isTaken()) {
            return Outcome.of(NOTHING_MORE).writing(known.told(known.early().holdOver(), clock.instant()));
        }
        String orderId = known.orderId();
        return orderId == null
                ? Outcome.of(NOTHING_MORE)
                : payments.holdExpired(message.tenantId(), orderId).map(decided -> NOTHING_MORE);
    }

    private Outcome<Map<String, Object>> take(
            IngestMessage message, Payment payment, PaymentState state, KnownPayment known) {
        Outcome<TipIntake.Taken> taken = tip(message, payment, payment.paying(state, known.early()));
        return switch (taken.value()) {
            case TipIntake.Taken.Entered entered ->
                taken.map(tip -> NOTHING_MORE).writing(known.taken(entered.tip().orderId()));
            case TipIntake.Taken.Held held -> taken.map(tip -> NOTHING_MORE).writing(known.taken(held.orderId()));
            case TipIntake.Taken.Blocked blocked -> {
                boolean isOver = known.early().isHoldOver();
                boolean isReleased = state == PaymentState.HELD && !isOver;
                BookedPayment money = Objects.requireNonNull(BookedPayment.of(blocked.tip()))
                        .at(
                                state == PaymentState.CAPTURED
                                        ? BookedPayment.Stage.CAPTURED
                                        : isOver ? BookedPayment.Stage.EXPIRED : BookedPayment.Stage.RELEASED);
                Outcome<Map<String, Object>> kept = taken.map(tip -> BLOCKED)
                        .writing(known.blocked(
                                payment.id(), state == PaymentState.HELD ? blocked.orderId() : null, money));
                if (isReleased) {
                    yield kept.asking(
                            HeldPayments.releaseOfBlocked(blocked.orderId(), message.processor(), payment.id()));
                }
                boolean isCharge =
                        state == PaymentState.CAPTURED && money.returned().compareTo(money.amount()) < 0;
                yield isCharge
                        ? kept.writing(PaymentWarnings.chargedThoughBlocked(
                                message.tenantId(), payment.id(), money, clock.instant()))
                        : kept;
            }
        };
    }

    /// The money is real, so a video that cannot be played does not keep the tip out, nor does a site that stays away.
    private Outcome<TipIntake.Taken> tip(IngestMessage message, Payment payment, NewTip.Paying paying) {
        String source = message.source().label();
        String tenantId = message.tenantId();
        try {
            return intake.take(
                    intake.filter(tenantId, payment.tip(source, paying, payment.media())), message.externalCalls());
        } catch (Problem problem) {
            boolean isGivenUp = problem.code() == ErrorCode.UNAVAILABLE
                    && clock.instant().isAfter(message.occurredAt().plus(VIDEO_PATIENCE));
            if (problem.code() != ErrorCode.INVALID_MEDIA && !isGivenUp) {
                throw problem;
            }
            return intake.take(intake.filter(tenantId, payment.tip(source, paying, null)), message.externalCalls());
        }
    }
}
