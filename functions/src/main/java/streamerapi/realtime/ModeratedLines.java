package streamerapi.realtime;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.events.EventType;
import streamerapi.shared.events.LoggedEvent;
import streamerapi.shared.json.Json;

import java.util.Map;
import java.util.Set;

/// The frame that overlays which show chat get of `chat.moderated`: whose lines to take off. The event itself has
/// words that were kept off the stream, so no overlay is sent it.
final class ModeratedLines {

    private static final Set<String> REMOVING = Set.of("delete", "timeout", "ban");

    private ModeratedLines() {}

    /// The frame that an event becomes; null if it takes nothing off the stream.
    static byte @Nullable [] frame(LoggedEvent event) {
        if (!event.is(EventType.CHAT_MODERATED) || !event.hasHappened()) {
            return null;
        }
        Map<String, @Nullable Object> data =
                Json.asObject(Json.asObject(Json.read(event.body())).get("data"));
        return data.get("action") instanceof String action
                        && REMOVING.contains(action)
                        && data.get("platform") instanceof String platform
                        && data.get("target_user_id") instanceof String userId
                ? Frames.chatRemoved(platform, userId, null, event.created())
                : null;
    }
}
