package streamerapi.moderation;

import org.jspecify.annotations.Nullable;
import streamerapi.settings.ModerationSettings;
import streamerapi.shared.calls.ExternalCalls;
import streamerapi.shared.connectors.Platform;

/// A moderation service: it is shown what a viewer wrote before others see or hear it.
@FunctionalInterface
public interface Moderation {

    /// The fields of a tip that the moderation service gets.
    ///
    /// @param source of the tip: for example `api`
    /// @param name as the viewer wrote it
    /// @param message as the viewer wrote it, or null
    /// @param platform the viewer's, or null
    /// @param userId the viewer's id there, or null
    record Question(
            String tenantId,
            String source,
            String name,
            @Nullable String message,
            @Nullable Platform platform,
            @Nullable String userId) {}

    /// The service's opinion; that it is unavailable if it does not answer in time.
    ///
    /// @param settings of the account; the service is enabled
    /// @param calls of the request or message that brought the tip
    Opinion judge(Question question, ModerationSettings settings, ExternalCalls calls);

    /// The opinion of an account's service; that the tip may go on if the account has none.
    default Opinion ask(Question question, ModerationSettings settings, ExternalCalls calls) {
        return settings.enabled() ? judge(question, settings, calls) : Opinion.ALLOWED;
    }
}
