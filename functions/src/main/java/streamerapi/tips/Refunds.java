package streamerapi.tips;

import org.jspecify.annotations.Nullable;
import streamerapi.connectors.IngestMessage;
import streamerapi.shared.events.Event;
import streamerapi.shared.events.EventType;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.schema.Body;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;
import streamerapi.tts.Tip;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/// Money that a processor gave back (contract "Ingest"): never more than was paid. What a tip added to the account's
/// books is taken off again, dated as the tip is. A tip that is still held is rejected; any other stays where it is.
public final class Refunds {

    private final Table table;
    private final Review review;
    private final Ids ids;

    public Refunds(Table table, Review review, Ids ids) {
        this.table = table;
        this.review = review;
        this.ids = ids;
    }

    /// `payment.refunded`: `amount`, or all that is left.
    Outcome<Map<String, Object>> refunded(IngestMessage message) {
        return giveBack(message, Payment.amountOrNull(Payment.data(message)), "refunded");
    }

    /// `payment.disputed`: all that is left.
    Outcome<Map<String, Object>> disputed(IngestMessage message) {
        return giveBack(message, null, "disputed");
    }

    private Outcome<Map<String, Object>> giveBack(IngestMessage message, @Nullable BigDecimal amount, String reason) {
        Body data = Payment.data(message);
        Row payment = PaymentIntake.find(table, message, Payment.id(data));
        String orderId = payment == null ? null : payment.textOrNull(PaymentIntake.ORDER_ID);
        if (orderId == null) {
            return Outcome.of(Map.of());
        }
        Tip tip = new Tip(Objects.requireNonNull(table.get(Keys.tip(message.tenantId(), orderId))));
        checkCurrency(data, tip);
        return giveBack(message.tenantId(), tip, amount, reason).map(given -> Map.of());
    }

    /// @throws Problem `bad_request` if the refund is in another currency than the payment was
    private static void checkCurrency(Body data, Tip tip) {
        String field = data.path("currency");
        String currency = Payment.currencyOrNull(data);
        if (currency != null && !currency.equals(tip.row().text("currency"))) {
            throw Problem.badField(
                    field, field + " must be that of the payment, " + tip.row().text("currency"));
        }
    }

    private Outcome<Boolean> giveBack(String tenantId, Tip tip, @Nullable BigDecimal amount, String reason) {
        BigDecimal paid = Objects.requireNonNull(tip.row().decimalOrNull("amount"));
        BigDecimal before = tip.row().decimalOrNull(Tip.REFUNDED);
        BigDecimal left = before == null ? paid : paid.subtract(before);
        BigDecimal given = amount == null ? left : amount.min(left);
        if (given.signum() == 0) {
            return Outcome.of(false);
        }
        BigDecimal total = paid.subtract(left).add(given);
        HeldTip held = HeldTip.of(tip.row());
        if (held != null && !held.isDecided()) {
            return review.refunded(tenantId, held, tip.with(Tip.REFUNDED, total), reason)
                    .emitting(event(tip, given, reason))
                    .map(decision -> true);
        }
        Write note = Write.update(tip.row().key())
                .set(Tip.REFUNDED, total)
                .when(before == null ? Condition.absent(Tip.REFUNDED) : Condition.equal(Tip.REFUNDED, before));
        Outcome<Boolean> noted = Outcome.of(true).writing(note).emitting(event(tip, given, reason));
        return Paid.isCounted(tip)
                ? noted.writing(Paid.givenBack(tenantId, tip, ids.next(), given, given.compareTo(left) == 0))
                : noted;
    }

    private static Event event(Tip tip, BigDecimal given, String reason) {
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        data.put("order_id", tip.orderId());
        data.put("amount", given);
        data.put("currency", tip.row().text("currency"));
        data.put("reason", reason);
        return new Event(EventType.TIP_REFUNDED, data);
    }
}
