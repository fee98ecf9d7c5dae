package streamerapi.localstack.processors;

import com.fasterxml.jackson.databind.node.ObjectNode;
import streamerapi.localstack.standins.RandomText;
import streamerapi.localstack.standins.StandInAnswer;
import streamerapi.localstack.standins.StandInRefusal;

/// Refusals in the form that PayPal gives them.
final class PayPalRefusals {

    private PayPalRefusals() {}

    /// A request that is no good, whatever the state of things.
    static StandInRefusal invalid(String issue, String field, String description) {
        return refusal(
                400,
                "INVALID_REQUEST",
                "Request is not well-formed, syntactically incorrect, or violates schema.",
                issue,
                field,
                description);
    }

    static StandInRefusal missing(String field) {
        return invalid("MISSING_REQUIRED_PARAMETER", field, "A required field / parameter is missing.");
    }

    /// A request that what it is about does not allow.
    static StandInRefusal unprocessable(String issue, String description) {
        return refusal(
                422,
                "UNPROCESSABLE_ENTITY",
                "The requested action could not be performed, semantically incorrect, or failed business validation.",
                issue,
                "",
                description);
    }

    static StandInRefusal none() {
        return refusal(
                404,
                "RESOURCE_NOT_FOUND",
                "The specified resource does not exist.",
                "INVALID_RESOURCE_ID",
                "",
                "Specified resource ID does not exist. Please check the resource ID and try again.");
    }

    static StandInRefusal inProgress() {
        return refusal(
                409,
                "RESOURCE_CONFLICT",
                "The server has detected a conflict while processing this request.",
                "PREVIOUS_REQUEST_IN_PROGRESS",
                "",
                "A previous request on this resource is currently in progress. Please wait for some time and try again.");
    }

    /// A refusal of the webhooks' API, which has no details.
    static StandInRefusal plain(int status, String name, String message) {
        return new StandInRefusal(StandInAnswer.json(status, error(name, message)));
    }

    /// A refusal of the tokens' API.
    static StandInRefusal token(int status, String error, String description) {
        return new StandInRefusal(StandInAnswer.json(
                status, StandInProcessor.node().put("error", error).put("error_description", description)));
    }

    private static ObjectNode error(String name, String message) {
        return StandInProcessor.node().put("name", name).put("message", message).put("debug_id", RandomText.secret(13));
    }

    private static StandInRefusal refusal(
            int status, String name, String message, String issue, String field, String description) {
        ObjectNode error = error(name, message);
        ObjectNode detail = error.putArray("details").addObject();
        if (!field.isEmpty()) {
            detail.put("field", field).put("location", "body");
        }
        detail.put("issue", issue).put("description", description);
        error.putArray("links")
                .addObject()
                .put("href", "https://developer.paypal.com/api/rest/reference/orders/v2/errors/#" + issue)
                .put("rel", "information_link")
                .put("method", "GET");
        return new StandInRefusal(StandInAnswer.json(status, error));
    }
}
