package streamerapi.overlays;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.events.EventType;
import streamerapi.shared.events.LoggedEvent;
import streamerapi.shared.json.Json;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// The tips that left the queue unplayed, as the log tells it while it is read backwards: removed one by one, or
/// cleared with all that waited.
final class RemovedTips {

    private final Set<String> removed = new HashSet<>();
    private final Set<String> played = new HashSet<>();
    private boolean isCleared;

    /// Notes the next event, which is older than the others.
    void note(LoggedEvent event, Map<String, @Nullable Object> data) {
        if (!event.hasHappened()) {
            return;
        }
        if (event.is(EventType.QUEUE_TTS_REMOVED)) {
            removed.add(orderId(data));
        } else if (event.is(EventType.QUEUE_TTS_FINISHED) || event.is(EventType.QUEUE_TTS_SKIPPED)) {
            played.add(orderId(data));
        } else if (event.is(EventType.QUEUE_TTS_CLEARED)) {
            isCleared = true;
        }
    }

    /// Whether a new tip, which is older than all that was noted, left the queue unplayed.
    boolean has(LoggedEvent event, Map<String, @Nullable Object> data) {
        String orderId = orderId(data);
        return event.is(EventType.TIP_CREATED)
                && (removed.contains(orderId) || (isCleared && !played.contains(orderId)));
    }

    private static String orderId(Map<String, @Nullable Object> data) {
        Object tip = data.get("tip");
        return String.valueOf((tip == null ? data : Json.asObject(tip)).get("order_id"));
    }
}
