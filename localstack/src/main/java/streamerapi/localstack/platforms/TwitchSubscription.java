package streamerapi.localstack.platforms;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/// An EventSub subscription.
///
/// @param number counts them; a page of the list goes on after one
record TwitchSubscription(
        long number,
        String id,
        String clientId,
        String status,
        String type,
        String version,
        JsonNode condition,
        String callback,
        String secret,
        String createdAt) {

    static final String PENDING = "webhook_callback_verification_pending";
    static final String FAILED = "webhook_callback_verification_failed";
    static final String ENABLED = "enabled";

    TwitchTopic topic() {
        return TwitchTopic.of(type, version).orElseThrow();
    }

    String broadcaster() {
        return condition.path(topic().broadcasterField()).asText();
    }

    TwitchSubscription withStatus(String other) {
        return new TwitchSubscription(
                number, id, clientId, other, type, version, condition, callback, secret, createdAt);
    }

    TwitchSubscription withNumber(long other) {
        return new TwitchSubscription(
                other, id, clientId, status, type, version, condition, callback, secret, createdAt);
    }

    /// Whether this is, but for its secret, what another asks for.
    boolean doubles(TwitchSubscription other) {
        return clientId.equals(other.clientId)
                && type.equals(other.type)
                && version.equals(other.version)
                && condition.equals(other.condition)
                && callback.equals(other.callback);
    }

    /// As lists and messages show it: without the secret.
    ObjectNode json() {
        ObjectNode json = StandInPlatform.node()
                .put("id", id)
                .put("status", status)
                .put("type", type)
                .put("version", version);
        json.set("condition", condition);
        json.putObject("transport").put("method", "webhook").put("callback", callback);
        return json.put("created_at", createdAt).put("cost", cost());
    }

    /// Nothing if a person allowed it.
    int cost() {
        return topic().needsAuthorization() ? 0 : 1;
    }
}
