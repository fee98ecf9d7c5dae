package streamerapi.chat;

import streamerapi.commands.AiMemory;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// A service that answers prompts.
@FunctionalInterface
public interface AiText {

    /// The answer to a prompt.
    ///
    /// @param before the exchanges that the command remembers, the oldest first
    /// @param within how long it may take
    /// @return empty if there is none in time
    Optional<String> answer(String prompt, List<AiMemory.Exchange> before, Duration within);
}
