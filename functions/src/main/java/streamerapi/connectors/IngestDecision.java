package streamerapi.connectors;

import streamerapi.shared.events.Outcome;

import java.util.Map;

/// What a message leads to.
///
/// @param outcome what changes, and the fields of the answer
/// @param isRemembered whether the message's id is kept, so that the message has no effect another time; false for one
/// that changes nothing and need not cost a write
/// @param afterwards what is done once the change is committed: at most once, and not at all if the process dies in
/// between
public record IngestDecision(Outcome<Map<String, Object>> outcome, boolean isRemembered, Runnable afterwards) {

    /// A change that nothing follows.
    public static IngestDecision of(Outcome<Map<String, Object>> outcome) {
        return new IngestDecision(outcome, true, () -> {});
    }
}
