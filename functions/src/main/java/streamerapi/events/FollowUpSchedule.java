package streamerapi.events;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.events.EventType;
import streamerapi.shared.events.LoggedEvent;
import streamerapi.shared.json.Json;
import streamerapi.tips.Holds;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/// When the follow-up of an event is due, and the message that asks for it.
final class FollowUpSchedule {

    private static final Duration CLAIM_GROWS_OLD = Duration.ofMinutes(10);

    private static final Duration MAX_PLAYING_TIME = Duration.ofDays(1);

    private FollowUpSchedule() {}

    /// When the event's follow-up is due, or null if nothing follows. A stream record that comes twice gives the same
    /// time.
    static @Nullable Instant due(LoggedEvent event) {
        EventType type = event.knownType().orElse(null);
        if (type == null || !event.hasHappened()) {
            return null;
        }
        return switch (type) {
            case QUEUE_TTS_STARTED -> event.created().plus(CLAIM_GROWS_OLD);
            case TIP_HELD -> isPaymentHeld(event) ? event.created().plus(Holds.TIMEOUT) : null;
            case QUEUE_TTS_CLEARED, TIP_REVIEWED, TIP_BLOCKED -> event.created();
            case ALPHA_CHANNEL_POINT_REDEMPTION -> isManaged(event) ? event.created() : null;
            case QUEUE_MEDIA_STARTED -> event.created().plus(CLAIM_GROWS_OLD).plus(playingTime(event));
            default -> null;
        };
    }

    /// Whether a processor holds the money of a tip that is held.
    private static boolean isPaymentHeld(LoggedEvent event) {
        return "held".equals(data(event).get("payment_state"));
    }

    /// Whether the service may resolve a redemption by itself.
    private static boolean isManaged(LoggedEvent event) {
        return Boolean.TRUE.equals(data(event).get("is_managed"));
    }

    private static Map<String, @Nullable Object> data(LoggedEvent event) {
        return Json.asObject(Json.asObject(Json.read(event.body())).get("data"));
    }

    /// How long a video plays, if its site has told: a claim is not old before it has ended.
    private static Duration playingTime(LoggedEvent event) {
        Map<String, @Nullable Object> media = Json.asObject(data(event).get("media"));
        long seconds = seconds(media, "video_duration") - seconds(media, "media_start_time");
        return Duration.ofSeconds(Math.clamp(seconds, 0, MAX_PLAYING_TIME.toSeconds()));
    }

    private static long seconds(Map<String, @Nullable Object> media, String name) {
        return ((BigDecimal) Objects.requireNonNull(media.get(name))).longValueExact();
    }

    /// The message that asks for a follow-up. It names when the follow-up is due, because SQS can hand it out earlier.
    static String message(LoggedEvent event, Instant due) {
        Map<String, @Nullable Object> message = new LinkedHashMap<>();
        message.put("tenant_id", event.tenantId());
        message.put("due", due.toEpochMilli());
        message.put("event", Json.read(event.body()));
        return Json.writeText(message);
    }
}
