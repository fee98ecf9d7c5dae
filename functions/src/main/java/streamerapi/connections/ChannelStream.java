package streamerapi.connections;

import org.jspecify.annotations.Nullable;

import java.time.Instant;

/// A channel's stream, as its platform answers when it is asked. That answer can be minutes older than the platform's
/// events.
///
/// @param since the stream's beginning; null if none is live
public record ChannelStream(@Nullable Instant since) {}
