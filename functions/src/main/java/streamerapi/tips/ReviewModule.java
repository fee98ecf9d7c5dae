package streamerapi.tips;

import org.jspecify.annotations.Nullable;
import streamerapi.connectors.Connectors;
import streamerapi.shared.events.EventType;
import streamerapi.shared.events.FollowUp;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Answer;
import streamerapi.shared.http.Endpoint;
import streamerapi.shared.http.Module;
import streamerapi.shared.lambda.Services;
import streamerapi.shared.schema.Schema;

import java.util.List;
import java.util.Map;

import static streamerapi.shared.auth.Role.MODERATOR;
import static streamerapi.shared.events.EventType.MEDIA_CREATED;
import static streamerapi.shared.events.EventType.TIP_CREATED;
import static streamerapi.shared.events.EventType.TIP_REVIEWED;
import static streamerapi.shared.problems.ErrorCode.ALREADY_RESOLVED;

/// The review queue (contract "Dashboard").
public final class ReviewModule implements Module {

    private final Review review;

    public ReviewModule(Services services) {
        this.review = review(services);
    }

    /// The tips that wait for a decision, with all that a decision needs.
    public static Review review(Services services) {
        return new Review(services.table(), TipsModule.intake(services), holds(services), services.clock());
    }

    private static Holds holds(Services services) {
        Connectors connectors = new Connectors(services.table(), services.clock(), services.environment()::optional);
        return new Holds(services.table(), connectors, services.clock());
    }

    /// A payment that is held for a tip expires; one that is held for a tip that was blocked is released.
    public static Map<EventType, FollowUp> followUps(Services services) {
        Review review = review(services);
        Holds holds = holds(services);
        return Map.of(
                EventType.TIP_HELD,
                event -> {
                    String by = services.ids().next("due");
                    services.outbox()
                            .commit(
                                    event.tenantId(),
                                    null,
                                    () -> review.holdTimedOut(event.tenantId(), event.text("order_id"), by));
                },
                EventType.TIP_BLOCKED,
                event -> holds.releaseBlocked(event.tenantId(), event.text("order_id")));
    }

    /// The body that approves a tip.
    private record Approval(boolean allowTts, boolean allowMedia) {

        static final Schema<Approval> SCHEMA = Schema.of("Approval", "What of the tip is let in.", s -> {
            var tts = s.flag("allow_tts", Approval::allowTts)
                    .orElse(true)
                    .doc("Whether the tip enters the TTS queue. Without, it counts for its totals, and `tip.created`"
                            + " is not emitted.");
            var media = s.flag("allow_media", Approval::allowMedia)
                    .orElse(true)
                    .doc("Whether the tip's media enters the media queue. A video that the streamer has banned since"
                            + " stays out: `tip.reviewed` then has `allow_media` false.");
            return in -> new Approval(tts.of(in), media.of(in));
        });
    }

    /// The body that rejects a tip.
    private record Rejection(@Nullable String reason) {

        static final Schema<Rejection> SCHEMA = Schema.of("Rejection", "Why the tip is kept out.", s -> {
            var reason = s.text("reason", Rejection::reason)
                    .max(500)
                    .orNull()
                    .doc("A note for the team: `tip.reviewed` has it.");
            return in -> new Rejection(reason.of(in));
        });
    }

    @Override
    public List<Endpoint> endpoints() {
        return List.of(
                Endpoint.get("/held-tips", "listHeldTips", "Tips that wait for a decision")
                        .dashboard(MODERATOR)
                        .doc("What `tip.held` says of each, and since when. Most recent first.")
                        .paged()
                        .answers(Answer.page("tips", HeldTip.LISTED))
                        .speculative()
                        .handles(call -> Outcome.of(review.page(call.tenantId(), call.limit(), call.before()))),
                Endpoint.post("/held-tips/{orderId}/approve", "approveHeldTip", "Let a held tip in")
                        .dashboard(MODERATOR)
                        .doc("It enters the queue behind every tip that came before now. Money that its processor holds"
                                + " is captured first; if that fails, the tip has expired.")
                        .body(Approval.SCHEMA)
                        .answers(Answer.done(HeldTip.DECIDED))
                        .refuses(ALREADY_RESOLVED)
                        .emits(TIP_REVIEWED, TIP_CREATED, MEDIA_CREATED)
                        .handles(call -> review.approve(
                                call.tenantId(),
                                call.path("orderId"),
                                call.body().allowTts(),
                                call.body().allowMedia(),
                                call.requestId())),
                Endpoint.post("/held-tips/{orderId}/reject", "rejectHeldTip", "Keep a held tip out")
                        .dashboard(MODERATOR)
                        .doc("It is gone for good. Money that its processor holds is released.")
                        .body(Rejection.SCHEMA)
                        .answers(Answer.done(HeldTip.DECIDED))
                        .refuses(ALREADY_RESOLVED)
                        .emits(TIP_REVIEWED)
                        .handles(call -> review.reject(
                                call.tenantId(),
                                call.path("orderId"),
                                call.body().reason(),
                                call.requestId())));
    }
}
