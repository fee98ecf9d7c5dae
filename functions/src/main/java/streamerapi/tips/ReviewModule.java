package streamerapi.tips;

import org.jspecify.annotations.Nullable;
import streamerapi.effects.EffectTransport;
import streamerapi.effects.Effects;
import streamerapi.overlays.OverlaysModule;
import streamerapi.shared.events.Actor;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Answer;
import streamerapi.shared.http.Endpoint;
import streamerapi.shared.http.Module;
import streamerapi.shared.lambda.Services;
import streamerapi.shared.schema.Schema;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;

import java.math.BigDecimal;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Function;

import static streamerapi.shared.auth.Role.MODERATOR;
import static streamerapi.shared.auth.Role.SUPER_ADMIN;
import static streamerapi.shared.events.EventType.MEDIA_CREATED;
import static streamerapi.shared.events.EventType.TIP_CREATED;
import static streamerapi.shared.events.EventType.TIP_REFUNDED;
import static streamerapi.shared.events.EventType.TIP_REVIEWED;
import static streamerapi.shared.problems.ErrorCode.ALREADY_RESOLVED;
import static streamerapi.shared.problems.ErrorCode.NOT_REFUNDABLE;

/// The review queue (contract "Dashboard").
public final class ReviewModule implements Module {

    private static final Answer<HeldTip.Decision> DECIDED = Answer.done(HeldTip.DECIDED);
    private static final Answer<HeldTip.Decision> UNKNOWN = DECIDED.withStatus(202);

    private final HeldTips review;
    private final Refunds refunds;

    public ReviewModule(Payments payments) {
        this.review = payments.review();
        this.refunds = payments.refunds();
    }

    /// The parts that decide about payments, for every function that needs some of them.
    ///
    /// @param processors the way to the payment processors
    public static Payments payments(Services services, EffectTransport processors) {
        Table table = services.table();
        InstantSource clock = services.clock();
        TipIntake intake = TipsModule.intake(services);
        Effects effects = new Effects(table, processors, services.work(), services.effectRetries(), clock);
        Function<String, List<Write>> rereading = tenantId -> OverlaysModule.rereading(services, tenantId);
        Decisions decisions = new Decisions(table, TipsModule.media(services), rereading, services.ids(), clock);
        HeldPayments held = new HeldPayments(table, decisions, new LateCaptures(table, decisions), clock);
        HeldTips review = new HeldTips(table, decisions, held, effects, clock);
        return new Payments(intake, review, held, new Refunds(table, review, rereading, services.ids(), clock));
    }

    /// The body that approves a tip.
    private record Approval(boolean allowTts, boolean allowMedia) {

        static final Schema<Approval> SCHEMA = Schema.of("Approval", "The parts of the tip that are let in.", s -> {
            var tts = s.flag("allow_tts", Approval::allowTts)
                    .orElse(true)
                    .doc("Whether the tip enters the TTS queue. If not, it still counts for its totals, and"
                            + " `tip.created` is not emitted.");
            var media = s.flag("allow_media", Approval::allowMedia)
                    .orElse(true)
                    .doc("Whether the tip's media enters the media queue. A video that the streamer has banned since"
                            + " stays out: `tip.reviewed` then has `allow_media` false.");
            return in -> new Approval(tts.of(in), media.of(in));
        });
    }

    /// The body that rejects a tip.
    private record Rejection(@Nullable String reason, boolean refund) {

        static final Schema<Rejection> SCHEMA = Schema.of("Rejection", "Why the tip is kept out.", s -> {
            var reason = s.text("reason", Rejection::reason)
                    .max(500)
                    .orNull()
                    .doc("A note for the team, which `tip.reviewed` carries.");
            var refund = s.flag("refund", Rejection::refund)
                    .orElse(false)
                    .doc("Whether a captured payment is refunded at once. A payment on hold is released in any case.");
            return in -> new Rejection(reason.of(in), refund.of(in));
        });
    }

    /// The body that asks for a refund.
    private record RefundRequest(@Nullable BigDecimal amount) {

        static final Schema<RefundRequest> SCHEMA =
                Schema.of("RefundRequest", "How much of a tip's payment is refunded.", s -> {
                    var amount = s.money("amount", RefundRequest::amount)
                            .between(0, 100_000_000)
                            .orNull()
                            .doc("In the tip's currency, more than 0, and whole if the currency has no decimals;"
                                    + " all that is left if it is not sent.")
                            .example(new BigDecimal("2.5"));
                    return in -> new RefundRequest(amount.of(in));
                });
    }

    @Override
    public List<Endpoint> endpoints() {
        return List.of(
                Endpoint.get("/held-tips", "listHeldTips", "Tips that wait for a decision")
                        .dashboard(MODERATOR)
                        .doc("The fields of `tip.held` for each, and the time it was held. Most recent first.")
                        .paged()
                        .answers(Answer.page("tips", HeldTip.LISTED))
                        .speculative()
                        .handles(call -> Outcome.of(review.page(call.tenantId(), call.limit(), call.before()))),
                Endpoint.post("/held-tips/{orderId}/approve", "approveHeldTip", "Let a held tip in")
                        .dashboard(MODERATOR)
                        .doc("The tip enters the end of the queue. A payment on hold is captured first; if the"
                                + " processor refuses, the tip expires. While the outcome is unknown, the answer is 202"
                                + " with `capturing`, and the processor is asked again; its answer or its own message"
                                + " then decides.")
                        .body(Approval.SCHEMA)
                        .answers(Answer.either(
                                decision -> decision == HeldTip.Decision.CAPTURING ? UNKNOWN : DECIDED,
                                List.of(DECIDED, UNKNOWN)))
                        .refuses(ALREADY_RESOLVED)
                        .emits(TIP_REVIEWED, TIP_CREATED, MEDIA_CREATED)
                        .handles(call -> review.approve(
                                call.tenantId(),
                                call.path("orderId"),
                                call.body().allowTts(),
                                call.body().allowMedia(),
                                Actor.of(call.principal()))),
                Endpoint.post("/held-tips/{orderId}/reject", "rejectHeldTip", "Keep a held tip out")
                        .dashboard(MODERATOR)
                        .doc("Rejects the tip for good. A payment on hold is released; the processor is asked until it"
                                + " answers. A captured payment is refunded if `refund` is true.")
                        .body(Rejection.SCHEMA)
                        .answers(Answer.done(HeldTip.DECIDED))
                        .refuses(ALREADY_RESOLVED, NOT_REFUNDABLE)
                        .emits(TIP_REVIEWED)
                        .handles(call -> review.reject(
                                call.tenantId(),
                                call.path("orderId"),
                                call.body().reason(),
                                call.body().refund(),
                                Actor.of(call.principal()))),
                Endpoint.post("/tips/{orderId}/refund", "refundTip", "Ask for a refund")
                        .dashboard(SUPER_ADMIN)
                        .doc("Asks the processor to refund the tip's payment, again and again until it answers."
                                + " Totals, goals and the leaderboard change when the processor confirms the"
                                + " refund, and `tip.refunded` is sent.")
                        .body(RefundRequest.SCHEMA)
                        .answers(Answer.success().withStatus(202))
                        .refuses(NOT_REFUNDABLE)
                        .emits(TIP_REFUNDED)
                        .handles(call -> refunds.request(
                                call.tenantId(),
                                call.path("orderId"),
                                call.body().amount())));
    }
}
