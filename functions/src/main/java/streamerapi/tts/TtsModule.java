package streamerapi.tts;

import streamerapi.queues.Skipped;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Answer;
import streamerapi.shared.http.Endpoint;
import streamerapi.shared.http.Module;
import streamerapi.shared.http.QueryParameter;
import streamerapi.shared.lambda.Services;
import streamerapi.shared.schema.Schema;

import java.util.List;
import java.util.Optional;

import static streamerapi.shared.auth.Role.MODERATOR;
import static streamerapi.shared.auth.Scope.TTS_CONTROL;
import static streamerapi.shared.auth.Scope.TTS_READ;
import static streamerapi.shared.events.EventType.QUEUE_TTS_CLEARED;
import static streamerapi.shared.events.EventType.QUEUE_TTS_FINISHED;
import static streamerapi.shared.events.EventType.QUEUE_TTS_MOVED;
import static streamerapi.shared.events.EventType.QUEUE_TTS_PAUSED;
import static streamerapi.shared.events.EventType.QUEUE_TTS_RELEASED;
import static streamerapi.shared.events.EventType.QUEUE_TTS_REMOVED;
import static streamerapi.shared.events.EventType.QUEUE_TTS_RESUMED;
import static streamerapi.shared.events.EventType.QUEUE_TTS_SKIPPED;
import static streamerapi.shared.events.EventType.QUEUE_TTS_STARTED;
import static streamerapi.shared.events.EventType.TIP_CREATED;
import static streamerapi.shared.problems.ErrorCode.ALREADY_PLAYING;
import static streamerapi.shared.problems.ErrorCode.NOT_IN_HISTORY;
import static streamerapi.shared.problems.ErrorCode.NOT_IN_QUEUE;
import static streamerapi.shared.problems.ErrorCode.NOT_PLAYING;
import static streamerapi.shared.problems.ErrorCode.QUEUE_PAUSED;
import static streamerapi.shared.problems.ErrorCode.REPLAY_TOO_SOON;

/// The TTS queue (spec "TTS queue", contract "REST").
public final class TtsModule implements Module {

    private static final Schema<Optional<String>> SKIPPED =
            Skipped.schema("SkipResult", "OrderId", Tip.ORDER_ID_EXAMPLE);
    private static final Schema<Integer> CLEARED = Schema.shown(
            "ClearResult",
            "A clearing's result.",
            s -> s.int32("cleared", cleared -> cleared)
                    .between(0, Integer.MAX_VALUE)
                    .doc("How many tips were removed, a playing one included."));

    private final TtsQueue queue;
    private final TtsQueries pages;

    public TtsModule(Services services) {
        this.queue = new TtsQueue(services.table(), services.ids(), services.clock());
        this.pages = new TtsQueries(services.table(), services.clock());
    }

