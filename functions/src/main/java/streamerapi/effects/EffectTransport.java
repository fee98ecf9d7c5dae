package streamerapi.effects;

import streamerapi.shared.effects.Effect;
import streamerapi.shared.effects.EffectResult;

import java.time.Duration;

/// A way to a platform or a payment processor. It carries an effect there and says what is known afterwards.
@FunctionalInterface
public interface EffectTransport {

    /// The longest time that a party has to answer, from connecting to the last byte.
    Duration TIMEOUT = Duration.ofSeconds(5);

    /// Asks the party once, and waits for its answer. The same effect can be carried out again: its id is the same.
    EffectResult carryOut(String tenantId, Effect effect);
}
