package streamerapi.paypal;

import streamerapi.checkouts.Checkout;
import streamerapi.connections.ApplicationCredentials;
import streamerapi.connections.ProviderException;
import streamerapi.providers.JsonFields;
import streamerapi.shared.calls.JsonCall;
import streamerapi.shared.lambda.LogLine;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;

/// The orders of an application at PayPal.
final class PayPalOrders {

    private static final String PATH = "/v2/checkout/orders/";

    /// The issues of an order whose donor has not approved it, or has more to do on PayPal's page.
    private static final Set<String> NOT_APPROVED = Set.of("ORDER_NOT_APPROVED", "PAYER_ACTION_REQUIRED");

    private static final Set<String> TAKEN_BEFORE = Set.of("ORDER_ALREADY_CAPTURED", "ORDER_ALREADY_AUTHORIZED");

    private final PayPalApi api;

    PayPalOrders(PayPalApi api) {
        this.api = api;
    }

    /// The state of an order after an attempt to complete it.
    enum Completion {
        /// PayPal accepted the request, now or earlier; the order has the outcome.
        TAKEN,
        /// The donor has not approved it.
        NOT_APPROVED,
        /// PayPal does not take the payment: the means of payment does not pay, PayPal forbids it to a party, or the
        /// application has no such order, because its streamer has connected another account since.
        DECLINED
    }

    /// Reads an order.
    ///
    /// @throws ProviderException.Refused with status 404 if the application has none with this id
    PayPalOrder read(ApplicationCredentials credentials, String id) {
        return PayPalOrder.of(api.body(credentials, api.get(PATH + encoded(id))));
    }

    /// Makes an order.
    ///
    /// @throws ProviderException.Refused which names PayPal's issue
    JsonFields create(ApplicationCredentials credentials, String requestId, Map<String, ?> body) {
        JsonCall.Answer answer = api.once(credentials, PATH.substring(0, PATH.length() - 1), requestId, body);
        if (!answer.isSuccess()) {
            String message = "paypal answers " + answer.status() + " " + PayPalApi.issue(answer);
            throw PayPalApi.isOfAmount(answer)
                    ? new ProviderException.AmountRefused(answer.status(), message)
                    : new ProviderException.Refused(answer.status(), message);
        }
        return new JsonFields(answer.body());
    }

    /// Charges or authorizes an order that its donor approved. The request's id follows from the checkout, so that it
    /// is done once, whether the donor's return or PayPal's event asks for it. The log has a line about a payment that
    /// PayPal does not take, which names PayPal's issue.
    ///
    /// @throws ProviderException.Refused if PayPal does not say why, or does not accept the credentials
    Completion complete(ApplicationCredentials credentials, String id, Checkout checkout, boolean isHold) {
        JsonCall.Answer answer = api.once(
                credentials,
                PATH + encoded(id) + (isHold ? "/authorize" : "/capture"),
                checkout.orderId() + ":complete",
                Map.of());
        String issue = PayPalApi.issue(answer);
        if (answer.isSuccess() || TAKEN_BEFORE.contains(issue)) {
            return Completion.TAKEN;
        }
        if (NOT_APPROVED.contains(issue)) {
            return Completion.NOT_APPROVED;
        }
        if (issue.isEmpty()) {
            throw api.refused(answer.status());
        }
        LogLine.of("payment refused")
                .with("tenant_id", checkout.tenantId())
                .with("provider", "paypal")
                .with("checkout", checkout.orderId())
                .with("status", answer.status())
                .with("issue", issue)
                .write();
        return Completion.DECLINED;
    }

    private static String encoded(String id) {
        return URLEncoder.encode(id, StandardCharsets.UTF_8);
    }
}
