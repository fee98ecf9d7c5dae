package streamerapi.localstack.functions;

/// A fault of one call that a function makes to AWS.
public enum CallFault {
    /// The table takes no more at the moment: a call is refused, a transaction is cancelled.
    THROTTLED,
    /// A transaction holds a row that the call writes. Reads do not meet it.
    CONFLICT,
    /// The rows of one partition, with those of their index, have reached 10 GB. Reads do not meet it.
    COLLECTION_FULL,
    /// The function's process dies before the call.
    KILLED_BEFORE,
    /// The function's process dies when the call has been made, and its answer not seen.
    KILLED_AFTER
}
