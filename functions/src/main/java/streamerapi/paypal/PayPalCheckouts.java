package streamerapi.paypal;

import streamerapi.checkouts.Checkout;
import streamerapi.checkouts.CheckoutClient;
import streamerapi.connections.ProviderConnection;
import streamerapi.connections.ProviderConnections;
import streamerapi.providers.JsonFields;
import streamerapi.providers.ProviderCalls;
import streamerapi.shared.connectors.Processor;
import streamerapi.shared.digests.Sha256;
import streamerapi.shared.json.Json;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// PayPal's orders for donors. PayPal is told the checkout's order id and the amount, and neither the name nor the
/// message.
public final class PayPalCheckouts implements CheckoutClient {

    private static final Set<String> PAGES = Set.of("payer-action", "approve");
    private static final int DIGITS = 32;
    private static final int MAX_DESCRIPTION = 127;

    private final PayPalApi api;
    private final PayPalOrders orders;
    private final ProviderConnections connections;

    public PayPalCheckouts(PayPalApi api, ProviderConnections connections) {
        this.api = api;
        this.orders = new PayPalOrders(api);
        this.connections = connections;
    }

    @Override
    public Processor processor() {
        return Processor.WALLET;
    }

    /// The request's id follows from the checkout and all of the request, so that a request that is made again brings
    /// the same order.
    @Override
    public CreatedCheckout create(ProviderConnection connection, Checkout checkout, Pages pages) {
        Map<String, Object> body = body(checkout, pages);
        String requestId =
                checkout.orderId() + "." + Sha256.hex(Json.writeText(body)).substring(0, DIGITS);
        JsonFields order = orders.create(connections.credentials(connection), requestId, body);
        String id = order.text("id");
        URI page = page(order);
        if (id.isEmpty()) {
            throw api.unreadable();
        }
        return new CreatedCheckout(page, id, id);
    }

    private URI page(JsonFields order) {
        String address = ProviderCalls.objects(order.fields(), "links").stream()
                .filter(link -> PAGES.contains(link.text("rel")))
                .map(link -> link.text("href"))
                .findFirst()
                .orElseThrow(api::unreadable);
        return api.parsed(address);
    }

    private static Map<String, Object> body(Checkout checkout, Pages pages) {
        Map<String, Object> unit = new LinkedHashMap<>();
        unit.put("amount", PayPalMoney.of(checkout.amount(), checkout.currency()));
        unit.put("custom_id", checkout.orderId());
        if (!pages.description().isBlank()) {
            unit.put("description", cut(pages.description()));
        }
        Map<String, Object> experience = new LinkedHashMap<>();
        experience.put("return_url", pages.status().toString());
        experience.put("cancel_url", pages.tip().toString());
        experience.put("user_action", "PAY_NOW");
        experience.put("shipping_preference", "NO_SHIPPING");
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("intent", checkout.isHold() ? "AUTHORIZE" : "CAPTURE");
        body.put("purchase_units", List.of(unit));
        body.put("payment_source", Map.of("paypal", Map.of("experience_context", experience)));
        return body;
    }

    /// As much of a text as PayPal takes, without half a character at its end.
    private static String cut(String text) {
        if (text.length() <= MAX_DESCRIPTION) {
            return text;
        }
        boolean isHalf = Character.isHighSurrogate(text.charAt(MAX_DESCRIPTION - 1));
        return text.substring(0, isHalf ? MAX_DESCRIPTION - 1 : MAX_DESCRIPTION);
    }

    @Override
    public boolean isAskedToCharge() {
        return true;
    }

    /// Charges or authorizes the order, which nothing but the donor's approval lets PayPal do.
    @Override
    public Charge returned(ProviderConnection connection, Checkout checkout) {
        String id = checkout.sessionId();
        if (id == null) {
            return Charge.NOT_ASKED;
        }
        return switch (orders.complete(connections.credentials(connection), id, checkout, checkout.isHold())) {
            case NOT_APPROVED -> Charge.NOT_ASKED;
            case TAKEN -> Charge.TAKEN;
            case DECLINED -> Charge.DECLINED;
        };
    }
}
