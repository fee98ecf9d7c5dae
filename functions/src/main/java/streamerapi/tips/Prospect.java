package streamerapi.tips;

/// The expected result of a tip that is not paid yet, as far as it is known in advance.
public sealed interface Prospect {

    /// It will enter the queue.
    record Enters() implements Prospect {}

    /// It will wait for a moderator's decision.
    record Waits(HeldTip.Reason reason) implements Prospect {}

    /// The account's filter or its moderation service will keep it out.
    record StaysOut() implements Prospect {}
}
