package streamerapi.connections;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.effects.Effect;
import streamerapi.shared.effects.EffectAction;
import streamerapi.shared.effects.EffectResult;

/// The effects that a platform carries out by its own API (connectors "What the service asks of them").
public interface PlatformEffects {

    /// The scope that an action needs; null if the platform has no such action.
    @Nullable
    String scope(EffectAction action);

    /// Asks the platform once, and waits for its answer. The answer of a chat line has its `message_id`.
    ///
    /// @param effect of an action that the platform has
    /// @throws ProviderException as of [PlatformClient]; [ProviderException.Refused] with status 401 if the token does
    /// not hold
    EffectResult carryOut(AccountAccess access, Effect effect);
}
