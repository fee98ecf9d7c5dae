package streamerapi.connectors;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.events.Actor;
import streamerapi.shared.events.Outcome;

import java.util.Map;

/// The decision about a message.
///
/// @param outcome what changes; the value has the fields that the answer carries besides `success` and `duplicate`, and
/// is kept with the message's id
/// @param actor the actor of the events; null for the system
/// @param isRemembered whether the message's id is kept, so that the message has no effect another time; false for one
/// that changes nothing and need not cost a write
public record IngestDecision(
        Outcome<Map<String, Object>> outcome, @Nullable Actor actor, boolean isRemembered) {

    /// A change of the system's that nothing follows.
    static IngestDecision of(Outcome<Map<String, Object>> outcome) {
        return new IngestDecision(outcome, null, true);
    }
}
