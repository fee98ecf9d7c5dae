package streamerapi.chat;

import org.jspecify.annotations.Nullable;
import streamerapi.connectors.IngestMessage;
import streamerapi.shared.connectors.Platform;
import streamerapi.shared.events.EventSchema;
import streamerapi.shared.events.EventType;

import java.util.List;

/// Chat moderation did something about a message (`chat.moderated`).
///
/// @param enforced false if the platform did not do it
/// @param durationSeconds of a timeout
/// @param feature what caught the message
public record ChatModerated(
        Platform platform,
        String action,
        boolean enforced,
        @Nullable Long durationSeconds,
        String targetUserId,
        String targetLogin,
        String targetName,
        String feature,
        @Nullable String matchedTerm,
        @Nullable String message,
        @Nullable String reason) {

    private static final List<String> ACTIONS = List.of("warn", "delete", "timeout", "ban");
    private static final int MAX_NAME = 100;
    private static final int MAX_TEXT = 2_000;

    public static final EventSchema<ChatModerated> EVENT = EventSchema.of(EventType.CHAT_MODERATED, s -> {
        s.choice("platform", ChatModerated::platform, Platform.ALL)
                .doc("One of the two streaming platforms.")
                .sample(Platform.ALPHA);
        s.text("action", ChatModerated::action).sample("timeout");
        s.flag("enforced", ChatModerated::enforced)
                .doc("False when the platform-side action failed.")
                .sample(true);
        s.integer("duration_seconds", ChatModerated::durationSeconds)
                .between(0, Long.MAX_VALUE)
                .orNull()
                .doc("Of a timeout.")
                .sample(600L);
        s.anyText("target_user_id", ChatModerated::targetUserId).sample("90217745");
        s.anyText("target_login", ChatModerated::targetLogin).sample("bargain_bot");
        s.anyText("target_name", ChatModerated::targetName).sample("bargain_bot");
        s.anyText("feature", ChatModerated::feature)
                .doc("The feature that caught the message.")
                .sample("blocked_terms");
        s.anyText("matched_term", ChatModerated::matchedTerm).orNull().sample("cheap followers");
        s.anyText("message", ChatModerated::message).orNull().sample("Get cheap followers today");
        s.anyText("reason", ChatModerated::reason).orNull().sample("Blocked term: cheap followers");
    });

    /// The event that a connector's message becomes.
    ///
    /// @throws streamerapi.shared.problems.Problem `bad_request` with `field`
    static ChatModerated read(IngestMessage message) {
        ChatFields fields = new ChatFields(message.data());
        return new ChatModerated(
                message.platform(),
                fields.oneOf("action", ACTIONS),
                fields.flag("enforced", true),
                fields.wholeOrNull("duration_seconds"),
                fields.text("target_user_id", MAX_NAME),
                fields.text("target_login", MAX_NAME),
                fields.text("target_name", MAX_NAME),
                fields.text("feature", MAX_NAME),
                fields.textOrNull("matched_term", MAX_TEXT),
                fields.textOrNull("message", MAX_TEXT),
                fields.textOrNull("reason", MAX_TEXT));
    }
}
