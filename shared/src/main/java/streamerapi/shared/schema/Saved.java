package streamerapi.shared.schema;

/// A resource that a PUT has set.
///
/// @param isNew whether there was none before: answered with 201 instead of 200
public record Saved<T>(T value, boolean isNew) {}
