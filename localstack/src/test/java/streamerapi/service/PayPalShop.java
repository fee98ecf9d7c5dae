package streamerapi.service;

import streamerapi.checkouts.NewCheckout;
import streamerapi.checkouts.StartedCheckout;
import streamerapi.connections.Provider;
import streamerapi.connections.ProviderConnection;
import streamerapi.connections.ProviderConnections;
import streamerapi.shared.connectors.Processor;
import streamerapi.tips.HeldTip;

import java.math.BigDecimal;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/// An account that is connected to the PayPal that the local stack plays, and its donors.
final class PayPalShop extends ProcessorShop {

    PayPalShop(Account account) {
        super(account, "paypal");
    }

    Answer connected() {
        return put(account.service().stack().processors().credentials("paypal")).expect(200);
    }

    StartedCheckout start(String amount, String currency, boolean isHold) {
        return checkouts.start(
                account.tenantId(),
                new NewCheckout(
                        "nova",
                        UUID.randomUUID().toString(),
                        "Mira",
                        new BigDecimal(amount),
                        currency,
                        "Great run!",
                        null,
                        null,
                        Processor.WALLET,
                        isHold ? HeldTip.Reason.MANUAL : null,
                        "Nova's tips",
                        URI.create("https://example.com/tip/nova"),
                        token -> URI.create("https://example.com/tip/nova/status/" + token)));
    }

    /// Presses a button of the checkout's page: `pay`, `decline` or `hold`.
    void decide(StartedCheckout started, String decision) {
        web.postForm(
                started.address().getRawPath() + "?" + started.address().getRawQuery(), Map.of("decision", decision));
    }

    /// The donor comes back.
    void returned(StartedCheckout started) {
        checkouts.returned(checkout(started));
    }

    /// Has PayPal forget the webhook.
    void sendsNoMore() {
        ProviderConnection connection = new ProviderConnections(
                        account.table(), Account.cipher(account.service().stack()))
                .find(account.tenantId(), Provider.PAYPAL);
        String webhook = Objects.requireNonNull(
                        Objects.requireNonNull(connection).webhook())
                .id();
        web.postJson("/stand-ins/paypal/control/subscriptions", Map.of("id", "" + webhook))
                .expect(200);
    }

    /// Has something happen to a payment at PayPal.
    Answer control(String what, StartedCheckout started, Map<String, ?> more) {
        Map<String, Object> fields = new LinkedHashMap<>(more);
        fields.put("payment", checkout(started).paymentId());
        return web.postJson("/stand-ins/paypal/control/" + what, fields).expect(202);
    }

    /// Has PayPal answer the next call of a path.
    void answers(String path, int status, Map<String, ?> body) {
        web.postJson("/stand-ins/paypal/control/answer", Map.of("path", path, "status", status, "body", body))
                .expect(200);
    }

    /// Has PayPal send an event, again or of its own.
    Answer emit(String type, StartedCheckout started) {
        return emit(type, started, Map.of());
    }

    /// Has PayPal send an event.
    ///
    /// @param more of its `id` and `transmission_id`
    Answer emit(String type, StartedCheckout started, Map<String, ?> more) {
        Map<String, Object> order = new LinkedHashMap<>(event(type, started));
        order.putAll(more);
        return web.postJson("/stand-ins/paypal/control/emit", order);
    }

    private Map<String, Object> event(String type, StartedCheckout started) {
        return Map.of(
                "type",
                type,
                "event",
                type.startsWith("CHECKOUT.")
                        ? Map.of("id", checkout(started).paymentId())
                        : Map.of(
                                "custom_id",
                                checkout(started).orderId(),
                                "supplementary_data",
                                Map.of(
                                        "related_ids",
                                        Map.of("order_id", checkout(started).paymentId()))));
    }
}
