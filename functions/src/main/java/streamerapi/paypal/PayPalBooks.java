package streamerapi.paypal;

import org.jspecify.annotations.Nullable;
import streamerapi.checkouts.Checkout;
import streamerapi.checkouts.Checkouts;
import streamerapi.checkouts.PaymentBooks;
import streamerapi.checkouts.PaymentFact;
import streamerapi.connections.ProviderConnection;
import streamerapi.shared.connectors.Processor;
import streamerapi.tips.CheckoutState;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/// The orders that were made at PayPal, each read again. PayPal lists no orders: its reports need a permission that an
/// application does not have by itself, and are hours late.
public final class PayPalBooks implements PaymentBooks {

    private static final int PAGE = 25;

    /// The states of paid checkouts whose money does not move any more.
    private static final Set<CheckoutState> AT_THE_END =
            Set.of(CheckoutState.RELEASED, CheckoutState.EXPIRED, CheckoutState.REFUNDED);

    private final Checkouts checkouts;
    private final PayPalEvents events;

    public PayPalBooks(Checkouts checkouts, PayPalEvents events) {
        this.checkouts = checkouts;
        this.events = events;
    }

    @Override
    public Processor processor() {
        return Processor.WALLET;
    }

    @Override
    public Page page(ProviderConnection connection, Span span, @Nullable String after) {
        List<Checkouts.ListedOrder> left = checkouts.orders(connection.tenantId(), span.from(), span.to()).stream()
                .filter(order -> after == null || order.cursor().compareTo(after) > 0)
                .toList();
        List<Entry> entries = left.stream()
                .limit(PAGE)
                .map(order ->
                        new Entry(order.orderId(), order.cursor(), () -> told(connection, order.orderId(), span.to())))
                .toList();
        return new Page(entries, left.size() > PAGE);
    }

    private List<Told> told(ProviderConnection connection, String orderId, Instant to) {
        Checkout checkout = checkouts.byOrder(connection.tenantId(), orderId);
        if (checkout == null || isAtTheEnd(checkout)) {
            return List.of();
        }
        List<PaymentFact> facts = events.facts(connection, checkout, to);
        return IntStream.range(0, facts.size())
                .mapToObj(i -> new Told(id(orderId, facts.get(i)), to, facts.get(i)))
                .toList();
    }

    /// Whether the order has nothing more to tell. A checkout that was not paid in its time can be paid later.
    private boolean isAtTheEnd(Checkout checkout) {
        return checkout.paidAt() != null
                && AT_THE_END.contains(checkouts.status(checkout).state());
    }

    /// The id of a message about a fact: the same fact has the same.
    private static String id(String orderId, PaymentFact fact) {
        String what = fact.getClass().getSimpleName();
        return "books:" + orderId + ":"
                + (fact instanceof PaymentFact.Refunded refunded
                        ? what + ":" + refunded.total().toPlainString()
                        : what);
    }
}
