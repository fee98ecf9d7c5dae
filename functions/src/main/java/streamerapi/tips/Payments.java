package streamerapi.tips;

import streamerapi.connectors.Connectors;
import streamerapi.effects.EffectHandler;
import streamerapi.effects.Effects;
import streamerapi.shared.effects.EffectAction;
import streamerapi.shared.lambda.Services;

import java.util.Map;

/// The parts that decide about payments, for every function that needs some of them.
///
/// @param intake the way in for tips
/// @param review the decisions about held tips
/// @param held the money that processors hold
/// @param refunds the money that they give back
public record Payments(TipIntake intake, Review review, HeldPayments held, Refunds refunds) {

    /// Those of a function.
    public static Payments of(Services services) {
        TipIntake intake = TipsModule.intake(services);
        Effects effects = Effects.of(
                services, new Connectors(services.table(), services.clock(), services.environment()::optional));
        Decisions decisions = new Decisions(intake, services.clock());
        HeldPayments held = new HeldPayments(services.table(), decisions, new LateCaptures(intake), services.clock());
        Review review = new Review(services.table(), decisions, held, effects, services.clock());
        return new Payments(intake, review, held, new Refunds(services.table(), review, services.ids()));
    }

    /// The handlers of the effects about payments.
    public Map<EffectAction, EffectHandler> handlers() {
        return Map.of(EffectAction.CAPTURE, held, EffectAction.RELEASE, held, EffectAction.REFUND, refunds);
    }
}
