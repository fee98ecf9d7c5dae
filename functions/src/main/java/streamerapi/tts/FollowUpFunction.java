package streamerapi.tts;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.events.EventType;
import streamerapi.shared.events.Warnings;
import streamerapi.shared.json.Json;
import streamerapi.shared.lambda.Environment;
import streamerapi.shared.lambda.QueueFunction;
import streamerapi.shared.lambda.Services;

import java.time.Instant;
import java.util.Map;
import java.util.Objects;

/// Does what must follow an event of the TTS queue: warns of a claim that has grown old, and takes cleared tips out of
/// the index.
///
/// The fan-out sends it the event, at once or when the time has come, so nothing that an event asks for can be lost.
public final class FollowUpFunction extends QueueFunction {

    private final TtsQueue queue;
    private final Warnings warnings;

    public FollowUpFunction() {
        this(Environment.ofProcess());
    }

    public FollowUpFunction(Environment environment) {
        super(environment);
        Services services = new Services(environment);
        this.queue = new TtsQueue(services.table(), services.ids(), services.clock());
        this.warnings = services.warnings();
    }

    @Override
    protected void handle(String message) {
        Map<String, @Nullable Object> fields = Json.asObject(Json.read(message));
        String tenantId = (String) Objects.requireNonNull(fields.get("tenant_id"));
        Map<String, @Nullable Object> event = Json.asObject(fields.get("event"));
        EventType type =
                EventType.of((String) Objects.requireNonNull(event.get("type"))).orElseThrow();
        switch (type) {
            case QUEUE_TTS_STARTED -> warnOfStaleClaim(tenantId, event);
            case QUEUE_TTS_CLEARED -> queue.sweep(tenantId);
            default -> throw new IllegalArgumentException("Nothing follows " + type.label());
        }
    }

    private void warnOfStaleClaim(String tenantId, Map<String, @Nullable Object> event) {
        Map<String, @Nullable Object> data = Json.asObject(event.get("data"));
        String orderId =
                (String) Objects.requireNonNull(Json.asObject(data.get("tip")).get("order_id"));
        Instant created = Instant.parse((String) Objects.requireNonNull(event.get("created")));
        Instant claimedAt = queue.claimStillHeld(tenantId, orderId, created);
        if (claimedAt == null) {
            return;
        }
        warnings.raiseHourly(
                tenantId,
                "claim_stale#tts#" + orderId + "#" + claimedAt.toEpochMilli(),
                Warnings.event(
                        "claim_stale",
                        "A tip was claimed more than ten minutes ago, and neither finished nor released",
                        Map.of("order_id", orderId, "queue", "tts", "claimed_at", claimedAt)));
    }
}
