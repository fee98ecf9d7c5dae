package streamerapi.service;

import org.jspecify.annotations.Nullable;
import streamerapi.checkouts.AvailableProcessor;
import streamerapi.checkouts.NewCheckout;
import streamerapi.checkouts.StartedCheckout;
import streamerapi.connections.ProviderConnections;
import streamerapi.media.MediaRequest;
import streamerapi.shared.connectors.Processor;
import streamerapi.shared.json.Json;
import streamerapi.tips.HeldTip;
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
import java.util.function.UnaryOperator;

/// An account that is connected to the Stripe that the local stack plays, and its donors.
public final class StripeShop extends ProcessorShop {

    public StripeShop(Account account) {
        super(account, "stripe");
        // Stripe lets an account have 16 endpoints, and the accounts of other tests have some.
        control("subscriptions", "status", "").expect(200);
    }

    /// A key that the stand-in takes.
    public String secretKey() {
        return Objects.requireNonNull(
                account.service().stack().processors().credentials("stripe").get("secret_key"));
    }

    Answer put(String secretKey) {
        return put(Map.of("secret_key", secretKey));
    }

    StripeShop connected() {
        TipDonor.connect(account, "stripe");
        return this;
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
        return tip(request, "Mira", amount, currency, "Great run!", null, null, isHold);
    }

    /// A tip that brings a video.
    static NewCheckout tipWith(MediaRequest video, boolean isHold) {
        return tip(UUID.randomUUID().toString(), "Mira", "5", "USD", "Great run!", video, null, isHold);
    }

    /// A tip of a donor who has signed in.
    NewCheckout tipOf(String name, String message, NewTip.Donor donor) {
        return tip(UUID.randomUUID().toString(), name, "5", "USD", message, null, donor, false);
    }

    private static NewCheckout tip(
            String request,
            String name,
            String amount,
            String currency,
            String message,
            @Nullable MediaRequest video,
            NewTip.@Nullable Donor donor,
            boolean isHold) {
        return new NewCheckout(
                "nova",
                request,
                name,
                new BigDecimal(amount),
                currency,
                message,
                video,
                donor,
                Processor.CARD,
                isHold ? HeldTip.Reason.MANUAL : null,
                "Nova's tips",
                URI.create("https://example.com/tip/nova"),
                token -> URI.create("https://example.com/tip/nova/status/" + token));
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

    /// Has something happen at Stripe.
    Answer control(String what, Object... order) {
        Map<String, Object> fields = new LinkedHashMap<>();
        for (int i = 0; i < order.length; i += 2) {
            fields.put((String) order[i], order[i + 1]);
        }
        return web.postJson("/stand-ins/stripe/control/" + what, fields);
    }

    /// Reads a path of Stripe's API, as the account's owner could.
    Map<String, @Nullable Object> read(String path) {
        return asked(path, request -> request.GET());
    }

    /// Captures a part of a hold at Stripe, as the account's owner could.
    ///
    /// @param amount in the currency's smallest unit
    void capture(StartedCheckout started, int amount) {
        asked(
                "/v1/payment_intents/" + checkout(started).paymentId() + "/capture",
                request -> request.header("Content-Type", "application/x-www-form-urlencoded")
                        .POST(HttpRequest.BodyPublishers.ofString("amount_to_capture=" + amount)));
    }

    private Map<String, @Nullable Object> asked(String path, UnaryOperator<HttpRequest.Builder> how) {
        try (HttpClient http = HttpClient.newHttpClient()) {
            URI address = URI.create(account.service().stack().standInUrl("stripe") + path);
            HttpRequest request = how.apply(
                            HttpRequest.newBuilder(address).header("Authorization", "Bearer " + secretKey()))
                    .build();
            return Json.asObject(Json.read(
                    http.send(request, HttpResponse.BodyHandlers.ofString()).body()));
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
