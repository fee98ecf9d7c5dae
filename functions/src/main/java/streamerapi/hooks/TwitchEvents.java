package streamerapi.hooks;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

import static streamerapi.hooks.EventFields.ID;
import static streamerapi.hooks.EventFields.LINE;
import static streamerapi.hooks.EventFields.NAME;
import static streamerapi.hooks.EventFields.TEXT;

/// The events of Twitch's EventSub, as messages of a connector.
final class TwitchEvents {

    private TwitchEvents() {}

    /// The message that an event becomes; null if it becomes none.
    ///
    /// @param type of the subscription: `channel.follow`
    /// @param id of Twitch's message
    /// @param at when Twitch sent it
    /// @throws streamerapi.shared.problems.Problem `bad_request` if the event lacks a field of its type
    static @Nullable PlatformEvent of(String type, String id, Instant at, EventFields event) {
        return switch (type) {
            case "channel.follow" -> new PlatformEvent(id, "follow", at, user(event, ""));
            case "channel.subscribe" ->
                event.flag("is_gift") ? null : new PlatformEvent(id, "sub", at, withTier(user(event, ""), event));
            case "channel.subscription.message" -> new PlatformEvent(id, "resub", at, resub(event));
            case "channel.subscription.gift" -> new PlatformEvent(id, "gift_sub", at, gift(event));
            case "channel.cheer" -> new PlatformEvent(id, "cheer", at, cheer(event));
            case "channel.raid" -> new PlatformEvent(id, "raid", at, raid(event));
            case "channel.channel_points_custom_reward_redemption.add" ->
                new PlatformEvent(id, PlatformEvent.REDEMPTION, at, redemption(event));
            case "channel.chat.message" ->
                isOfAnotherChannel(event) ? null : new PlatformEvent(id, PlatformEvent.LINE, at, line(event));
            case "stream.online" -> new PlatformEvent(id, PlatformEvent.ONLINE, at, began(event));
            case "stream.offline" -> new PlatformEvent(id, "stream.offline", at, new LinkedHashMap<>());
            default -> null;
        };
    }

    /// When a stream began. Its end has no time but that of the message, so the times of messages are compared.
    private static Map<String, @Nullable Object> began(EventFields event) {
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        data.put("started_at", event.time("started_at").toString());
        return data;
    }

    /// Whether a line was written in another channel, with which the chat is shared.
    private static boolean isOfAnotherChannel(EventFields event) {
        String source = event.textOrNull("source_broadcaster_user_id", ID);
        return source != null && !source.equals(event.text("broadcaster_user_id", ID));
    }

    private static Map<String, @Nullable Object> user(EventFields event, String prefix) {
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        String login = event.text(prefix + "user_login", NAME);
        data.put("user_id", event.text(prefix + "user_id", NAME));
        data.put("user_name", Objects.requireNonNullElse(event.textOrNull(prefix + "user_name", NAME), login));
        data.put("user_login", login);
        return data;
    }

    /// The giver, unless the giver stays anonymous.
    private static Map<String, @Nullable Object> giver(EventFields event) {
        boolean isAnonymous = event.flag("is_anonymous");
        Map<String, @Nullable Object> data = isAnonymous ? new LinkedHashMap<>() : user(event, "");
        data.put("is_anonymous", isAnonymous);
        return data;
    }

    private static Map<String, @Nullable Object> withTier(Map<String, @Nullable Object> data, EventFields event) {
        long tier =
                switch (event.text("tier", NAME)) {
                    case "2000" -> 2;
                    case "3000" -> 3;
                    default -> 1;
                };
        data.put("tier", tier);
        return data;
    }

    private static Map<String, @Nullable Object> resub(EventFields event) {
        Map<String, @Nullable Object> data = withTier(user(event, ""), event);
        data.put("months", event.number("cumulative_months"));
        EventFields message = event.objectOrNull("message");
        data.put("sub_message", message == null ? null : message.textOrNull("text", TEXT));
        return data;
    }

    private static Map<String, @Nullable Object> gift(EventFields event) {
        Map<String, @Nullable Object> data = withTier(giver(event), event);
        data.put("total", event.number("total"));
        return data;
    }

    private static Map<String, @Nullable Object> cheer(EventFields event) {
        Map<String, @Nullable Object> data = giver(event);
        data.put("bits", event.number("bits"));
        data.put("message", event.textOrNull("message", TEXT));
        return data;
    }

    private static Map<String, @Nullable Object> raid(EventFields event) {
        Map<String, @Nullable Object> data = user(event, "from_broadcaster_");
        data.put("viewers", event.number("viewers"));
        return data;
    }

    private static Map<String, @Nullable Object> redemption(EventFields event) {
        EventFields reward = event.object("reward");
        Map<String, @Nullable Object> data = user(event, "");
        data.put("redemption_id", event.text("id", ID));
        data.put("reward_id", reward.text("id", ID));
        data.put("reward_title", reward.text("title", TEXT));
        data.put("reward_cost", reward.number("cost"));
        data.put("user_input", event.textOrNull("user_input", TEXT));
        data.put("status", event.text("status", NAME));
        data.put("redeemed_at", event.time("redeemed_at"));
        data.put("broadcaster_id", event.text("broadcaster_user_id", ID));
        return data;
    }

    private static Map<String, @Nullable Object> line(EventFields event) {
        Set<String> badges = event.objects("badges").stream()
                .map(badge -> badge.text("set_id", ID))
                .collect(Collectors.toUnmodifiableSet());
        Map<String, @Nullable Object> data = user(event, "chatter_");
        data.put("message_id", event.text("message_id", ID));
        data.put("text", event.object("message").textOrNull("text", LINE));
        data.put("is_mod", badges.contains("moderator") || badges.contains("lead_moderator"));
        data.put("is_broadcaster", badges.contains("broadcaster"));
        data.put("is_subscriber", badges.contains("subscriber") || badges.contains("founder"));
        data.put("is_vip", badges.contains("vip"));
        data.put("is_bot", badges.contains("bot-badge"));
        data.put("color", event.textOrNull("color", NAME));
        data.put("emotes", emotes(event.object("message")));
        return data;
    }

    /// The emotes of a message, each by the word that stands for it.
    private static List<Map<String, Object>> emotes(EventFields message) {
        Set<ChatEmote> emotes = new LinkedHashSet<>();
        for (EventFields fragment : message.objects("fragments")) {
            EventFields emote = fragment.objectOrNull("emote");
            String name = fragment.textOrNull("text", NAME);
            if (emote != null && name != null) {
                emotes.add(new ChatEmote(name, emote.text("id", ID)));
            }
        }
        return emotes.stream().map(ChatEmote::fields).toList();
    }
}
