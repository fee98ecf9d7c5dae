package streamerapi.tips;

/// The fate of a tip that is not paid yet, as far as it can be told before.
public enum Prospect {
    /// It will enter the queue.
    ENTERS,
    /// It will wait for a moderator's decision.
    WAITS,
    /// The account's filter or its moderation service will keep it out.
    STAYS_OUT
}
