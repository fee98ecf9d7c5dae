package streamerapi.checkouts;

import org.jspecify.annotations.Nullable;
import streamerapi.connections.ProviderConnection;
import streamerapi.shared.connectors.Processor;

/// The translation of one processor's events. It may ask the processor.
public interface PaymentEvents {

    /// The processor.
    Processor processor();

    /// The fact in an event; null if it has none, or is about a payment of another system.
    ///
    /// @throws streamerapi.connections.ProviderException.Unavailable if the processor has to be asked and does not
    /// answer: the event comes again
    @Nullable
    PaymentFact read(ProviderConnection connection, ProcessorEvent event);
}
