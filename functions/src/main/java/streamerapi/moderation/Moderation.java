package streamerapi.moderation;

import org.jspecify.annotations.Nullable;
import streamerapi.settings.ModerationSettings;

/// A moderation service: it is shown what a viewer wrote before others see or hear it.
@FunctionalInterface
public interface Moderation {

    /// What the service is shown.
    ///
    /// @param source of the tip: `api` for one
    /// @param name as the viewer wrote it
    /// @param message as the viewer wrote it, or null
    /// @param platform the viewer's, or null
    /// @param userId the viewer's id there, or null
    record Question(
            String tenantId,
            String source,
            String name,
            @Nullable String message,
            @Nullable String platform,
            @Nullable String userId) {}

    /// What the service says; that it is unavailable if it says nothing in time.
    ///
    /// @param settings of the account; the service is enabled
    Opinion judge(Question question, ModerationSettings settings);

    /// What the service of an account says; that the tip may go on if it has none.
    default Opinion ask(Question question, ModerationSettings settings) {
        return settings.enabled() ? judge(question, settings) : Opinion.ALLOWED;
    }
}
