package streamerapi.effects;

import streamerapi.shared.effects.Effect;
import streamerapi.shared.effects.EffectResult;
import streamerapi.shared.events.Outcome;

/// The decisions about the results of an action's effects.
public interface EffectHandler {

    /// Whether the effect is still wanted. An effect that is not, because a message of the party has decided before,
    /// is not carried out. Unless the handler says more, it is.
    default boolean isOpen(String tenantId, Effect effect) {
        return true;
    }

    /// Decides about a result. It only reads, and may run more than once, and for a result that was decided before.
    Outcome<?> settle(String tenantId, Effect effect, EffectResult result);
}
