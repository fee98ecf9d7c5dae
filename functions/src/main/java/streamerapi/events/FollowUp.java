package streamerapi.events;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.events.LoggedEvent;
import streamerapi.shared.json.Json;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/// What must be done after an event, and when.
final class FollowUp {

    private static final Duration CLAIM_GROWS_OLD = Duration.ofMinutes(10);

    private static final Duration LONGEST_VIDEO = Duration.ofDays(1);

    private FollowUp() {}

    /// How long after the event its follow-up is due, or null where nothing follows.
    static @Nullable Duration delay(LoggedEvent event) {
        return switch (event.type()) {
            case QUEUE_TTS_STARTED -> CLAIM_GROWS_OLD;
            case QUEUE_TTS_CLEARED -> Duration.ZERO;
            case QUEUE_MEDIA_STARTED -> CLAIM_GROWS_OLD.plus(playingTime(event));
            default -> null;
        };
    }

    /// How long a video plays, as far as anybody knows: a claim is not old before it has ended.
    private static Duration playingTime(LoggedEvent event) {
        Map<String, @Nullable Object> data =
                Json.asObject(Json.asObject(Json.read(event.body())).get("data"));
        Map<String, @Nullable Object> media = Json.asObject(data.get("media"));
        long seconds = seconds(media, "video_duration") - seconds(media, "media_start_time");
        return Duration.ofSeconds(Math.clamp(seconds, 0, LONGEST_VIDEO.toSeconds()));
    }

    private static long seconds(Map<String, @Nullable Object> media, String name) {
        return ((BigDecimal) Objects.requireNonNull(media.get(name))).longValueExact();
    }

    /// The message that asks for it.
    static String message(LoggedEvent event) {
        Map<String, @Nullable Object> message = new LinkedHashMap<>();
        message.put("tenant_id", event.tenantId());
        message.put("event", Json.read(event.body()));
        return Json.writeText(message);
    }
}
