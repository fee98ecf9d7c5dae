package streamerapi.checkouts;

import streamerapi.shared.connectors.Processor;
import streamerapi.shared.json.Timestamps;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.CheckoutKeys;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;

import java.time.Duration;

/// The row that leads from a payment, as its processor calls it, to its checkout.
///
/// Each checkout of the wallet processor has one from its beginning, so the row is kept for good only once the checkout
/// is paid.
final class PaymentRow {

    /// The place of the row of the wallet processor's order; the time of its beginning follows.
    static final String ORDER = "WO#";

    static final Attribute<String> CHECKOUT = Attribute.text("checkout");

    /// How long the row of an order that is not paid is kept after the checkout's end: a payment is on its way for 30
    /// days at most.
    private static final Duration UNPAID_RETENTION = Duration.ofDays(31);

    private PaymentRow() {}

    /// The write that notes a payment.
    static Write noted(Checkout checkout, String paymentId) {
        Row row = Row.of(key(checkout, paymentId)).with(CHECKOUT, checkout.orderId());
        if (checkout.processor() != Processor.WALLET) {
            return Write.put(row);
        }
        Row order = row.with(Table.PLACE, ORDER + Timestamps.format(Checkouts.begunAt(checkout)));
        return Write.put(
                checkout.paidAt() != null
                        ? order
                        : order.with(
                                Table.EXPIRES_AT,
                                checkout.endsAt().plus(UNPAID_RETENTION).getEpochSecond()));
    }

    /// The write that keeps the row of an order for good, because it is paid.
    static Write kept(Checkout checkout, String paymentId) {
        return Write.update(key(checkout, paymentId)).remove(Table.EXPIRES_AT).when(Condition.rowExists());
    }

    private static Key key(Checkout checkout, String paymentId) {
        return CheckoutKeys.payment(checkout.tenantId(), checkout.processor().label(), paymentId);
    }
}
