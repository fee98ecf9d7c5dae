package streamerapi.tips;

import org.jspecify.annotations.Nullable;
import streamerapi.connectors.Connector;
import streamerapi.connectors.IngestMessage;
import streamerapi.connectors.IngestTypes;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.PaymentKeys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;

import java.util.Map;

/// What the payment processors tell (contract "Ingest"): each payment is one tip, however often and under whatever
/// message ids it is told of. Payments come in while tipping is closed too: who is paying already pays.
///
/// A payment's row says which tip it became; it is written in the tip's own transaction.
public final class PaymentIntake {

    static final String ORDER_ID = "order_id";

    private static final Map<String, Object> NOTHING_MORE = Map.of();
    private static final Map<String, Object> BLOCKED = Map.of("blocked", true);

    private final Table table;
    private final TipIntake intake;
    private final Review review;
    private final Refunds refunds;

    public PaymentIntake(Table table, TipIntake intake, Review review, Refunds refunds) {
        this.table = table;
        this.intake = intake;
        this.review = review;
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

    /// The donor was charged: the payment is a tip, or the payment of a tip that is held.
    private Outcome<Map<String, Object>> captured(IngestMessage message) {
        Payment payment = Payment.of(message);
        Row known = find(table, message, payment.id());
        if (known == null) {
            return take(message, payment, PaymentState.CAPTURED);
        }
        String orderId = known.textOrNull(ORDER_ID);
        return orderId == null
                ? Outcome.of(BLOCKED)
                : review.captured(message.tenantId(), orderId).map(changed -> NOTHING_MORE);
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
        String orderId = known == null ? null : known.textOrNull(ORDER_ID);
        return orderId == null
                ? Outcome.of(NOTHING_MORE)
                : review.holdExpired(message.tenantId(), orderId).map(decided -> NOTHING_MORE);
    }

    private Outcome<Map<String, Object>> take(IngestMessage message, Payment payment, PaymentState state) {
        Outcome<TipIntake.Taken> taken = tip(message, payment, state);
        return switch (taken.value()) {
            case TipIntake.Taken.Entered entered ->
                remembered(message, payment, entered.tip().orderId(), taken);
            case TipIntake.Taken.Held held -> remembered(message, payment, held.orderId(), taken);
            case TipIntake.Taken.Blocked blocked -> {
                Outcome<Map<String, Object>> out = remembered(message, payment, null, taken);
                yield state == PaymentState.HELD
                        ? out.writing(
                                Holds.toRelease(message.tenantId(), blocked.orderId(), message.source(), payment.id()))
                        : out;
            }
        };
    }

    private static Outcome<Map<String, Object>> remembered(
            IngestMessage message, Payment payment, @Nullable String orderId, Outcome<TipIntake.Taken> taken) {
        Write remember = Write.put(Row.of(key(message, payment.id())).with(ORDER_ID, orderId))
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
