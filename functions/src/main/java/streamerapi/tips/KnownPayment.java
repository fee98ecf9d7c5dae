package streamerapi.tips;

import org.jspecify.annotations.Nullable;
import streamerapi.connectors.IngestMessage;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.PaymentKeys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.TableReader;
import streamerapi.shared.storage.Write;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/// A payment's row: the tip that it became, or the messages about it that came before the tip.
///
/// @param row null if nothing was told
record KnownPayment(Key key, @Nullable Row row) {

    /// How long an early report waits for its payment.
    private static final Duration EARLY_RETENTION = Duration.ofDays(30);

    private static final Attribute<String> ORDER_ID = Attribute.text("order_id");

    /// The attribute of a payment that was held for a tip which the filter blocked: the tip's id.
    private static final Attribute<String> BLOCKED_HOLD = Attribute.text("blocked_hold");

    private static final Attribute<BigDecimal> REFUNDED = Attribute.decimal("refunded_before");
    private static final Attribute.Flag DISPUTED = Attribute.flag("disputed_before");
    private static final Attribute.Flag HOLD_OVER = Attribute.flag("hold_over_before");

    static KnownPayment find(TableReader table, IngestMessage message, String paymentId) {
        return find(table, message.tenantId(), message.source().label(), paymentId);
    }

    static KnownPayment find(TableReader table, String tenantId, String source, String paymentId) {
        Key key = PaymentKeys.payment(tenantId, source, paymentId);
        return new KnownPayment(key, table.get(key));
    }

    /// Whether it became a tip, or was blocked.
    boolean isTaken() {
        return row != null && !row.has(REFUNDED) && !row.has(DISPUTED) && !row.has(HOLD_OVER);
    }

    /// The tip that it became; null if it was blocked, or has not come yet.
    @Nullable
    String orderId() {
        return row == null ? null : row.find(ORDER_ID);
    }

    /// The id of the tip that the filter blocked, if its payment was held and has not been captured.
    @Nullable
    String blockedHold() {
        return row == null ? null : row.find(BLOCKED_HOLD);
    }

    /// The refunds that failed, of a payment that became no tip.
    FailedRefunds failed() {
        return row == null ? FailedRefunds.NONE : FailedRefunds.of(row);
    }

    /// The refunds and ends that were told before the payment.
    EarlyEnd early() {
        return row == null
                ? EarlyEnd.NONE
                : new EarlyEnd(
                        Objects.requireNonNullElse(row.find(REFUNDED), BigDecimal.ZERO),
                        row.get(DISPUTED),
                        row.get(HOLD_OVER),
                        failed());
    }

    /// Writes the new state, on the condition that the row has not changed since it was read.
    ///
    /// @param orderId of the tip
    Write taken(String orderId) {
        return Write.put(Row.of(key).with(ORDER_ID, orderId)).when(unchanged());
    }

    /// The write of its money if its tip was blocked, on the same condition.
    ///
    /// @param paymentId the processor's
    /// @param blocked the tip's id, if its payment was held
    Write blocked(String paymentId, @Nullable String blocked, BookedPayment money) {
        return Write.put(BlockedPayments.on(failed().on(Row.of(key).with(BLOCKED_HOLD, blocked)), paymentId, money))
                .when(unchanged());
    }

    /// Its money, if its tip was blocked; else null.
    @Nullable
    BookedPayment ofBlocked() {
        return BlockedPayments.of(row);
    }

    /// The write of something that was told before it.
    Write told(EarlyEnd early, Instant now) {
        boolean isRefund =
                early.refunded().signum() > 0 || !early.failed().failures().isEmpty();
        return Write.put(early.failed()
                        .on(Row.of(key))
                        .with(REFUNDED, isRefund ? early.refunded() : null)
                        .with(DISPUTED, early.isDisputed() ? true : null)
                        .with(HOLD_OVER, early.isHoldOver() ? true : null)
                        .with(Table.EXPIRES_AT, now.plus(EARLY_RETENTION).getEpochSecond()))
                .when(unchanged());
    }

    /// The write that its blocked hold was captured all the same.
    Write capturedThoughBlocked(Payment payment) {
        return BlockedPayments.captured(
                Write.update(key).remove(BLOCKED_HOLD).when(Condition.exists(BLOCKED_HOLD)),
                Objects.requireNonNull(row),
                payment);
    }

    private Condition unchanged() {
        return row == null
                ? Condition.noRow()
                : Condition.all(
                        Condition.rowExists(),
                        Condition.unchanged(row, ORDER_ID),
                        Condition.unchanged(row, REFUNDED),
                        Condition.unchanged(row, DISPUTED),
                        Condition.unchanged(row, HOLD_OVER),
                        FailedRefunds.unchanged(row));
    }
}
