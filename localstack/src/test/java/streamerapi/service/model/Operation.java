package streamerapi.service.model;

/// One call of the API.
///
/// @param orderId the tip that it names; empty where it names none
record Operation(Action action, String orderId) {}
