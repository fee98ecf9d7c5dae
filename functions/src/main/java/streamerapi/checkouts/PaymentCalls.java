package streamerapi.checkouts;

import streamerapi.connections.ProviderConnection;
import streamerapi.shared.connectors.Processor;
import streamerapi.shared.effects.Effect;
import streamerapi.shared.effects.EffectResult;

/// The effects about payments, as one processor's own API carries them out.
public interface PaymentCalls {

    /// The processor.
    Processor processor();

    /// Asks the processor once to capture, release or refund the payment of a checkout, under an idempotency key that
    /// follows from the effect's id. A payment that already has the requested state counts as done.
    ///
    /// @throws streamerapi.connections.ProviderException if it refuses, or it is not known whether it did it
    EffectResult carryOut(ProviderConnection connection, Checkout checkout, Effect effect);
}
