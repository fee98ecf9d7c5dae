package streamerapi.hooks;

/// The result of a verified call.
sealed interface Reception {

    /// Nothing: it is about something that the service does not take.
    ///
    /// @param why for the log
    record Ignored(String why) implements Reception {}

    /// The platform asks whether the address is ours, and is answered with its challenge.
    ///
    /// @param message tells which subscription was verified with it
    record Challenged(String challenge, ReceivedMessage message) implements Reception {}

    /// Something for the account.
    record Taken(ReceivedMessage message) implements Reception {}
}
