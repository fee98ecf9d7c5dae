package streamerapi.localstack.platforms;

import com.fasterxml.jackson.databind.JsonNode;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The EventSub types that the stand-in knows, with their conditions and what they need of whom.
enum TwitchTopic {
    FOLLOW("channel.follow", "2", "broadcaster_user_id moderator_user_id", "moderator:read:followers"),
    SUBSCRIBE("channel.subscribe", "1", "broadcaster_user_id", "channel:read:subscriptions"),
    RESUBSCRIBE("channel.subscription.message", "1", "broadcaster_user_id", "channel:read:subscriptions"),
    GIFT("channel.subscription.gift", "1", "broadcaster_user_id", "channel:read:subscriptions"),
    CHEER("channel.cheer", "1", "broadcaster_user_id", "bits:read"),
    RAID("channel.raid", "1", "to_broadcaster_user_id", ""),
    REDEMPTION(
            "channel.channel_points_custom_reward_redemption.add",
            "1",
            "broadcaster_user_id",
            "channel:read:redemptions channel:manage:redemptions"),
    CHAT("channel.chat.message", "1", "broadcaster_user_id user_id", "user:read:chat"),
    ONLINE("stream.online", "1", "broadcaster_user_id", ""),
    OFFLINE("stream.offline", "1", "broadcaster_user_id", "");

    private final String type;
    private final String version;
    private final String condition;
    private final String scopes;

    /// @param condition the fields that a condition must have, the broadcaster's id first, with spaces between
    /// @param scopes    with spaces between: one of them is needed
    TwitchTopic(String type, String version, String condition, String scopes) {
        this.type = type;
        this.version = version;
        this.condition = condition;
        this.scopes = scopes;
    }

    static Optional<TwitchTopic> of(String type) {
        return Arrays.stream(values()).filter(topic -> topic.type.equals(type)).findFirst();
    }

    static Optional<TwitchTopic> of(String type, String version) {
        return of(type).filter(topic -> topic.version.equals(version));
    }

    String type() {
        return type;
    }

    List<String> condition() {
        return List.of(condition.split(" "));
    }

    /// The field of a condition, and of an event, that has the broadcaster's id.
    String broadcasterField() {
        return condition().getFirst();
    }

    /// Whether the people in a condition allowed the app what this needs.
    boolean allowed(OAuthServer oauth, String clientId, JsonNode condition) {
        String broadcaster = condition.path(broadcasterField()).asText();
        return switch (this) {
            case FOLLOW ->
                one(oauth.scopes(clientId, condition.path("moderator_user_id").asText()))
                        && condition.path("moderator_user_id").asText().equals(broadcaster);
            case CHAT -> {
                Set<String> ofReader =
                        oauth.scopes(clientId, condition.path("user_id").asText());
                yield one(ofReader)
                        && ofReader.contains("user:bot")
                        && oauth.scopes(clientId, broadcaster).contains("channel:bot");
            }
            case SUBSCRIBE, RESUBSCRIBE, GIFT, CHEER, RAID, REDEMPTION, ONLINE, OFFLINE ->
                one(oauth.scopes(clientId, broadcaster));
        };
    }

    /// Whether this ends with the authorization of the person in a condition.
    boolean needsAuthorization() {
        return !scopes.isEmpty();
    }

    private boolean one(Set<String> granted) {
        return scopes.isEmpty() || Arrays.stream(scopes.split(" ")).anyMatch(granted::contains);
    }
}
