package streamerapi.stripe;

import streamerapi.checkouts.Checkout;
import streamerapi.checkouts.CheckoutClient;
import streamerapi.connections.ProviderConnection;
import streamerapi.connections.ProviderConnections;
import streamerapi.providers.JsonFields;
import streamerapi.shared.connectors.Processor;
import streamerapi.shared.digests.Sha256;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/// Stripe's checkout sessions. Stripe is told the order id and the amount, and neither the name nor the message.
public final class StripeCheckouts implements CheckoutClient {

    /// The key of the metadata that has the order id, of sessions and of their intents.
    static final String ORDER_ID = "order_id";

    private static final String UNNAMED = "Tip";

    private final StripeApi api;
    private final UnsealedKeys keys;

    public StripeCheckouts(StripeApi api, ProviderConnections connections) {
        this.api = api;
        this.keys = new UnsealedKeys(connections);
    }

    @Override
    public Processor processor() {
        return Processor.CARD;
    }

    /// The idempotency key follows from the order id and the whole request: Stripe refuses a key that comes again with
    /// other fields, and a checkout that was asked for anew after a failure may have others. A session that no donor
    /// was led to is never paid, so a second one does no harm.
    @Override
    public CreatedCheckout create(ProviderConnection connection, Checkout checkout, Pages pages) {
        Map<String, String> fields = fields(checkout, pages);
        String idempotencyKey = checkout.orderId() + "." + Sha256.hex(fields.toString());
        JsonFields session = api.body(api.harmless(keys.of(connection), "/checkout/sessions", fields, idempotencyKey));
        String id = session.text("id");
        String url = session.text("url");
        if (id.isEmpty() || url.isEmpty()) {
            throw api.unreadable();
        }
        return new CreatedCheckout(api.parsed(url), id, session.textOrNull("payment_intent"));
    }

    private static Map<String, String> fields(Checkout checkout, Pages pages) {
        String price = "line_items[0][price_data]";
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("mode", "payment");
        fields.put("submit_type", "donate");
        fields.put("line_items[0][quantity]", "1");
        fields.put(price + "[currency]", checkout.currency().toLowerCase(Locale.ROOT));
        fields.put(price + "[unit_amount]", MinorUnits.minor(checkout.amount(), checkout.currency()));
        fields.put(price + "[product_data][name]", pages.description().isBlank() ? UNNAMED : pages.description());
        fields.put("client_reference_id", checkout.orderId());
        fields.put("metadata[" + ORDER_ID + "]", checkout.orderId());
        fields.put("payment_intent_data[metadata][" + ORDER_ID + "]", checkout.orderId());
        if (checkout.isHold()) {
            fields.put("payment_intent_data[capture_method]", "manual");
        }
        fields.put("expires_at", Long.toString(checkout.endsAt().getEpochSecond()));
        fields.put("success_url", pages.status().toString());
        fields.put("cancel_url", pages.tip().toString());
        return fields;
    }

    /// Stripe charges the donor before they come back.
    @Override
    public boolean isAskedToCharge() {
        return false;
    }
}
