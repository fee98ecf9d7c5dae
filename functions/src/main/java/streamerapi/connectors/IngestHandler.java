package streamerapi.connectors;

/// Decides what the messages of a type change. It reads, and changes nothing itself: what it returns is committed in
/// one transaction with the message's id, so that a message that comes again changes nothing again.
///
/// It can be called more than once for a message, and for a message that was committed before.
@FunctionalInterface
public interface IngestHandler {

    /// Decides about a message.
    ///
    /// @throws streamerapi.shared.problems.Problem if the message is refused: nothing is changed, and it can be sent
    /// again
    IngestDecision decide(IngestMessage message);
}
