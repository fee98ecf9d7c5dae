package streamerapi.tips;

import streamerapi.effects.EffectHandler;
import streamerapi.shared.effects.EffectAction;

import java.util.Map;

/// The parts that decide about payments, for every function that needs some of them.
///
/// @param intake the way in for tips
/// @param review the decisions about held tips
/// @param held the money that processors hold
/// @param refunds the money that they give back
public record Payments(TipIntake intake, HeldTips review, HeldPayments held, Refunds refunds) {

    /// The handlers of the effects about payments.
    public Map<EffectAction, EffectHandler> handlers() {
        return Map.of(EffectAction.CAPTURE, held, EffectAction.RELEASE, held, EffectAction.REFUND, refunds);
    }
}