    @Override
    public List<Endpoint> endpoints() {
        return List.of(
                Endpoint.get("/tts/queue", "getTtsQueue", "Waiting tips")
                        .scope(TTS_READ)
                        .dashboard(MODERATOR)
                        .doc("The queue's state and every waiting tip, oldest first, behind those that were put at the"
                                + " head. The claimed tip is among them until it is finished or skipped;"
                                + " `current_order_id` names it.")
                        .query(QueryParameter.QUEUE_LIMIT)
                        .query(QueryParameter.AFTER)
                        .answers(Answer.of(TtsQueries.QueuePage.SCHEMA))
                        .speculative()
                        .handles(call -> Outcome.of(pages.queue(
                                call.tenantId(),
                                call.query(QueryParameter.QUEUE_LIMIT),
                                call.query(QueryParameter.AFTER)))),
                Endpoint.get("/tts/history", "listTtsHistory", "Played tips")
                        .scope(TTS_READ)
                        .dashboard(MODERATOR)
                        .doc("Tips that were played or skipped, most recent first.")
                        .paged()
                        .answers(Answer.page("tips", Tip.PLAYED))
                        .speculative()
                        .handles(call -> Outcome.of(pages.history(call.tenantId(), call.limit(), call.before()))),
                Endpoint.get("/tts/now", "getTtsNow", "What plays now")
                        .scope(TTS_READ)
                        .dashboard(MODERATOR)
                        .doc("The claimed tip, if there is one, and since when it is claimed.")
                        .answers(Answer.of(TtsQueries.Now.SCHEMA))
                        .speculative()
                        .handles(call -> Outcome.of(pages.now(call.tenantId()))),
                control("pause", "pauseTts", "Pause the queue")
                        .doc("Nothing new starts until you resume; what is playing plays on and the queue keeps"
                                + " accumulating. Pausing a paused queue succeeds, changes nothing and emits nothing.")
                        .answers(Answer.success())
                        .emits(QUEUE_TTS_PAUSED)
                        .speculative()
                        .handles(call -> queue.pause(call.tenantId())),
                control("resume", "resumeTts", "Resume the queue")
                        .doc("Clears the pause and the playback pointer: a claimed tip is claimable again, in its old"
                                + " place. Resuming a queue that runs succeeds, changes nothing and emits nothing.")
                        .answers(Answer.success())
                        .emits(QUEUE_TTS_RESUMED)
                        .speculative()
                        .handles(call -> queue.resume(call.tenantId())),
                control("skip", "skipTts", "Skip the playing tip")
                        .doc("Moves the playing tip to the history, from where it can be replayed. When nothing plays"
                                + " it does nothing and `skipped_order_id` is null.")
                        .answers(Answer.done(SKIPPED))
                        .emits(QUEUE_TTS_SKIPPED)
                        .speculative()
                        .handles(call -> queue.skip(call.tenantId())),
                control("clear", "clearTts", "Empty the queue")
                        .doc("Removes every waiting tip, a playing one too. They are gone: not in the history, and 404"
                                + " from now on.")
                        .answers(Answer.done(CLEARED))
                        .emits(QUEUE_TTS_CLEARED)
                        .speculative()
                        .handles(call -> queue.clear(call.tenantId())),
                Endpoint.delete("/tts/{orderId}", "removeTts", "Remove a waiting tip")
                        .scope(TTS_CONTROL)
                        .dashboard(MODERATOR)
                        .doc("Takes a tip out of the queue before it plays. A removed tip is gone: 404 from now on."
                                + " Skip the playing one instead.")
                        .answers(Answer.success())
                        .refuses(ALREADY_PLAYING, NOT_IN_QUEUE)
                        .emits(QUEUE_TTS_REMOVED)
                        .speculative()
                        .handles(call -> queue.remove(call.tenantId(), call.path("orderId"))),
                control("{orderId}/replay", "replayTts", "Play a tip again")
                        .doc("Puts a tip of the history into the queue once more, as a new entry with a fresh `replay_`"
                                + " order id and `source` `replay`. A second replay within 30 seconds is 409"
                                + " `replay_too_soon`, so a double click plays once. A replay passes neither filter nor"
                                + " review: the tip is heard as it was let in.")
                        .answers(Answer.success())
                        .refuses(NOT_IN_HISTORY, REPLAY_TOO_SOON)
                        .emits(TIP_CREATED)
                        .speculative()
                        .handles(call -> queue.replay(call.tenantId(), call.path("orderId"))),
                control("{orderId}/next", "playTtsNext", "Play a waiting tip next")
                        .doc("Puts a waiting tip at the head of the queue, before every other; of several that are put"
                                + " there, the last is the first. The others stay in their order, and what plays, plays"
                                + " on. It keeps its new place when a claim on it is released. For the tip that is at"
                                + " the head already it succeeds, changes nothing and emits nothing; the one that plays"
                                + " is 409 `already_playing`.")
                        .answers(Answer.success("tip", Tip.QUEUED))
                        .refuses(ALREADY_PLAYING, NOT_IN_QUEUE)
                        .emits(QUEUE_TTS_MOVED)
                        .speculative()
                        .handles(call -> queue.playNext(call.tenantId(), call.path("orderId"))),
                control("{orderId}/start", "startTts", "Claim a tip")
                        .doc("Claims the queue's one slot for this tip: you play it, then `finish` or `release` it. Any"
                                + " waiting tip can be claimed. Of two consumers that ask at once exactly one gets it."
                                + " Starting the tip that plays already is 409 `already_playing` with its own id.")
                        .answers(Answer.success("tip", Tip.QUEUED))
                        .refuses(QUEUE_PAUSED, ALREADY_PLAYING, NOT_IN_QUEUE)
                        .emits(QUEUE_TTS_STARTED)
                        .speculative()
                        .reads(call -> queue.starting(call.tenantId(), call.path("orderId")))
                        .handles((call, start) -> start.apply(call.principal().overlayId())),
                control("{orderId}/finish", "finishTts", "Finish the claimed tip")
                        .doc("You have played it: the tip moves to the history and the slot is free.")
                        .answers(Answer.success("tip", Tip.PLAYED))
                        .refuses(NOT_PLAYING, NOT_IN_QUEUE)
                        .emits(QUEUE_TTS_FINISHED)
                        .speculative()
                        .handles(call -> queue.finish(call.tenantId(), call.path("orderId"))),
                control("{orderId}/release", "releaseTts", "Release the claimed tip")
                        .doc("You could not play it: the slot is free and the tip is claimable again in its old place."
                                + " It does not count as played.")
                        .answers(Answer.success("tip", Tip.QUEUED))
                        .refuses(NOT_PLAYING, NOT_IN_QUEUE)
                        .emits(QUEUE_TTS_RELEASED)
                        .speculative()
                        .handles(call -> queue.release(call.tenantId(), call.path("orderId"))),
                Endpoint.get("/removed-tips", "listRemovedTips", "Tips that left the queue unplayed")
                        .dashboard(MODERATOR)
                        .doc("Tips that were removed or cleared, most recently removed first: a removed tip, a paid one"
                                + " above all, is never lost. A cleared tip is here moments after it was cleared.")
                        .paged()
                        .answers(Answer.page("tips", Tip.TAKEN_OUT))
                        .speculative()
                        .handles(call -> Outcome.of(pages.removed(call.tenantId(), call.limit(), call.before()))),
                Endpoint.post("/removed-tips/{orderId}/replay", "replayRemovedTip", "Play a removed tip")
                        .dashboard(MODERATOR)
                        .doc("Puts a tip that left the queue unplayed into it after all, as a new entry with a fresh"
                                + " `replay_` order id and `source` `replay`. A second replay within 30 seconds is 409"
                                + " `replay_too_soon`.")
                        .answers(Answer.success())
                        .refuses(REPLAY_TOO_SOON)
                        .emits(TIP_CREATED)
                        .speculative()
                        .handles(call -> queue.replayRemoved(call.tenantId(), call.path("orderId"))));
    }

    private static Endpoint.Draft<Void, Void> control(String path, String operationId, String summary) {
        return Endpoint.post("/tts/" + path, operationId, summary)
                .scope(TTS_CONTROL)
                .dashboard(MODERATOR);
    }
}
