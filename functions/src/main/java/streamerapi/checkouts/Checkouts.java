package streamerapi.checkouts;

import org.jspecify.annotations.Nullable;
import streamerapi.connections.Provider;
import streamerapi.connections.ProviderConnection;
import streamerapi.connections.ProviderConnections;
import streamerapi.connections.ProviderException;
import streamerapi.shared.connectors.Processor;
import streamerapi.shared.json.Timestamps;
import streamerapi.shared.storage.CheckoutKeys;
import streamerapi.shared.storage.Partitions;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.WriteConflict;
import streamerapi.tips.CheckoutState;
import streamerapi.tips.PaymentProgress;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// The checkouts of an account's donors.
public final class Checkouts {

    /// How long a donor has to pay. Stripe takes 30 minutes at least, and a checkout that is made again keeps its end.
    private static final Duration OPEN = Duration.ofMinutes(55);

    private static final Duration MIN_OPEN = Duration.ofMinutes(32);
    private static final int MAX_DECIMALS = 2;

    /// How many checkouts of one form are looked at.
    private static final int MAX_FOLLOWED = 10;

    /// How long a processor that was asked to charge a donor is not asked again. The status page reloads as often.
    private static final Duration ASK_PAUSE = Duration.ofSeconds(5);

    private final Table table;
    private final ProviderConnections connections;
    private final Map<Processor, CheckoutClient> clients;
    private final InstantSource clock;

    /// @param clients those that there are
    public Checkouts(
            Table table, ProviderConnections connections, Map<Processor, CheckoutClient> clients, InstantSource clock) {
        this.table = table;
        this.connections = connections;
        this.clients = clients;
        this.clock = clock;
    }

    /// Whether a processor takes a currency. It does not accept three decimals.
    public static boolean isOffered(String currency) {
        return Currency.getInstance(currency).getDefaultFractionDigits() <= MAX_DECIMALS;
    }

    /// The processors that a donor can choose now.
    ///
    /// @param all the account's connections
    public List<AvailableProcessor> available(List<ProviderConnection> all) {
        return Processor.ALL.stream()
                .filter(clients::containsKey)
                .flatMap(processor -> all.stream()
                        .filter(connection ->
                                connection.provider().connector() == processor.connector() && connection.isUsable())
                        .map(connection -> new AvailableProcessor(processor, connection)))
                .toList();
    }

    private @Nullable ProviderConnection connection(String tenantId, Processor processor) {
        ProviderConnection found =
                clients.containsKey(processor) ? connections.find(tenantId, Provider.of(processor.connector())) : null;
        return found == null || !found.isUsable() ? null : found;
    }

    /// Starts a checkout, or returns the one that the same form has made. If that is paid, it leads to its status page.
    ///
    /// @throws ProviderException if the processor refuses it, does not answer, or is not connected any more
    public StartedCheckout start(String tenantId, NewCheckout sent) {
        ProviderConnection connection = connection(tenantId, sent.processor());
        Begun begun = WriteConflict.retrying(() -> begin(tenantId, sent, connection));
        Checkout checkout = begun.checkout;
        String token = begun.token;
        if (checkout.isPaid()) {
            return new StartedCheckout(sent.statusPage().apply(token), token);
        }
        if (checkout.address() != null) {
            return new StartedCheckout(checkout.address(), token);
        }
        CheckoutClient.CreatedCheckout created = client(checkout)
                .create(
                        Objects.requireNonNull(connection),
                        checkout,
                        new CheckoutClient.Pages(
                                sent.description(), sent.statusPage().apply(token), sent.tipPage()));
        String paymentId = created.paymentId();
        table.write(
                paymentId == null
                        ? List.of(CheckoutRow.made(checkout, created))
                        : List.of(CheckoutRow.made(checkout, created), PaymentRow.noted(checkout, paymentId)));
        return new StartedCheckout(created.address(), token);
    }

    /// A checkout and the token of its status page.
    private record Begun(Checkout checkout, String token) {}

