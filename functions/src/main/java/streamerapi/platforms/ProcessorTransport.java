package streamerapi.platforms;

import java.util.Objects;

import streamerapi.checkouts.Checkout;
import streamerapi.checkouts.PaymentCalls;
import streamerapi.connections.Provider;
import streamerapi.connections.ProviderConnection;
import streamerapi.connections.ProviderConnections;
import streamerapi.connections.ProviderException;
import streamerapi.effects.EffectTransport;
import streamerapi.shared.connectors.Processor;
import streamerapi.shared.effects.Effect;
import streamerapi.shared.effects.EffectResult;

/// The way to the payment processors: a payment of a checkout of ours goes to the processor itself, and any other to
/// its connector's address. It reads the payment's rows each time.
final class ProcessorTransport implements EffectTransport {

    private final ProviderConnections connections;
    private final Processors processors;
    private final EffectTransport others;

    /// @param others the way to everything that is not ours
    ProcessorTransport(ProviderConnections connections, Processors processors, EffectTransport others) {
        this.connections = connections;
        this.processors = processors;
        this.others = others;
    }

    @Override
    public EffectResult carryOut(String tenantId, Effect effect) {
        Processor processor = Processor.of(effect.connector().label()).orElse(null);
        PaymentCalls calls = processor == null ? null : processors.calls(processor);
        if (processor == null || calls == null || !(effect.data().get("payment_id") instanceof String paymentId)) {
            return others.carryOut(tenantId, effect);
        }
        Checkout checkout = processors.checkouts().byPayment(tenantId, processor, paymentId);
        if (checkout == null) {
            return others.carryOut(tenantId, effect);
        }
        ProviderConnection connection = connections.find(tenantId, Provider.of(processor.connector()));
        return connection == null
                ? new EffectResult.Refused("not connected")
                : asked(calls, connection, checkout, effect);
    }

    private static EffectResult asked(
            PaymentCalls calls, ProviderConnection connection, Checkout checkout, Effect effect) {
        try {
            return calls.carryOut(connection, checkout, effect);
        } catch (ProviderException.Refused refused) {
            return new EffectResult.Refused(Objects.requireNonNullElse(refused.getMessage(), "refused"));
        } catch (ProviderException.Unavailable unavailable) {
            return new EffectResult.Unknown(
                    Objects.requireNonNullElse(unavailable.getMessage(), "no answer"), unavailable.retryAfter());
        }
    }
}
