package streamerapi.service.model;

/// One call of the API.
///
/// @param orderId the tip that it names; empty if it names none
record QueueOperation(Action action, String orderId) {}
