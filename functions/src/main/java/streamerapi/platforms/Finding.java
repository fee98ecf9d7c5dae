package streamerapi.platforms;

import java.util.List;
import java.util.function.UnaryOperator;

import streamerapi.connections.ProviderConnection;

/// What a check of a connection found.
///
/// @param change the connection as it should be written
/// @param repaired the types of events whose subscription was made anew
record Finding(UnaryOperator<ProviderConnection> change, List<String> repaired) {}
