package streamerapi.platforms;

import streamerapi.connections.ProviderConnection;

import java.util.List;
import java.util.function.UnaryOperator;

/// The finding of a connection's check.
///
/// @param change the connection as it should be written
/// @param repaired the types of events whose subscription was made anew
record Finding(UnaryOperator<ProviderConnection> change, List<String> repaired) {}
