package streamerapi.service;

import org.jspecify.annotations.Nullable;
import streamerapi.checkouts.AvailableProcessor;
import streamerapi.checkouts.Checkout;
import streamerapi.checkouts.CheckoutStatus;
import streamerapi.checkouts.Checkouts;
import streamerapi.checkouts.NewCheckout;
import streamerapi.checkouts.StartedCheckout;
import streamerapi.connections.ProviderConnections;
import streamerapi.platforms.Processors;
import streamerapi.shared.connectors.Processor;
import streamerapi.shared.json.Json;
import streamerapi.tips.NewTip;

import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/// An account that is connected to the Stripe that the local stack plays, and its donors.
public final class StripeShop {

    private static final String API = "/dashboard/api/connections/stripe";

    private final Account account;
    private final ApiClient owner;
    private final WebClient web;
    private final Checkouts checkouts;

    public StripeShop(Account account) {
        this.account = account;
        this.owner = account.dashboard();
        this.web = new WebClient(account.service().stack().authUrl());
        this.checkouts = Processors.of(
                        account.table(),
                        Account.cipher(account.service().stack()),
                        account.service().clock(),
                        Map.of("STRIPE_API_URL", account.service().stack().standInUrl("stripe"))::get)
                .checkouts();
        // Stripe lets an account have 16 endpoints, and the accounts of other tests have some.
        control("subscriptions", "status", "").expect(200);
    }

    /// A key that the stand-in takes.
    public String secretKey() {
        return Objects.requireNonNull(
                account.service().stack().processors().credentials("stripe").get("secret_key"));
    }

    Answer put(String secretKey) {
        return owner.send("PUT", API, Json.write(Map.of("secret_key", secretKey)));
    }

    StripeShop connected() {
        put(secretKey()).expect(200);
        return this;
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

    /// The processors that a donor can choose.
    List<AvailableProcessor> available() {
        return checkouts.available(new ProviderConnections(
                        account.table(), Account.cipher(account.service().stack()))
                .all(account.tenantId()));
    }

    static NewCheckout tip(String amount, String currency, boolean isHold) {
        return tip(UUID.randomUUID().toString(), amount, currency, isHold);
    }

    static NewCheckout tip(String request, String amount, String currency, boolean isHold) {
        return new NewCheckout(
                "nova",
                request,
                "Mira",
                new BigDecimal(amount),
                currency,
                "Great run!",
                null,
                null,
                Processor.CARD,
                isHold,
                "Nova's tips",
                URI.create("https://example.com/tip/nova"),
                token -> URI.create("https://example.com/tip/nova/status/" + token));
    }

    /// A tip of a donor who has signed in.
    NewCheckout tipOf(String name, String message, NewTip.Donor donor) {
        NewCheckout tip = tip("5", "USD", false);
        return new NewCheckout(
                tip.slug(),
                tip.request(),
                name,
                tip.amount(),
                tip.currency(),
                message,
                null,
                donor,
                tip.processor(),
                false,
                tip.description(),
                tip.tipPage(),
                tip.statusPage());
    }

    StartedCheckout start(NewCheckout checkout) {
        return checkouts.start(account.tenantId(), checkout);
    }

    /// Presses a button of the checkout's page: `pay`, `decline` or `hold`.
    void decide(StartedCheckout started, String decision) {
        web.postForm(started.address().getRawPath(), Map.of("decision", decision));
    }

    StartedCheckout paid(String amount, boolean isHold) {
        StartedCheckout started = start(tip(amount, "USD", isHold));
        decide(started, "pay");
        return started;
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

    /// Has something happen at Stripe.
    Answer control(String what, Object... order) {
        Map<String, Object> fields = new LinkedHashMap<>();
        for (int i = 0; i < order.length; i += 2) {
            fields.put((String) order[i], order[i + 1]);
        }
        return web.postJson("/stand-ins/stripe/control/" + what, fields);
    }

    /// The calls that Stripe was sent: `POST /v1/refunds`.
    List<String> calls() {
        Answer log = web.get("/stand-ins/stripe/control/log").expect(200);
        return ((List<?>) Objects.requireNonNull(log.at("calls")))
                .stream()
                        .map(Json::asObject)
                        .map(call -> call.get("method") + " " + call.get("path"))
                        .toList();
    }

    /// Reads a path of Stripe's API, as the account's owner could.
    Map<String, @Nullable Object> read(String path) {
        try (HttpClient http = HttpClient.newHttpClient()) {
            URI address = URI.create(account.service().stack().standInUrl("stripe") + path);
            HttpRequest request = HttpRequest.newBuilder(address)
                    .header("Authorization", "Bearer " + secretKey())
                    .build();
            return Json.asObject(Json.read(
                    http.send(request, HttpResponse.BodyHandlers.ofString()).body()));
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
