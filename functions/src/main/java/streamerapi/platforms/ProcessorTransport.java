package streamerapi.platforms;

import streamerapi.checkouts.Checkout;
import streamerapi.checkouts.PaymentCalls;
import streamerapi.connections.ConnectionStatus.Ending;
import streamerapi.connections.Provider;
import streamerapi.connections.ProviderConnection;
import streamerapi.connections.ProviderConnections;
import streamerapi.connections.ProviderException;
import streamerapi.effects.EffectTransport;
import streamerapi.shared.connectors.Processor;
import streamerapi.shared.effects.Effect;
import streamerapi.shared.effects.EffectResult;

import java.util.Objects;

/// The way to the payment processors: a payment of a checkout of ours goes to the processor itself, and any other to
/// its connector's address. It reads the payment's rows each time.
final class ProcessorTransport implements EffectTransport {

    private final ProviderConnections connections;
    private final Processors processors;
    private final StatusChanges changes;
    private final EffectTransport others;

    /// @param others the way to everything that is not ours
    ProcessorTransport(
            ProviderConnections connections, Processors processors, StatusChanges changes, EffectTransport others) {
        this.changes = changes;
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

    /// Credentials that do not hold any more end the connection. The payment is as it was, so it is asked for again:
    /// the streamer may have entered new ones by then.
    private EffectResult asked(PaymentCalls calls, ProviderConnection connection, Checkout checkout, Effect effect) {
        try {
            return calls.carryOut(connection, checkout, effect);
        } catch (ProviderException.Refused refused) {
            if (refused.isUnauthorized()) {
                changes.end(connection, Ending.INVALID_CREDENTIALS);
                return new EffectResult.Unknown("the credentials do not hold", null);
            }
            return new EffectResult.Refused(Objects.requireNonNullElse(refused.getMessage(), "refused"));
        } catch (ProviderException.Unavailable unavailable) {
            return new EffectResult.Unknown(
                    Objects.requireNonNullElse(unavailable.getMessage(), "no answer"), unavailable.retryAfter());
        }
    }
}