    /// The checkout as it is made, or before the processor is asked. A checkout that is requested again, or twice at
    /// once, keeps its end, so that the processor gets the same request. One that has ended, or that was made for other
    /// fields, stays as it is, because it can be paid still, and another follows it.
    ///
    /// @param connection null if the processor is not connected
    /// @throws WriteConflict if the same request was begun at the same time
    private Begun begin(String tenantId, NewCheckout sent, @Nullable ProviderConnection connection) {
        Instant now = clock.instant();
        String request = sent.request();
        for (int followed = 0; followed < MAX_FOLLOWED; followed++) {
            String token = Checkout.token(request);
            Checkout known = byOrder(tenantId, Checkout.orderId(tenantId, token));
            if (known == null) {
                break;
            }
            if (known.form().equals(sent.digest(request)) && isKept(known, sent, connection, now)) {
                if (known.address() == null && connection == null) {
                    throw notConnected(sent);
                }
                return new Begun(known, token);
            }
            request = Checkout.after(followed + 1 < MAX_FOLLOWED ? request : request + now);
        }
        if (connection == null) {
            throw notConnected(sent);
        }
        Checkout begun = Checkout.of(tenantId, request, sent, connection.isTest(), now.plus(OPEN));
        table.write(List.of(CheckoutRow.begun(begun)));
        return new Begun(begun, Checkout.token(request));
    }

    /// Whether a form that is sent again leads to the checkout that it made. One that was made before the processor was
    /// connected is of the account that was connected then, and one that was paid has a status page for a time.
    private static boolean isKept(
            Checkout known, NewCheckout sent, @Nullable ProviderConnection connection, Instant now) {
        if (known.isPaid()) {
            return known.isShown(now);
        }
        Duration needed = known.address() == null ? MIN_OPEN : Duration.ZERO;
        Instant connectedAt = connection == null ? null : connection.connectedAt();
        return !known.progress().isEnd()
                && known.isHold() == (sent.heldFor() != null)
                && now.plus(needed).isBefore(known.endsAt())
                && (connectedAt == null || !connectedAt.isAfter(begunAt(known)));
    }

    static Instant begunAt(Checkout checkout) {
        return checkout.endsAt().minus(OPEN);
    }

    private static ProviderException notConnected(NewCheckout sent) {
        return new ProviderException.Unavailable(sent.processor().label() + " is not connected", null);
    }

    /// The checkout of a status page; null for an unknown token, and 30 days after the payment.
    public @Nullable Checkout find(String tenantId, String token) {
        Checkout found = byOrder(tenantId, Checkout.orderId(tenantId, token));
        return found == null || !found.isShown(clock.instant()) ? null : found;
    }

    /// The checkout with an order id; null if the service did not create it.
    public @Nullable Checkout byOrder(String tenantId, String orderId) {
        return Checkout.isOrderId(orderId)
                ? CheckoutRow.of(tenantId, table.get(CheckoutRow.key(tenantId, orderId)))
                : null;
    }

    /// The checkout of a payment; null if the service did not create it.
    ///
    /// @param paymentId as the processor calls it
    public @Nullable Checkout byPayment(String tenantId, Processor processor, String paymentId) {
        Row row = table.get(CheckoutKeys.payment(tenantId, processor.label(), paymentId));
        return row == null ? null : byOrder(tenantId, row.get(PaymentRow.CHECKOUT));
    }

    /// Notes what the processor calls the payment of a checkout, so that the payment leads to it.
    public void notePayment(Checkout checkout, String paymentId) {
        table.write(List.of(PaymentRow.noted(checkout, paymentId), CheckoutRow.paying(checkout, paymentId)));
    }

