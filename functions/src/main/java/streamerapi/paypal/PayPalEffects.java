package streamerapi.paypal;

import org.jspecify.annotations.Nullable;
import streamerapi.checkouts.Checkout;
import streamerapi.checkouts.PaymentCalls;
import streamerapi.connections.ApplicationCredentials;
import streamerapi.connections.ProviderConnection;
import streamerapi.connections.ProviderConnections;
import streamerapi.paypal.PayPalOrder.Movement;
import streamerapi.paypal.PayPalOrder.State;
import streamerapi.providers.JsonFields;
import streamerapi.shared.calls.JsonCall;
import streamerapi.shared.connectors.Processor;
import streamerapi.shared.effects.CapturedSum;
import streamerapi.shared.effects.Effect;
import streamerapi.shared.effects.EffectResult;
import streamerapi.shared.json.Json;

import java.math.BigDecimal;
import java.util.Map;
import java.util.Set;

/// Captures and voids authorizations, and refunds captures. The order is read first, which names them and says what is
/// done already. The request's id is the effect's, which follows from the tip.
public final class PayPalEffects implements PaymentCalls {

    private static final String AUTHORIZATIONS = "/v2/payments/authorizations/";
    private static final String CAPTURES = "/v2/payments/captures/";
    private static final Set<String> MOVED = Set.of("COMPLETED", "PENDING");
    private static final EffectResult DONE = new EffectResult.Done(Map.of());

    private final PayPalApi api;
    private final PayPalOrders orders;
    private final ProviderConnections connections;

    public PayPalEffects(PayPalApi api, ProviderConnections connections) {
        this.api = api;
        this.orders = new PayPalOrders(api);
        this.connections = connections;
    }

    @Override
    public Processor processor() {
        return Processor.WALLET;
    }

    @Override
    public EffectResult carryOut(ProviderConnection connection, Checkout checkout, Effect effect) {
        ApplicationCredentials credentials = connections.credentials(connection);
        PayPalOrder order = orders.read(credentials, Json.text(effect.data(), "payment_id"));
        return switch (effect.action()) {
            case CAPTURE -> captured(credentials, order, effect);
            case RELEASE -> released(credentials, order, effect);
            case REFUND -> refunded(credentials, order, effect);
            case CHAT_SEND, FULFILL, CANCEL ->
                new EffectResult.Refused("paypal takes no " + effect.action().label());
        };
    }

    private EffectResult captured(ApplicationCredentials credentials, PayPalOrder order, Effect effect) {
        Movement authorization = order.authorization();
        if (order.isCaptured() || isPending(order.capture())) {
            return charged(order.capture());
        }
        if (authorization == null || order.isHoldEnded()) {
            return new EffectResult.Refused("the authorization has ended");
        }
        JsonCall.Answer answer = api.once(
                credentials,
                AUTHORIZATIONS + authorization.id() + "/capture",
                effect.id(),
                Map.of("final_capture", true));
        EffectResult result = result(answer, "AUTHORIZATION_ALREADY_CAPTURED");
        if (!result.equals(DONE)) {
            return result;
        }
        return charged(
                answer.isSuccess()
                        ? Movement.of(new JsonFields(answer.body()))
                        : orders.read(credentials, order.id()).capture());
    }

    /// A capture, with the sum that the donor was charged if PayPal shows it.
    private static EffectResult charged(@Nullable Movement capture) {
        return capture == null ? DONE : new CapturedSum(capture.amount(), capture.currency()).done();
    }

    private EffectResult released(ApplicationCredentials credentials, PayPalOrder order, Effect effect) {
        Movement authorization = order.authorization();
        if (authorization == null || order.isCaptured() || isPending(order.capture())) {
            return new EffectResult.Refused(authorization == null ? "no authorization" : "it is captured");
        }
        if (order.isHoldEnded()) {
            return DONE;
        }
        JsonCall.Answer answer =
                api.once(credentials, AUTHORIZATIONS + authorization.id() + "/void", effect.id(), Map.of());
        return answer.isSuccess() ? DONE : result(answer, "PREVIOUSLY_VOIDED");
    }

    private EffectResult refunded(ApplicationCredentials credentials, PayPalOrder order, Effect effect) {
        Movement capture = order.capture();
        if (capture == null || !order.isCaptured()) {
            return new EffectResult.Refused("nothing is captured");
        }
        if (capture.state() == State.REFUNDED) {
            return DONE;
        }
        Map<String, Object> body = effect.data().get("amount") instanceof BigDecimal amount
                ? Map.of("amount", PayPalMoney.of(amount, capture.currency()))
                : Map.of();
        JsonCall.Answer answer = api.once(credentials, CAPTURES + capture.id() + "/refund", effect.id(), body);
        return result(answer, "CAPTURE_FULLY_REFUNDED");
    }

    /// A 2xx is done if the money has moved, or will.
    ///
    /// @param before the issue of a request that was carried out before
    private static EffectResult result(JsonCall.Answer answer, String before) {
        String issue = PayPalApi.issue(answer);
        if (answer.isSuccess()) {
            String status = new JsonFields(answer.body()).text("status");
            return MOVED.contains(status) ? DONE : new EffectResult.Refused("paypal says " + status);
        }
        return issue.equals(before)
                ? DONE
                : new EffectResult.Refused("paypal answers " + answer.status() + " " + issue);
    }

    private static boolean isPending(@Nullable Movement capture) {
        return capture != null && capture.state() == State.PENDING;
    }
}
