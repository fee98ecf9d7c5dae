package streamerapi.checkouts;

import org.jspecify.annotations.Nullable;
import streamerapi.connections.ProviderConnection;
import streamerapi.shared.connectors.Processor;

/// A processor that a donor can choose.
///
/// @param connection the account's; null on the preview of a page whose account has connected none
public record AvailableProcessor(
        Processor processor, @Nullable ProviderConnection connection) {

    /// Whether no real money is moved.
    public boolean isTest() {
        return connection != null && connection.isTest();
    }
}
