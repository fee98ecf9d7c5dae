package streamerapi.shared.effects;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.connectors.Connector;

import java.time.Instant;
import java.util.Map;

/// A request to a platform or a payment processor that belongs to a change: it is written with the change, and made
/// until its outcome is known (contract "Ingest").
///
/// An account has one effect for each subject at a time. So nothing is asked about a payment or a redemption while the
/// outcome of an earlier request about it is unknown.
///
/// @param subject what it is about: `tip:tip_1790000000000_ab12cd`
/// @param connector the party that is asked
/// @param data what the party is told, by the contract's names
/// @param isAtOnce whether the process that commits the change carries it out, because its caller waits for the result
/// @param askedAt when the change asked for it; null if the change is being made
public record Effect(
        String subject,
        EffectAction action,
        Connector connector,
        Map<String, ? extends @Nullable Object> data,
        boolean isAtOnce,
        @Nullable Instant askedAt) {

    /// An effect that is carried out by the effects' queue.
    public Effect(
            String subject, EffectAction action, Connector connector, Map<String, ? extends @Nullable Object> data) {
        this(subject, action, connector, data, false, null);
    }

    /// This effect, carried out by the process that commits it. If that dies, the queue carries it out.
    public Effect atOnce() {
        return new Effect(subject, action, connector, data, true, askedAt);
    }

    /// Its id, the same each time that the party is asked: `payment.capture:tip:tip_1790000000000_ab12cd`.
    public String id() {
        return action.label() + ":" + subject;
    }
}
