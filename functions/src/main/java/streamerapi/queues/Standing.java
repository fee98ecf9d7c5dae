package streamerapi.queues;

/// The list that an item of a queue stands in, which the place in its row says.
public enum Standing {
    /// In the queue, claimed or not.
    WAITING,
    /// In the history: played or skipped.
    PLAYED,
    /// Among the removed ones: it left the queue unplayed.
    REMOVED,
    /// In the list of those that wait for a decision.
    IN_REVIEW,
    /// In no list.
    NOWHERE
}
