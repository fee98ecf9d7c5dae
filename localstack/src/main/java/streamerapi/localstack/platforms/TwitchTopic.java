package streamerapi.localstack.platforms;

import com.fasterxml.jackson.databind.JsonNode;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The EventSub types that the stand-in knows, with their conditions and what they need of whom.
enum TwitchTopic {
    FOLLOW(
            "channel.follow",
            "2",
            List.of("broadcaster_user_id", "moderator_user_id"),
            Set.of("moderator:read:followers")),
    SUBSCRIBE("channel.subscribe", "1", List.of("broadcaster_user_id"), Set.of("channel:read:subscriptions")),
    RESUBSCRIBE(
            "channel.subscription.message", "1", List.of("broadcaster_user_id"), Set.of("channel:read:subscriptions")),
    GIFT("channel.subscription.gift", "1", List.of("broadcaster_user_id"), Set.of("channel:read:subscriptions")),
    CHEER("channel.cheer", "1", List.of("broadcaster_user_id"), Set.of("bits:read")),
    RAID("channel.raid", "1", List.of("to_broadcaster_user_id"), Set.of()),
    REDEMPTION(
            "channel.channel_points_custom_reward_redemption.add",
            "1",
            List.of("broadcaster_user_id"),
            Set.of("channel:read:redemptions", "channel:manage:redemptions")),
    CHAT("channel.chat.message", "1", List.of("broadcaster_user_id", "user_id"), Set.of("user:read:chat")),
    ONLINE("stream.online", "1", List.of("broadcaster_user_id"), Set.of()),
    OFFLINE("stream.offline", "1", List.of("broadcaster_user_id"), Set.of());

    private final String type;
    private final String version;
    private final List<String> condition;
    private final Set<String> scopes;

    /// @param condition the fields that a condition must have, the broadcaster's id first
    /// @param scopes    one of these is needed
    TwitchTopic(String type, String version, List<String> condition, Set<String> scopes) {
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
        return condition;
    }

    /// The field of a condition, and of an event, that has the broadcaster's id.
    String broadcasterField() {
        return condition.getFirst();
    }

    /// Whether the people in a condition allowed the app what this needs.
    boolean allowed(OAuthServer oauth, String clientId, JsonNode condition) {
        String broadcaster = condition.path(broadcasterField()).asText();
        return switch (this) {
            case FOLLOW -> one(oauth.scopes(clientId, condition.path("moderator_user_id").asText()))
                    && condition.path("moderator_user_id").asText().equals(broadcaster);
            case CHAT -> {
                Set<String> ofReader = oauth.scopes(clientId, condition.path("user_id").asText());
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
        return scopes.isEmpty() || scopes.stream().anyMatch(granted::contains);
    }
}
