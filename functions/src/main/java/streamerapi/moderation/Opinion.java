package streamerapi.moderation;

import org.jspecify.annotations.Nullable;

import java.util.Locale;
import java.util.Map;

/// What a moderation service says of a tip.
///
/// @param reason why, in the service's words, up to 500 characters; null if it gave none
public record Opinion(Action action, @Nullable String reason) {

    /// What becomes of the tip.
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

    /// That a tip may go on.
    public static final Opinion ALLOWED = new Opinion(Action.ALLOW, null);

    /// That the service did not say.
    static final Opinion NONE = new Opinion(Action.UNAVAILABLE, null);

    private static final int MAX_REASON_CHARS = 500;

    /// What an answer says: `{action, reason}`. An answer with another action says nothing.
    static Opinion of(Map<String, @Nullable Object> answer) {
        if (!(answer.get("action") instanceof String label)) {
            return NONE;
        }
        String reason = answer.get("reason") instanceof String text && text.length() <= MAX_REASON_CHARS ? text : null;
        return switch (label.toLowerCase(Locale.ROOT)) {
            case "allow" -> ALLOWED;
            case "hold" -> new Opinion(Action.HOLD, reason);
            case "block" -> new Opinion(Action.BLOCK, reason);
            default -> NONE;
        };
    }
}
