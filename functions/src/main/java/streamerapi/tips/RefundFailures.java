package streamerapi.tips;

import org.jspecify.annotations.Nullable;
import streamerapi.connectors.IngestMessage;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.schema.Body;
import streamerapi.shared.storage.TableReader;
import streamerapi.tts.Tip;

import java.math.BigDecimal;
import java.time.InstantSource;
import java.util.Map;
import java.util.Objects;

/// Refunds that a processor told of, and that failed afterwards: the donor's bank did not take the money, or the
/// streamer cancelled the refund in time. The money is the streamer's again, and the tip counts with it again. A tip
/// that was rejected because of its refund stays rejected.
public final class RefundFailures {

    /// The type of a message that tells that a refund failed. No connector sends it.
    public static final String TYPE = "payment.refund_failed";

    private static final String REFUND_ID = "refund_id";
    private static final Map<String, Object> NOTHING_MORE = Map.of();

    private final TableReader table;
    private final RegainedMoney regained;
    private final InstantSource clock;

    RefundFailures(TableReader table, RegainedMoney regained, InstantSource clock) {
        this.table = table;
        this.regained = regained;
        this.clock = clock;
    }

    /// The data of a message.
    ///
    /// @param refundId what the processor calls the refund
    /// @param amount of this refund
    public static Map<String, @Nullable Object> data(
            String paymentId, String refundId, BigDecimal amount, String currency) {
        return Map.of(Payment.ID, paymentId, REFUND_ID, refundId, Payment.AMOUNT, amount, Payment.CURRENCY, currency);
    }

    /// Takes a message. The processor can tell of a failure more than once, and before it tells of the refund or of the
    /// payment.
    Outcome<Map<String, Object>> failed(IngestMessage message) {
        Body data = message.body();
        String refundId = data.text(REFUND_ID, 1, NewTip.MAX_REFERENCE);
        BigDecimal amount = Objects.requireNonNull(Payment.amountOrNull(data));
        FailedRefunds.Failure failure = new FailedRefunds.Failure(amount, message.occurredAt());
        KnownPayment payment = KnownPayment.find(table, message, Payment.id(data));
        if (!payment.isTaken()) {
            EarlyEnd early = payment.early().refundFailed(refundId, failure);
            return Outcome.of(NOTHING_MORE).writing(payment.told(early, clock.instant()));
        }
        String orderId = payment.orderId();
        if (orderId == null) {
            return ofBlocked(message, payment, refundId, failure);
        }
        Tip tip = new Tip(Objects.requireNonNull(Tip.INDEX.find(table, message.tenantId(), orderId)));
        Payment.checkCurrency(data, tip);
        FailedRefunds known = FailedRefunds.of(tip.row());
        if (known.has(refundId)) {
            return Outcome.of(NOTHING_MORE);
        }
        FailedRefunds failed = known.with(refundId, failure);
        RefundState before = RefundState.of(tip);
        RefundState after = before.failed(amount, known.booked(failure, before.refunded()));
        return regained.booked(
                        message.tenantId(), tip, after, failed::on, back -> PaymentWarnings.refundFailed(tip, back))
                .map(booked -> NOTHING_MORE);
    }

    private Outcome<Map<String, Object>> ofBlocked(
            IngestMessage message, KnownPayment payment, String refundId, FailedRefunds.Failure failure) {
        BookedPayment money = payment.ofBlocked();
        FailedRefunds known = payment.failed();
        if (money == null || known.has(refundId)) {
            return Outcome.of(NOTHING_MORE);
        }
        RefundState before = RefundState.of(money);
        RefundState after = before.failed(failure.amount(), known.booked(failure, before.refunded()));
        BigDecimal back = before.returned().subtract(after.returned());
        Outcome<Map<String, Object>> noted = Outcome.of(NOTHING_MORE)
                .writing(BlockedPayments.givenBack(
                        Objects.requireNonNull(payment.row()), after, known.with(refundId, failure)));
        return back.signum() == 0
                ? noted
                : noted.writing(PaymentWarnings.refundFailed(
                        message.tenantId(), Payment.id(message.body()), back, money.currency(), clock.instant()));
    }
}
