package streamerapi.localstack.functions;

/// One call of a function: its logical id, the request id of its context, and the event.
@SuppressWarnings("ArrayRecordComponent")
public record Invocation(String function, String requestId, byte[] payload) {}
