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
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.PaymentKeys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;

import java.util.LinkedHashMap;
import java.util.Map;

/// The intake of the payment processors' messages (contract "Ingest"): each payment is one tip, however many messages
/// tell of it and under any ids. Payments are also taken while tipping is closed: the donor has paid already.
///
/// A payment's row says which tip it became; it is written in the tip's own transaction.
public final class PaymentIntake {

    static final Attribute<String> ORDER_ID = Attribute.text("order_id");

    /// The attribute of a payment that was held for a tip which the filter blocked: the tip's id.
    private static final Attribute<String> BLOCKED_HOLD = Attribute.text("blocked_hold");

    private static final Map<String, Object> NOTHING_MORE = Map.of();
    private static final Map<String, Object> BLOCKED = Map.of("blocked", true);

    private final Table table;
    private final TipIntake intake;
    private final HeldPayments payments;
    private final Refunds refunds;

    public PaymentIntake(Table table, TipIntake intake, HeldPayments payments, Refunds refunds) {
        this.table = table;
        this.intake = intake;
        this.payments = payments;
        this.refunds = refunds;
    }

    /// These types, and those of payments.
    public IngestTypes addedTo(IngestTypes types) {
        return types.with(Connector.PROCESSORS, "payment.captured", this::captured)
                .with(Connector.PROCESSORS, "payment.held", this::held)
                .with(Connector.PROCESSORS, "payment.hold_expired", this::holdExpired)
                .with(Connector.PROCESSORS, "payment.refunded", refunds::refunded)
                .with(Connector.PROCESSORS, "payment.disputed", refunds::disputed);
    }

    /// The payment that a message is about, or null if it is not known.
    static @Nullable Row find(Table table, IngestMessage message, String paymentId) {
        return table.get(key(message, paymentId));
    }

    private static Key key(IngestMessage message, String paymentId) {
        return PaymentKeys.payment(message.tenantId(), message.source().label(), paymentId);
    }

    /// The donor was charged: the payment is a tip, or the payment of a tip that was held.
    private Outcome<Map<String, Object>> captured(IngestMessage message) {
        Payment payment = Payment.of(message);
        Row known = find(table, message, payment.id());
        if (known == null) {
            return take(message, payment, PaymentState.CAPTURED);
        }
        String orderId = known.find(ORDER_ID);
        return orderId == null
                ? capturedThoughBlocked(message, payment, known)
                : payments.captured(message.tenantId(), orderId).map(changed -> NOTHING_MORE);
    }

    /// A payment that was to be released, because the filter had blocked its tip, was captured all the same: it is
    /// asked back, once.
    private static Outcome<Map<String, Object>> capturedThoughBlocked(
            IngestMessage message, Payment payment, Row known) {
        String orderId = known.find(BLOCKED_HOLD);
        if (orderId == null) {
            return Outcome.of(BLOCKED);
        }
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        data.put(HeldTip.PAYMENT_ID.name(), payment.id());
        data.put("amount", null);
        return Outcome.of(BLOCKED)
                .writing(Write.update(known.key()).remove(BLOCKED_HOLD).when(Condition.exists(BLOCKED_HOLD)))
                .asking(new Effect(Refunds.subject(orderId, 1), EffectAction.REFUND, message.source(), data))
                .emitting(PaymentWarnings.capturedAfterRejection(orderId, payment.id()));
    }

    /// The processor holds the money: the tip waits for a moderator's decision, which captures or releases it.
    private Outcome<Map<String, Object>> held(IngestMessage message) {
        Payment payment = Payment.of(message);
        Row known = find(table, message, payment.id());
        return known == null
                ? take(message, payment, PaymentState.HELD)
                : Outcome.of(known.has(ORDER_ID) ? NOTHING_MORE : BLOCKED);
    }

    /// The processor does not hold the money any more, and the donor was not charged.
    private Outcome<Map<String, Object>> holdExpired(IngestMessage message) {
        Row known = find(table, message, Payment.id(Payment.data(message)));
        String orderId = known == null ? null : known.find(ORDER_ID);
        return orderId == null
                ? Outcome.of(NOTHING_MORE)
                : payments.holdExpired(message.tenantId(), orderId).map(decided -> NOTHING_MORE);
    }

    private Outcome<Map<String, Object>> take(IngestMessage message, Payment payment, PaymentState state) {
        Outcome<TipIntake.Taken> taken = tip(message, payment, state);
        return switch (taken.value()) {
            case TipIntake.Taken.Entered entered ->
                remembered(message, payment, entered.tip().orderId(), taken);
            case TipIntake.Taken.Held held -> remembered(message, payment, held.orderId(), taken);
            case TipIntake.Taken.Blocked blocked ->
                state == PaymentState.HELD
                        ? remembered(message, payment, null, blocked.orderId(), taken)
                                .asking(HeldPayments.releaseOfBlocked(
                                        blocked.orderId(), message.processor(), payment.id()))
                        : remembered(message, payment, null, taken);
        };
    }

    private static Outcome<Map<String, Object>> remembered(
            IngestMessage message, Payment payment, @Nullable String orderId, Outcome<TipIntake.Taken> taken) {
        return remembered(message, payment, orderId, null, taken);
    }

    private static Outcome<Map<String, Object>> remembered(
            IngestMessage message,
            Payment payment,
            @Nullable String orderId,
            @Nullable String blockedHold,
            Outcome<TipIntake.Taken> taken) {
        Write remember = Write.put(Row.of(key(message, payment.id()))
                        .with(ORDER_ID, orderId)
                        .with(BLOCKED_HOLD, blockedHold))
                .when(Condition.noRow());
        return taken.map(tip -> orderId == null ? BLOCKED : NOTHING_MORE).writing(remember);
    }

    /// The money is real, so a video that cannot be played does not keep the tip out.
    private Outcome<TipIntake.Taken> tip(IngestMessage message, Payment payment, PaymentState state) {
        String source = message.source().label();
        String tenantId = message.tenantId();
        try {
            return intake.take(
                    intake.filter(tenantId, payment.tip(source, state, payment.media())), message.externalCalls());
        } catch (Problem problem) {
            if (problem.code() != ErrorCode.INVALID_MEDIA) {
                throw problem;
            }
            return intake.take(intake.filter(tenantId, payment.tip(source, state, null)), message.externalCalls());
        }
    }
}
