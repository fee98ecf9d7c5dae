package streamerapi.localstack.processors;

import com.fasterxml.jackson.databind.node.ObjectNode;
import streamerapi.localstack.standins.StandInAnswer;
import streamerapi.localstack.standins.StandInRefusal;

/// Refusals in the form that Stripe gives them.
final class StripeRefusals {

    private static final String INVALID = "invalid_request_error";

    private StripeRefusals() {}

    /// A parameter that is wrong.
    ///
    /// @param code  empty for none
    static StandInRefusal parameter(String code, String param, String message) {
        ObjectNode error = error(INVALID, code, message);
        error.put("param", param);
        return refusal(400, error);
    }

    static StandInRefusal missing(String param) {
        return parameter("parameter_missing", param, "Missing required param: " + param + ".");
    }

    /// An object that there is not, or not in the mode of the key.
    static StandInRefusal none(String kind, String id, String param) {
        ObjectNode error = error(INVALID, "resource_missing", "No such " + kind + ": '" + id + "'");
        error.put("param", param);
        return refusal(404, error);
    }

    /// A request that the state of an object does not allow.
    static StandInRefusal state(String code, String message) {
        return refusal(400, error(INVALID, code, message));
    }

    /// A payment intent that is not in a state for what was asked.
    static StandInRefusal state(ObjectNode intent, String done, String possible) {
        ObjectNode error = error(
                INVALID,
                "payment_intent_unexpected_state",
                "This PaymentIntent could not be %s because it has a status of %s. Only a PaymentIntent with one of the following statuses may be %s: %s."
                        .formatted(done, intent.path("status").asText(), done, possible));
        error.set("payment_intent", intent);
        return refusal(400, error);
    }

    static StandInRefusal key(String shown) {
        return refusal(401, error(INVALID, "", "Invalid API Key provided: " + shown));
    }

    static StandInRefusal noKey() {
        return refusal(
                401,
                error(
                        INVALID,
                        "",
                        "You did not provide an API key. You need to provide your API key in the Authorization header,"
                                + " using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY')."));
    }

    static StandInRefusal otherParameters() {
        return refusal(
                400,
                error(
                        "idempotency_error",
                        "",
                        "Keys for idempotent requests can only be used with the same parameters they were first used"
                                + " with."));
    }

    static StandInRefusal inUse() {
        return refusal(
                409,
                error(
                        "idempotency_error",
                        "idempotency_key_in_use",
                        "There is currently another in-progress request using this Stripe-Idempotency-Key."));
    }

    static StandInRefusal unknownPath(String method, String path) {
        return refusal(
                404,
                error(INVALID, "", "Unrecognized request URL (" + method + ": " + path + "). The stand-in has none."));
    }

    private static ObjectNode error(String type, String code, String message) {
        ObjectNode error = StandInProcessor.node().put("message", message).put("type", type);
        return code.isEmpty() ? error : error.put("code", code);
    }

    private static StandInRefusal refusal(int status, ObjectNode error) {
        ObjectNode body = StandInProcessor.node();
        body.set("error", error);
        return new StandInRefusal(StandInAnswer.json(status, body));
    }
}
