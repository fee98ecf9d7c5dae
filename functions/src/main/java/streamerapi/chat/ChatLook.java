package streamerapi.chat;

import org.jspecify.annotations.Nullable;
import streamerapi.connectors.IngestMessage;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// How a line of chat looks on a stream: badges, the colour of the name, emotes. Parts of another form are left out,
/// because a line can be shown without them.
///
/// @param isBot whether the platform says that a bot wrote it
/// @param colour `#rrggbb`; null if the platform does not say
/// @param emotes the platform's ids of the emotes in the text, by the words that stand for them
record ChatLook(
        List<String> badges, boolean isBot, @Nullable String colour, Map<String, String> emotes) {

    private static final Pattern COLOUR = Pattern.compile("#[0-9a-fA-F]{6}");
    private static final Pattern EMOTE_ID = Pattern.compile("[A-Za-z0-9_-]{1,100}");
    private static final Pattern EMOTE_NAME = Pattern.compile("\\S{1,100}");
    private static final int MAX_EMOTES = 50;

    /// A badge of a line, by the flag that the message has for it.
    private static final Map<String, String> BADGES = badgesOfFlags();

    /// The look that a connector's message tells of.
    static ChatLook read(IngestMessage message) {
        Map<String, @Nullable Object> data = message.data();
        List<String> badges = new ArrayList<>();
        BADGES.forEach((flag, badge) -> {
            if (Boolean.TRUE.equals(data.get(flag))) {
                badges.add(badge);
            }
        });
        String colour =
                data.get("color") instanceof String text && COLOUR.matcher(text).matches() ? text : null;
        return new ChatLook(badges, Boolean.TRUE.equals(data.get("is_bot")), colour, emotes(data.get("emotes")));
    }

    private static Map<String, String> emotes(@Nullable Object sent) {
        Map<String, String> emotes = new LinkedHashMap<>();
        if (sent instanceof List<?> list) {
            list.stream().limit(MAX_EMOTES).forEach(element -> {
                if (element instanceof Map<?, ?> emote
                        && emote.get("name") instanceof String name
                        && emote.get("id") instanceof String id
                        && EMOTE_NAME.matcher(name).matches()
                        && EMOTE_ID.matcher(id).matches()) {
                    emotes.put(name, id);
                }
            });
        }
        return emotes;
    }

    private static Map<String, String> badgesOfFlags() {
        Map<String, String> badges = new LinkedHashMap<>();
        badges.put("is_broadcaster", "broadcaster");
        badges.put("is_mod", "moderator");
        badges.put("is_vip", "vip");
        badges.put("is_subscriber", "subscriber");
        return badges;
    }
}
