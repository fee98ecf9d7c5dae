package streamerapi.service;

import org.jspecify.annotations.Nullable;
import streamerapi.checkouts.StartedCheckout;
import streamerapi.shared.effects.EffectAction;
import streamerapi.shared.json.Json;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// An account's processor that is told to fail: the Stripe or the PayPal that the local stack plays.
abstract sealed class FaultyProcessor {

    private final WebClient web;
    private final String name;

    private FaultyProcessor(Account account, String name) {
        this.web = new WebClient(account.service().stack().authUrl());
        this.name = name;
    }

    static FaultyProcessor of(Account account, String name) {
        return name.equals("stripe") ? new Stripe(account) : new PayPal(account);
    }

    abstract void connect();

    abstract void leave();

    abstract StartedCheckout paid(String amount, boolean isHold);

    abstract String state(StartedCheckout started);

    abstract BigDecimal refunded(StartedCheckout started);

    abstract String status();

    /// The path that the service asks for an action.
    abstract String path(StartedCheckout started, EffectAction action);

    /// How often the processor itself has done something to a payment: its charges and its refunds.
    abstract List<Integer> done(StartedCheckout started);

    /// Has the next calls of a path fail.
    void fails(String path, Map<String, ?> how) {
        Map<String, Object> order = new LinkedHashMap<>(how);
        order.put("method", "POST");
        order.put("path", path);
        control("answer", order).expect(200);
    }

    /// The idempotency keys of the calls of a path, oldest first.
    List<String> keys(String path) {
        return ((List<?>) Objects.requireNonNull(control("log", null).at("calls")))
                .stream()
                        .map(Json::asObject)
                        .filter(call -> path.equals(call.get("path")) && "POST".equals(call.get("method")))
                        .map(call -> String.valueOf(call.get("idempotency_key")))
                        .toList();
    }

    final Answer control(String what, @Nullable Map<String, ?> order) {
        String path = "/stand-ins/" + name + "/control/" + what;
        return order == null ? web.get(path) : web.postJson(path, order);
    }

    private static final class Stripe extends FaultyProcessor {
        private final StripeShop shop;

        private Stripe(Account account) {
            super(account, "stripe");
            shop = new StripeShop(account);
        }

        @Override
        void connect() {
            shop.connected();
        }

        @Override
        void leave() {
            shop.disconnect();
        }

        @Override
        StartedCheckout paid(String amount, boolean isHold) {
            return shop.paid(amount, isHold);
        }

        @Override
        String state(StartedCheckout started) {
            return shop.state(started);
        }

        @Override
        BigDecimal refunded(StartedCheckout started) {
            return shop.status(started).refunded();
        }

        @Override
        String status() {
            return shop.get().at("connection.status") + " " + shop.get().at("connection.reason");
        }

        private String intent(StartedCheckout started) {
            return Objects.requireNonNull(shop.checkout(started).paymentId());
        }

        @Override
        String path(StartedCheckout started, EffectAction action) {
            return switch (action) {
                case CAPTURE -> "/v1/payment_intents/" + intent(started) + "/capture";
                case RELEASE -> "/v1/payment_intents/" + intent(started) + "/cancel";
                default -> "/v1/refunds";
            };
        }

        @Override
        List<Integer> done(StartedCheckout started) {
            Map<String, @Nullable Object> intent = shop.read("/v1/payment_intents/" + intent(started));
            boolean isCharged = !"0".equals(String.valueOf(intent.get("amount_received")));
            List<?> refunds = (List<?>) Objects.requireNonNull(
                    shop.read("/v1/refunds?payment_intent=" + intent(started)).get("data"));
            return List.of(isCharged ? 1 : 0, refunds.size());
        }
    }

    private static final class PayPal extends FaultyProcessor {
        private static final String PAYMENTS = "purchase_units.0.payments.";

        private final PayPalShop shop;

        private PayPal(Account account) {
            super(account, "paypal");
            shop = new PayPalShop(account);
        }

        @Override
        void connect() {
            shop.connected();
        }

        @Override
        void leave() {
            shop.disconnect();
        }

        @Override
        StartedCheckout paid(String amount, boolean isHold) {
            StartedCheckout started = shop.start(amount, "USD", isHold);
            shop.decide(started, "pay");
            return started;
        }

        @Override
        String state(StartedCheckout started) {
            return shop.state(started);
        }

        @Override
        BigDecimal refunded(StartedCheckout started) {
            return shop.status(started).refunded();
        }

        @Override
        String status() {
            return shop.get().at("connection.status") + " " + shop.get().at("connection.reason");
        }

        /// The order, as the processor has it.
        private Answer order(StartedCheckout started) {
            return shop.control("settle", started, Map.of());
        }

        @Override
        String path(StartedCheckout started, EffectAction action) {
            Answer order = order(started);
            return switch (action) {
                case CAPTURE ->
                    "/v2/payments/authorizations/" + order.at(PAYMENTS + "authorizations.0.id") + "/capture";
                case RELEASE -> "/v2/payments/authorizations/" + order.at(PAYMENTS + "authorizations.0.id") + "/void";
                default -> "/v2/payments/captures/" + order.at(PAYMENTS + "captures.0.id") + "/refund";
            };
        }

        @Override
        List<Integer> done(StartedCheckout started) {
            Answer order = order(started);
            return List.of(size(order, "captures"), size(order, "refunds"));
        }

        private static int size(Answer order, String list) {
            return Json.asObject(order.at("purchase_units.0.payments")).get(list) instanceof List<?> all
                    ? all.size()
                    : 0;
        }
    }
}
