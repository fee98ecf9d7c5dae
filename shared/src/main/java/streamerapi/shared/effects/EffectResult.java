package streamerapi.shared.effects;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.Map;

/// The result of asking a party for an effect.
public sealed interface EffectResult {

    /// The party did it.
    ///
    /// @param answer what it said: a message's id in its chat, for example
    record Done(Map<String, @Nullable Object> answer) implements EffectResult {}

    /// The party said that it did not do it and will not, or the account has no such party.
    ///
    /// @param reason for the log and for warnings: `status 404`
    /// @param cause why, as far as an answer to a caller depends on it
    record Refused(String reason, Cause cause) implements EffectResult {

        /// A refusal whose cause makes no difference.
        public Refused(String reason) {
            this(reason, Cause.OTHER);
        }
    }

    /// The reason for which a party refused.
    enum Cause {
        /// The subject was resolved before, as it is asked for now.
        DONE_BEFORE,
        /// The subject was resolved before, and not as it is asked for now.
        DONE_OTHERWISE,
        /// The subject was resolved before, and it is not known how.
        DECIDED,
        /// The party does not have the subject.
        NOT_FOUND,
        /// Any other reason.
        OTHER
    }

    /// Whether the party did it is not known.
    ///
    /// @param retryAfter how long the party asks to be left alone; null if it does not say
    record Unknown(String reason, @Nullable Duration retryAfter) implements EffectResult {}

    /// The party was asked as often as it may be, and whether it did it is still not known.
    record GivenUp(String reason) implements EffectResult {}
}
