package streamerapi.events;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.events.LoggedEvent;
import streamerapi.shared.json.Json;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/// What must be done after an event, and when.
final class FollowUp {

    private static final Duration CLAIM_GROWS_OLD = Duration.ofMinutes(10);

    private FollowUp() {}

    /// How long after the event its follow-up is due, or null where nothing follows.
    static @Nullable Duration delay(LoggedEvent event) {
        return switch (event.type()) {
            case QUEUE_TTS_STARTED -> CLAIM_GROWS_OLD;
            case QUEUE_TTS_CLEARED -> Duration.ZERO;
            default -> null;
        };
    }

    /// The message that asks for it.
    static String message(LoggedEvent event) {
        Map<String, @Nullable Object> message = new LinkedHashMap<>();
        message.put("tenant_id", event.tenantId());
        message.put("event", Json.read(event.body()));
        return Json.writeText(message);
    }
}
