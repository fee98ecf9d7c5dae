package streamerapi.tips;

import streamerapi.media.MediaItem;
import streamerapi.media.VideoSites;
import streamerapi.moderation.HttpModeration;
import streamerapi.shared.http.Answer;
import streamerapi.shared.http.Endpoint;
import streamerapi.shared.http.Module;
import streamerapi.shared.lambda.Services;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.schema.Schema;
import streamerapi.tts.Tip;

import java.util.List;

import static streamerapi.shared.auth.Role.MODERATOR;
import static streamerapi.shared.auth.Scope.TIPS_CREATE;
import static streamerapi.shared.events.EventType.MEDIA_CREATED;
import static streamerapi.shared.events.EventType.TIP_BLOCKED;
import static streamerapi.shared.events.EventType.TIP_CREATED;
import static streamerapi.shared.events.EventType.TIP_FILTERED;
import static streamerapi.shared.events.EventType.TIP_HELD;
import static streamerapi.shared.problems.ErrorCode.DUPLICATE_EXTERNAL_REF;
import static streamerapi.shared.problems.ErrorCode.INVALID_MEDIA;

/// The endpoints that take tips in (spec "Tipping", contract "REST").
public final class TipsModule implements Module {

    private static final Schema<TipIntake.Taken.Entered> ENTERED =
            Schema.shown("CreatedTip", "The tip in the queue, and its video.", s -> {
                s.object("tip", TipIntake.Taken.Entered::tip, Tip.QUEUED);
                s.object("media", TipIntake.Taken.Entered::media, MediaItem.QUEUED)
                        .orNull()
                        .doc("The tip's media item, which has the tip's order id; null if the tip brought no video.");
            });
    private static final Schema<TipIntake.Taken.Held> HELD =
            Schema.shown("HeldTipReference", "A tip that waits for a decision.", s -> {
                s.flag("held", held -> true);
                s.text("order_id", TipIntake.Taken.Held::orderId)
                        .component("OrderId")
                        .example(Tip.ORDER_ID_EXAMPLE);
            });

    private static final Answer<TipIntake.Taken.Entered> CREATED =
            Answer.of(ENTERED).withStatus(201);
    private static final Answer<TipIntake.Taken.Held> ACCEPTED = Answer.of(HELD).withStatus(202);
    private static final Answer<TipIntake.Taken.Blocked> BLOCKED = Answer.refusal(ErrorCode.TIP_BLOCKED);

    private final TipIntake intake;

    public TipsModule(Services services) {
        this.intake = intake(services);
    }

    /// The way in for tips, for every function that takes them in or decides about them.
    public static TipIntake intake(Services services) {
        return new TipIntake(
                services.table(),
                media(services),
                new HttpModeration(services.environment()::optional, services.clock()),
                services.ids(),
                services.clock());
    }

    /// The videos of tips.
    static TipMedia media(Services services) {
        VideoSites sites = new VideoSites(services.environment().orElse("VIDEO_SITES_URL", "https://"));
        return new TipMedia(services.table(), sites, services.ids(), services.clock());
    }

    @Override
    public List<Endpoint> endpoints() {
        return List.of(
                taking(Endpoint.post("/tips", "createTip", "Create a tip")
                        .scope(TIPS_CREATE)
                        .refuses(DUPLICATE_EXTERNAL_REF, INVALID_MEDIA, ErrorCode.TIP_BLOCKED)
                        .doc("Queues a tip that the service took no payment for, from a charity desk, a shop or a"
                                + " game. It goes through the same steps as any tip (filter, review, queue, audio,"
                                + " events), and its `source` is `api`. This works while tipping is closed, too. If the"
                                + " account's filter replaces words, each of their characters becomes an asterisk. The"
                                + " answer is 202 if the tip waits for review, and 422 if it has a word that the"
                                + " account blocks.")
                        .body(NewTip.SENT)),
                taking(Endpoint.post("/tips/test", "createTestTip", "Create a test tip")
                        .scope(TIPS_CREATE)
                        .refuses(INVALID_MEDIA, ErrorCode.TIP_BLOCKED)
                        .doc("Sends a tip with `source` `test` through all steps (filter, review, queue, audio,"
                                + " overlay, webhooks, stream). It never counts toward totals, goals or the"
                                + " leaderboard. `tip.created`, `media.created` and the other events that say what"
                                + " became of it have `data.test` true.")
                        .body(NewTip.TEST)),
                taking(Endpoint.post("/manual-tips", "createManualTip", "Create a tip by hand")
                        .dashboard(MODERATOR)
                        .refuses(INVALID_MEDIA, ErrorCode.TIP_BLOCKED)
                        .doc("Queues a tip with `source` `manual`. It goes through the same steps as any tip, filter"
                                + " and review included, and counts for no total.")
                        .body(NewTip.MANUAL)));
    }

    private Endpoint taking(Endpoint.Draft<NewTip, ?> draft) {
        return draft.answers(Answer.either(TipsModule::answer, List.of(CREATED, ACCEPTED, BLOCKED)))
                .emits(TIP_CREATED, TIP_HELD, TIP_BLOCKED, TIP_FILTERED, MEDIA_CREATED)
                .speculative()
                .reads(call -> intake.filter(call.tenantId(), call.body()))
                .handles((call, filtered) -> intake.take(filtered, call.externalCalls()));
    }

    private static Answer<? extends TipIntake.Taken> answer(TipIntake.Taken taken) {
        return switch (taken) {
            case TipIntake.Taken.Entered entered -> CREATED;
            case TipIntake.Taken.Held held -> ACCEPTED;
            case TipIntake.Taken.Blocked blocked -> BLOCKED;
        };
    }
}
