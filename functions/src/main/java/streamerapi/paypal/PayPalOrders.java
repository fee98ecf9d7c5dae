package streamerapi.paypal;

import streamerapi.connections.ApplicationCredentials;
import streamerapi.connections.ProviderException;
import streamerapi.providers.JsonFields;
import streamerapi.shared.calls.JsonCall;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;

/// The orders of an application at PayPal.
final class PayPalOrders {

    private static final String PATH = "/v2/checkout/orders/";

    /// Refusals of a donor's means of payment, after which the donor can choose another on PayPal's page.
    private static final Set<String> DECLINED =
            Set.of("INSTRUMENT_DECLINED", "PAYER_CANNOT_PAY", "TRANSACTION_REFUSED", "PAYER_ACCOUNT_RESTRICTED");

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
        /// The means of payment does not pay.
        DECLINED
    }

    /// Reads an order.
    ///
    /// @throws ProviderException.Refused with status 404 if the application has none with this id
    PayPalOrder read(ApplicationCredentials credentials, String id) {
        return PayPalOrder.of(api.body(credentials, api.get(PATH + encoded(id))));
    }

    /// Makes an order.
    JsonFields create(ApplicationCredentials credentials, String requestId, Map<String, ?> body) {
        JsonCall.Answer answer = api.once(credentials, PATH.substring(0, PATH.length() - 1), requestId, body);
        if (!answer.isSuccess()) {
            throw new ProviderException.Refused(
                    answer.status(), "paypal answers " + answer.status() + " " + PayPalApi.issue(answer));
        }
        return new JsonFields(answer.body());
    }

    /// Charges or authorizes an order that its donor approved. The request's id follows from the checkout, so that it
    /// is done once, whether the donor's return or PayPal's event asks for it.
    ///
    /// @param reference the checkout's order id
    Completion complete(ApplicationCredentials credentials, String id, String reference, boolean isHold) {
        JsonCall.Answer answer = api.once(
                credentials,
                PATH + encoded(id) + (isHold ? "/authorize" : "/capture"),
                reference + ":complete",
                Map.of());
        if (answer.isSuccess()) {
            return Completion.TAKEN;
        }
        String issue = PayPalApi.issue(answer);
        if (issue.equals("ORDER_NOT_APPROVED")) {
            return Completion.NOT_APPROVED;
        }
        if (issue.equals("ORDER_ALREADY_CAPTURED") || issue.equals("ORDER_ALREADY_AUTHORIZED")) {
            return Completion.TAKEN;
        }
        if (DECLINED.contains(issue)) {
            return Completion.DECLINED;
        }
        throw new ProviderException.Refused(answer.status(), "paypal answers " + answer.status() + " " + issue);
    }

    private static String encoded(String id) {
        return URLEncoder.encode(id, StandardCharsets.UTF_8);
    }
}