    /// The wallet processor's orders that were made from a time on, and before another, oldest first. Only those can be
    /// listed: the card processor lists its payments itself.
    public List<ListedOrder> orders(String tenantId, Instant from, Instant to) {
        String bound = PaymentRow.ORDER + Timestamps.format(from.minusMillis(1));
        return Partitions.spread(tenantId).stream()
                .flatMap(partition ->
                        table.query(Query.places(partition, PaymentRow.ORDER).after(bound)).stream())
                .map(row -> new ListedOrder(row.get(PaymentRow.CHECKOUT), row.get(Table.PLACE)))
                .filter(order -> order.place().compareTo(PaymentRow.ORDER + Timestamps.format(to)) < 0)
                .sorted(Comparator.comparing(ListedOrder::cursor))
                .toList();
    }

    /// An order that was made.
    ///
    /// @param orderId the checkout's
    /// @param place in the order of time
    public record ListedOrder(String orderId, String place) {

        /// A sort key of orders, by time.
        public String cursor() {
            return place + "#" + orderId;
        }
    }

    /// Notes that the payment of a checkout has become a tip, or was blocked. The payment's row is kept first: if this
    /// ends in the middle, the event comes again.
    ///
    /// @param paymentId as the processor calls it
    public void notePaid(Checkout checkout, String paymentId) {
        if (checkout.paidAt() != null) {
            return;
        }
        if (checkout.processor() == Processor.WALLET) {
            table.update(PaymentRow.kept(checkout, paymentId));
        }
        table.write(List.of(CheckoutRow.paid(checkout, clock.instant())));
    }

    /// Keeps a checkout whose payment is on its way. One that was paid is kept already.
    public void noteDelayed(Checkout checkout) {
        table.update(CheckoutRow.delayed(checkout, clock.instant()));
    }

    /// Notes that a checkout came to nothing. One that was paid stays paid.
    public void noteEnded(Checkout checkout, Checkout.Progress how) {
        table.update(CheckoutRow.ended(checkout, how));
    }

    /// How a checkout stands.
    public PaymentProgress status(Checkout checkout) {
        String paymentId = checkout.paymentId();
        PaymentProgress paid = paymentId == null
                ? PaymentProgress.NONE
                : PaymentProgress.of(
                        table, checkout.tenantId(), checkout.processor().label(), paymentId);
        return paid.state() == CheckoutState.PENDING ? new PaymentProgress(unpaid(checkout), paid.refunded()) : paid;
    }

    /// The state of a checkout without a payment. A processor that waits to be asked for the money does not say that
    /// its page has ended, so its time says so. A payment that comes later still counts.
    private CheckoutState unpaid(Checkout checkout) {
        return switch (checkout.progress()) {
            case OPEN ->
                client(checkout).isAskedToCharge() && !clock.instant().isBefore(checkout.endsAt())
                        ? CheckoutState.EXPIRED
                        : CheckoutState.PENDING;
            case DELAYED -> CheckoutState.PENDING;
            case EXPIRED -> CheckoutState.EXPIRED;
            case FAILED -> CheckoutState.FAILED;
        };
    }

    /// The donor came back from the processor's page. Only the processor's answer counts, never the visit: however
    /// often the status page is looked at, the processor is asked once in 5 seconds. It is asked after the checkout's
    /// end too, because a donor can approve a payment for hours.
    ///
    /// @return the checkout as it is then
    public Checkout returned(Checkout checkout) {
        Instant now = clock.instant();
        if (checkout.progress() != Checkout.Progress.OPEN
                || checkout.paidAt() != null
                || !client(checkout).isAskedToCharge()) {
            return checkout;
        }
        ProviderConnection connection = connection(checkout.tenantId(), checkout.processor());
        if (connection == null
                || !table.update(CheckoutRow.asked(checkout, now, ASK_PAUSE)).done()) {
            return checkout;
        }
        switch (client(checkout).returned(connection, checkout)) {
            case NOT_ASKED -> {}
            case TAKEN -> noteDelayed(checkout);
            case DECLINED -> noteEnded(checkout, Checkout.Progress.FAILED);
        }
        return Objects.requireNonNullElse(byOrder(checkout.tenantId(), checkout.orderId()), checkout);
    }

    private CheckoutClient client(Checkout checkout) {
        return Objects.requireNonNull(clients.get(checkout.processor()), checkout::orderId);
    }
}
