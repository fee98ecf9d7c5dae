package streamerapi.tips;

import org.jspecify.annotations.Nullable;
import streamerapi.connectors.IngestTypes;
import streamerapi.effects.EffectHandler;
import streamerapi.effects.Effects;
import streamerapi.media.VideoSites;
import streamerapi.moderation.Opinion;
import streamerapi.shared.effects.EffectAction;
import streamerapi.shared.events.Actor;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Table;

import java.math.BigDecimal;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

/// The parts that decide about payments, wired as [Payments] wires them, with effects of the caller's.
public final class PaymentDecisions {

    private final HeldTips review;
    private final HeldPayments held;
    private final Refunds refunds;
    private final IngestTypes types;

    public PaymentDecisions(Table table, Effects effects, Ids ids, InstantSource clock) {
        TipMedia media = new TipMedia(table, new VideoSites("https://"), ids, clock);
        TipIntake intake = new TipIntake(table, media, (question, settings, calls) -> Opinion.ALLOWED, ids, clock);
        Decisions decisions = new Decisions(table, media, tenantId -> List.of(), ids, clock);
        held = new HeldPayments(table, decisions, new LateCaptures(table, decisions), clock);
        review = new HeldTips(table, decisions, held, effects, clock);
        refunds = new Refunds(table, review, tenantId -> List.of(), ids, clock);
        PaymentIntake payments = new PaymentIntake(table, intake, held, refunds, clock);
        types = payments.ofProcessors(payments.addedTo(IngestTypes.none()));
    }

    /// The handlers of the processors' messages.
    public IngestTypes types() {
        return types;
    }

    /// The handlers of the effects about payments.
    public Map<EffectAction, EffectHandler> handlers() {
        return Map.of(EffectAction.CAPTURE, held, EffectAction.RELEASE, held, EffectAction.REFUND, refunds);
    }

    /// A moderator approves a tip, or keeps it out.
    ///
    /// @param isRefunded of a rejection: whether captured money is asked back
    public Outcome<String> decide(String tenantId, String orderId, boolean isApproved, boolean isRefunded, Actor by) {
        return (isApproved
                        ? review.approve(tenantId, orderId, true, true, by)
                        : review.reject(tenantId, orderId, null, isRefunded, by))
                .map(HeldTip.Decision::label);
    }

    /// The streamer asks for a refund.
    ///
    /// @param amount null for all that is left
    public Outcome<?> refund(String tenantId, String orderId, @Nullable BigDecimal amount) {
        return refunds.request(tenantId, orderId, amount);
    }

    /// The time of a hold is over.
    public Outcome<?> holdTimedOut(String tenantId, String orderId) {
        return review.holdTimedOut(tenantId, orderId);
    }
}
