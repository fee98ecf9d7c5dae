package streamerapi.service;

import streamerapi.checkouts.Checkout;
import streamerapi.checkouts.CheckoutStatus;
import streamerapi.checkouts.Checkouts;
import streamerapi.checkouts.NewCheckout;
import streamerapi.checkouts.StartedCheckout;
import streamerapi.platforms.Processors;
import streamerapi.shared.connectors.Processor;
import streamerapi.shared.json.Json;

import java.math.BigDecimal;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/// An account that is connected to the PayPal that the local stack plays, and its donors.
final class PayPalShop {

    private static final String API = "/dashboard/api/connections/paypal";

    private final Account account;
    private final ApiClient owner;
    private final WebClient web;
    private final Checkouts checkouts;

    PayPalShop(Account account) {
        this.account = account;
        this.owner = account.dashboard();
        this.web = new WebClient(account.service().stack().authUrl());
        this.checkouts = Processors.of(
                        account.table(),
                        Account.cipher(account.service().stack()),
                        account.service().clock(),
                        Map.of("PAYPAL_API_URL", account.service().stack().standInUrl("paypal"))::get)
                .checkouts();
    }

    Answer put(Object credentials) {
        return owner.send("PUT", API, Json.write(credentials));
    }

    Answer connected() {
        return put(account.service().stack().processors().credentials("paypal")).expect(200);
    }

    Answer get() {
        return owner.get(API).expect(200);
    }

    Answer check() {
        return owner.post(API + "/check");
    }

    Answer disconnect() {
        return owner.delete(API);
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
                        isHold,
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

    Checkout checkout(StartedCheckout started) {
        return Objects.requireNonNull(checkouts.find(account.tenantId(), started.token()));
    }

    CheckoutStatus status(StartedCheckout started) {
        return checkouts.status(checkout(started));
    }

    String state(StartedCheckout started) {
        return status(started).state().label();
    }

    /// Has something happen to a payment at PayPal.
    Answer control(String what, StartedCheckout started, Map<String, ?> more) {
        Map<String, Object> fields = new LinkedHashMap<>(more);
        fields.put("payment", checkout(started).paymentId());
        return web.postJson("/stand-ins/paypal/control/" + what, fields).expect(202);
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

    /// The calls that PayPal got: `POST /v2/checkout/orders`.
    List<String> calls() {
        Answer log = web.get("/stand-ins/paypal/control/log").expect(200);
        return ((List<?>) Objects.requireNonNull(log.at("calls")))
                .stream()
                        .map(Json::asObject)
                        .map(call -> call.get("method") + " " + call.get("path"))
                        .toList();
    }
}
