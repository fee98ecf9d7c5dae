package streamerapi.platforms;

import org.jspecify.annotations.Nullable;
import streamerapi.connections.ChannelStream;
import streamerapi.connections.ProviderConnection;

import java.util.List;
import java.util.function.UnaryOperator;

/// The finding of a connection's check.
///
/// @param change the connection as it should be written
/// @param repaired the types of events whose subscription was made anew
/// @param stream the channel's stream; null if the platform did not tell it
record Finding(
        UnaryOperator<ProviderConnection> change,
        List<String> repaired,
        @Nullable ChannelStream stream) {

    /// A finding without repairs.
    Finding(UnaryOperator<ProviderConnection> change) {
        this(change, List.of(), null);
    }
}
