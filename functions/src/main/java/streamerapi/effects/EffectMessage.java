package streamerapi.effects;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.effects.Effect;
import streamerapi.shared.json.Json;
import streamerapi.shared.queues.MessageGroups;

import java.time.Instant;
import java.util.Map;

/// The message of the work queue that asks for an effect to be carried out.
///
/// @param subject of the effect
public record EffectMessage(String tenantId, String subject) {

    /// The only field of the messages.
    public static final String TASK = "effect";

    private static final String TENANT = "tenant_id";
    private static final String SUBJECT = "subject";
    private static final String DUE = "due";

    /// The text of a message that is sent at once.
    public static String of(String tenantId, String subject) {
        return Json.writeText(Map.of(TASK, Map.of(TENANT, tenantId, SUBJECT, subject)));
    }

    /// The text of a message that waits in the queue until the effect is due.
    public static String of(String tenantId, String subject, Instant due) {
        return Json.writeText(Map.of(TASK, Map.of(TENANT, tenantId, SUBJECT, subject, DUE, due.toEpochMilli())));
    }

    /// The message with these fields, which stand under [#TASK].
    public static EffectMessage of(Map<String, @Nullable Object> fields) {
        return new EffectMessage(Json.text(fields, TENANT), Json.text(fields, SUBJECT));
    }

    /// The group of an effect's messages: one account's requests to one party. If the party hangs, SQS hands out the
    /// messages of the other groups first.
    ///
    /// @param connector the party's label
    public static String group(String tenantId, String connector) {
        return MessageGroups.of(tenantId, connector);
    }

    /// The message group of an effect.
    static String group(String tenantId, Effect effect) {
        return group(tenantId, effect.connector().label());
    }
}
