package streamerapi.hooks;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.text.ViewerText;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import static streamerapi.hooks.EventFields.ID;
import static streamerapi.hooks.EventFields.LINE;
import static streamerapi.hooks.EventFields.NAME;
import static streamerapi.hooks.EventFields.TEXT;

/// Kick's events, as messages of a connector.
final class KickEvents {

    /// `[emote:37226:KEKW]`, which is shown as an image.
    private static final Pattern EMOTE = Pattern.compile("\\[emote:([0-9]+):([^\\[\\]]*)]");

    /// How many recipients a gift names. Of a larger gift the first are named, and all are counted.
    private static final int MAX_RECIPIENTS = 1_000;

    private KickEvents() {}

    /// The message that an event becomes; null if it becomes none.
    ///
    /// @param type that the header claims; it is not signed, so an event that lacks the type's fields is refused
    /// @param id of Kick's message
    /// @param at when Kick sent it
    /// @throws Problem `bad_request` if the event lacks a field of its type
    static @Nullable PlatformEvent of(String type, String id, Instant at, EventFields event) {
        return switch (type) {
            case "channel.followed" -> new PlatformEvent(id, "follow", at, user(event.object("follower")));
            case "channel.subscription.new" -> new PlatformEvent(id, "sub", at, subscription(event));
            case "channel.subscription.renewal" -> new PlatformEvent(id, "resub", at, subscription(event));
            case "channel.subscription.gifts" -> new PlatformEvent(id, "gift_sub", at, gifts(event));
            case "kicks.gifted" -> new PlatformEvent(id, "paid_gift", at, kicks(event));
            case "chat.message.sent" -> line(at, event);
            case "livestream.status.updated" ->
                event.knownFlag("is_live")
                        ? new PlatformEvent(id, PlatformEvent.ONLINE, event.time("started_at"), new LinkedHashMap<>())
                        : new PlatformEvent(id, "stream.offline", event.timeOr("ended_at", at), new LinkedHashMap<>());
            default -> null;
        };
    }

    private static Map<String, @Nullable Object> user(EventFields user) {
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        String name = user.text("username", NAME);
        data.put("user_id", user.id("user_id"));
        data.put("user_name", name);
        data.put("user_login", Objects.requireNonNullElse(user.textOrNull("channel_slug", NAME), name));
        return data;
    }

    private static Map<String, @Nullable Object> giver(EventFields giver) {
        boolean isAnonymous = giver.flag("is_anonymous");
        Map<String, @Nullable Object> data = isAnonymous ? new LinkedHashMap<>() : user(giver);
        data.put("is_anonymous", isAnonymous);
        return data;
    }

    private static Map<String, @Nullable Object> subscription(EventFields event) {
        Map<String, @Nullable Object> data = user(event.object("subscriber"));
        data.put("months", event.number("duration"));
        return data;
    }

    private static Map<String, @Nullable Object> gifts(EventFields event) {
        Map<String, @Nullable Object> data = giver(event.object("gifter"));
        List<String> recipients = event.objects("giftees").stream()
                .map(giftee -> giftee.text("username", NAME))
                .toList();
        if (recipients.isEmpty()) {
            throw Problem.badField("giftees", "giftees is missing, or empty");
        }
        data.put("total", (long) recipients.size());
        data.put("gift_recipients", recipients.stream().limit(MAX_RECIPIENTS).toList());
        return data;
    }

    private static Map<String, @Nullable Object> kicks(EventFields event) {
        EventFields gift = event.object("gift");
        Map<String, @Nullable Object> data = giver(event.object("sender"));
        data.put("amount", gift.number("amount"));
        data.put("gift_name", gift.text("name", NAME));
        data.put("note", gift.textOrNull("message", TEXT));
        return data;
    }

    /// A line is known by its own id: that is signed, and a message's may be another's.
    private static PlatformEvent line(Instant at, EventFields event) {
        EventFields sender = event.object("sender");
        EventFields identity = sender.objectOrNull("identity");
        Set<String> badges = identity == null
                ? Set.of()
                : identity.objects("badges").stream()
                        .map(badge -> badge.text("type", ID))
                        .collect(Collectors.toUnmodifiableSet());
        String id = event.text("message_id", ID);
        String sent = event.text("content", LINE * 4);
        String content = EMOTE.matcher(sent).replaceAll("$2");
        Map<String, @Nullable Object> data = user(sender);
        data.put("message_id", id);
        data.put("text", ViewerText.cut(content, LINE));
        data.put("is_mod", badges.contains("moderator"));
        data.put(
                "is_broadcaster",
                sender.id("user_id").equals(event.object("broadcaster").id("user_id")));
        data.put("is_subscriber", badges.contains("subscriber"));
        data.put("is_vip", badges.contains("vip"));
        data.put("color", identity == null ? null : identity.textOrNull("username_color", NAME));
        data.put(
                "emotes",
                EMOTE.matcher(sent)
                        .results()
                        .map(emote -> new ChatEmote(emote.group(2), emote.group(1)))
                        .distinct()
                        .map(ChatEmote::fields)
                        .toList());
        return new PlatformEvent(id, PlatformEvent.LINE, at, data);
    }
}
