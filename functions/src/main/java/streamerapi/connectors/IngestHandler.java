package streamerapi.connectors;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.events.Actor;
import streamerapi.shared.events.Outcome;

import java.util.Map;

/// Decides what the messages of a type change. It reads, and changes nothing itself: what it returns is committed in
/// one transaction with the message's id, so that a message that comes again changes nothing again.
///
/// It can be called more than once for a message, and for a message that was committed before.
@FunctionalInterface
public interface IngestHandler {

    /// Decides about a message.
    ///
    /// @return what changes; the value has the fields that the answer carries besides `success` and `duplicate`, and is
    /// kept with the message's id
    /// @throws Problem if the message is refused: nothing is changed, and it can be sent again
    Outcome<Map<String, Object>> take(IngestMessage message);

    /// Decides about a message, and about what is done besides; the same as [#take] unless a handler has more to say.
    ///
    /// @throws Problem as above
    default IngestDecision decide(IngestMessage message) {
        return IngestDecision.of(take(message));
    }

    /// The actor of the events that the message causes; null for the system.
    default @Nullable Actor actor(IngestMessage message) {
        return null;
    }
}
