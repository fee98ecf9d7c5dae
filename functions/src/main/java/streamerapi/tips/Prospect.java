package streamerapi.tips;

/// The expected result of a tip that is not paid yet, as far as it is known in advance.
public enum Prospect {
    /// It will enter the queue.
    ENTERS,
    /// It will wait for a moderator's decision.
    WAITS,
    /// The account's filter or its moderation service will keep it out.
    STAYS_OUT
}
