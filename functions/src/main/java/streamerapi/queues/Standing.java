package streamerapi.queues;

/// The list that a queue's item is in, by the place in its row.
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
