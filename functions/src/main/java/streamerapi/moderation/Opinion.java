package streamerapi.moderation;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.text.ViewerText;

import java.util.Map;

/// A moderation service's answer about a tip.
///
/// @param reason why, in the service's words, cut to 500 characters and cleaned as a viewer's text is, because it can
/// quote one; null if it gave none
public record Opinion(Action action, @Nullable String reason) {

    /// The action that the service asks for.
    public enum Action {
        /// It goes on.
        ALLOW,
        /// It waits for a moderator's decision.
        HOLD,
        /// It stays out.
        BLOCK,
        /// The service did not say; the tip waits for a moderator's decision.
        UNAVAILABLE
    }

    /// The answer that lets a tip go on.
    public static final Opinion ALLOWED = new Opinion(Action.ALLOW, null);

    /// The result if the service did not answer.
    static final Opinion NONE = new Opinion(Action.UNAVAILABLE, null);

    private static final int MAX_REASON_CHARS = 500;

    /// Reads an answer: `{action, reason}`. An answer with another action counts as none.
    static Opinion of(Map<String, @Nullable Object> answer) {
        if (!(answer.get("action") instanceof String label)) {
            return NONE;
        }
        String reason = answer.get("reason") instanceof String text && !ViewerText.isBlank(text)
                ? ViewerText.cut(ViewerText.cleaned(text), MAX_REASON_CHARS)
                : null;
        return switch (label) {
            case "allow" -> ALLOWED;
            case "hold" -> new Opinion(Action.HOLD, reason);
            case "block" -> new Opinion(Action.BLOCK, reason);
            default -> NONE;
        };
    }
}
