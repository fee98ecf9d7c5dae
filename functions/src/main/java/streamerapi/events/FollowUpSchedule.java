package streamerapi.events;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.events.EventType;
import streamerapi.shared.events.LoggedEvent;
import streamerapi.shared.json.Json;
import streamerapi.tips.HeldPayments;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/// The times at which the follow-ups of events are due, and the messages that ask for them.
final class FollowUpSchedule {

    private static final Duration CLAIM_GROWS_OLD = Duration.ofMinutes(10);

    private static final Duration MAX_PLAYING_TIME = Duration.ofDays(1);

    /// The fields that follow-ups read.
    private static final Set<String> FIELDS = Set.of("order_id", "decision");

    private FollowUpSchedule() {}

    /// The time at which the event's follow-up is due, or null if nothing follows. A stream record that comes twice
    /// gives the same time.
    static @Nullable Instant due(LoggedEvent event) {
        EventType type = event.knownType().orElse(null);
        if (type == null || !event.hasHappened()) {
            return null;
        }
        return switch (type) {
            case QUEUE_TTS_STARTED -> event.created().plus(CLAIM_GROWS_OLD);
            case TIP_HELD -> isPaymentHeld(event) ? event.created().plus(holdOf(event)) : null;
            case QUEUE_TTS_CLEARED, TIP_REVIEWED -> event.created();
            case QUEUE_MEDIA_STARTED -> event.created().plus(CLAIM_GROWS_OLD).plus(playingTime(event));
            default -> null;
        };
    }

    /// Whether a processor holds the money of a tip that is held.
    private static boolean isPaymentHeld(LoggedEvent event) {
        return "held".equals(data(event).get("payment_state"));
    }

    private static Duration holdOf(LoggedEvent event) {
        return HeldPayments.timeout(String.valueOf(data(event).get("source")));
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
        message.put("event", withoutTexts(Json.asObject(Json.read(event.body()))));
        return Json.writeText(message);
    }

    /// An event with the fields of its data that follow-ups read. The message can wait for days, so it has no text of a
    /// person.
    private static Map<String, @Nullable Object> withoutTexts(Map<String, @Nullable Object> event) {
        Map<String, @Nullable Object> kept = new LinkedHashMap<>(event);
        kept.put("data", idsOf(Json.asObject(event.get("data"))));
        kept.remove("actor");
        return kept;
    }

    private static Map<String, @Nullable Object> idsOf(Map<String, @Nullable Object> data) {
        Map<String, @Nullable Object> ids = new LinkedHashMap<>();
        data.forEach((name, value) -> {
            if (value instanceof Map<?, ?>) {
                ids.put(name, idsOf(Json.asObject(value)));
            } else if (FIELDS.contains(name)) {
                ids.put(name, value);
            }
        });
        return ids;
    }
}
