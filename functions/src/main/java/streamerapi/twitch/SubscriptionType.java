package streamerapi.twitch;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/// The types of EventSub that a connection subscribes to, each with its version, its condition, and the scope without
/// which Twitch refuses it (Twitch, "EventSub Subscription Types").
enum SubscriptionType {
    FOLLOW("channel.follow", "2", "moderator:read:followers", "broadcaster_user_id", "moderator_user_id"),
    SUBSCRIBE("channel.subscribe", "1", "channel:read:subscriptions", "broadcaster_user_id"),
    SUBSCRIPTION_MESSAGE("channel.subscription.message", "1", "channel:read:subscriptions", "broadcaster_user_id"),
    SUBSCRIPTION_GIFT("channel.subscription.gift", "1", "channel:read:subscriptions", "broadcaster_user_id"),
    CHEER("channel.cheer", "1", "bits:read", "broadcaster_user_id"),
    RAID("channel.raid", "1", null, "to_broadcaster_user_id"),
    REDEMPTION(
            "channel.channel_points_custom_reward_redemption.add",
            "1",
            "channel:manage:redemptions",
            "broadcaster_user_id"),
    CHAT_MESSAGE("channel.chat.message", "1", "user:read:chat", "broadcaster_user_id", "user_id"),
    ONLINE("stream.online", "1", null, "broadcaster_user_id"),
    OFFLINE("stream.offline", "1", null, "broadcaster_user_id");

    private final String label;
    private final String version;
    private final @Nullable String scope;
    private final String conditionFields;

    SubscriptionType(String label, String version, @Nullable String scope, String... conditionFields) {
        this.label = label;
        this.version = version;
        this.scope = scope;
        this.conditionFields = String.join(" ", conditionFields);
    }

    /// The type as Twitch names it.
    String label() {
        return label;
    }

    String version() {
        return version;
    }

    /// The scope that it needs, or null.
    @Nullable
    String scope() {
        return scope;
    }

    /// Its condition for a channel: every field is the streamer's own id.
    Map<String, String> condition(String broadcasterId) {
        return Arrays.stream(conditionFields.split(" ", -1))
                .collect(Collectors.toMap(Function.identity(), field -> broadcasterId));
    }
}
