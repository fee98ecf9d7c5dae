package streamerapi.tips;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.json.Timestamps;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Partitions;
import streamerapi.shared.storage.PaymentKeys;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.TableReader;
import streamerapi.shared.storage.Write;
import streamerapi.tips.BookedPayment.Stage;
import streamerapi.tts.Tip;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/// The money of payments whose tips the filter kept out. It has no tip, so the payment's own row holds the amount, and
/// a place in the order of time.
public final class BlockedPayments {

    private static final String PLACE = "BP#";

    private static final Attribute<String> PAYMENT_ID = Attribute.text("blocked_payment");
    private static final Attribute<Instant> AT = Attribute.time("blocked_at");
    private static final Attribute<String> SOURCE = Attribute.text("blocked_source");
    private static final Attribute<String> CURRENCY = Attribute.text("blocked_currency");
    private static final Attribute<PaymentMode> MODE = Attribute.knownLabel("blocked_mode", PaymentMode.ALL);
    private static final Attribute<Stage> STAGE = Attribute.label("blocked_stage", Stage.ALL);
    private static final Attribute<BigDecimal> AMOUNT = Attribute.decimal("blocked_amount");
    private static final Attribute<BigDecimal> REFUNDED = Attribute.decimal("blocked_refunded");
    private static final Attribute<BigDecimal> DISPUTED = Attribute.decimal("blocked_disputed");

    private BlockedPayments() {}

    /// A payment whose tip was blocked.
    ///
    /// @param paymentId the processor's
    public record BlockedPayment(BookedPayment money, String paymentId) {}

    /// The writes of a payment that no processor told of, and whose tip the filter kept out: its money, and a warning.
    ///
    /// @param source as of [BookedPayment]
    /// @param paymentId unique in it
    public static List<Write> noted(String tenantId, String source, String paymentId, Tip blocked, Instant now) {
        BookedPayment money = Objects.requireNonNull(BookedPayment.of(blocked));
        Row payment = Row.of(PaymentKeys.payment(tenantId, source, paymentId));
        return List.of(
                Write.put(on(payment, paymentId, money)),
                PaymentWarnings.chargedThoughBlocked(tenantId, paymentId, money, now));
    }

    /// A payment's row with its money.
    static Row on(Row payment, String paymentId, BookedPayment money) {
        return payment.with(PAYMENT_ID, paymentId)
                .with(AT, money.at())
                .with(SOURCE, money.source())
                .with(CURRENCY, money.currency())
                .with(MODE, money.mode())
                .with(STAGE, money.stage())
                .with(AMOUNT, money.amount())
                .with(REFUNDED, money.refunded())
                .with(DISPUTED, money.disputed())
                .with(Table.PLACE, PLACE + Timestamps.format(money.at()));
    }

    /// The money in a payment's row; null if the payment has a tip, or was blocked before rows had the amount.
    static @Nullable BookedPayment of(@Nullable Row payment) {
        BigDecimal amount = payment == null ? null : payment.find(AMOUNT);
        return payment == null || amount == null
                ? null
                : new BookedPayment(
                        payment.get(AT),
                        payment.get(SOURCE),
                        payment.get(CURRENCY),
                        payment.find(MODE),
                        payment.get(STAGE),
                        amount,
                        payment.get(REFUNDED),
                        payment.get(DISPUTED));
    }

    /// The blocked payments that came from a time on, and before another.
    public static List<BlockedPayment> between(TableReader table, String tenantId, Instant from, Instant to) {
        return table
                .query(Query.places(Partitions.payments(tenantId), PLACE)
                        .after(PLACE + Timestamps.format(from.minusMillis(1))))
                .stream()
                .map(row -> new BlockedPayment(Objects.requireNonNull(of(row)), row.get(PAYMENT_ID)))
                .filter(payment -> payment.money().at().isBefore(to))
                .toList();
    }

    /// The update of a payment's row whose hold was captured, in part or in all, although its tip was kept out.
    static Write captured(Write update, Row before, Payment payment) {
        BookedPayment held = of(before);
        if (held == null) {
            return update;
        }
        String currency = held.currency();
        BookedPayment money = held.captured(payment.charged(currency).orHeld(held.amount(), currency));
        return update.set(STAGE, money.stage())
                .set(AMOUNT, money.amount())
                .set(REFUNDED, money.refunded())
                .set(DISPUTED, money.disputed())
                .alsoWhen(unchanged(before));
    }

    /// The update of a payment's row with a refund.
    ///
    /// @param failed all that failed
    static Write givenBack(Row before, RefundState after, FailedRefunds failed) {
        return failed.on(Write.update(before.key())
                        .set(REFUNDED, after.refunded())
                        .set(DISPUTED, after.disputed()))
                .when(Condition.all(unchanged(before), FailedRefunds.unchanged(before)));
    }

    private static Condition unchanged(Row before) {
        return Condition.all(
                Condition.unchanged(before, AMOUNT),
                Condition.unchanged(before, REFUNDED),
                Condition.unchanged(before, DISPUTED));
    }
}
