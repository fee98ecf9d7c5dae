package streamerapi.media;

import streamerapi.filter.CleanText;
import streamerapi.queues.Skipped;
import streamerapi.settings.Settings;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Answer;
import streamerapi.shared.http.AuthorizedCall;
import streamerapi.shared.http.Endpoint;
import streamerapi.shared.http.Module;
import streamerapi.shared.http.QueryParameter;
import streamerapi.shared.lambda.Services;
import streamerapi.shared.schema.Schema;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Table;

import java.util.List;
import java.util.Optional;

import static streamerapi.shared.auth.Role.MODERATOR;
import static streamerapi.shared.auth.Scope.MEDIA_CONTROL;
import static streamerapi.shared.auth.Scope.MEDIA_READ;
import static streamerapi.shared.events.EventType.MEDIA_CREATED;
import static streamerapi.shared.events.EventType.QUEUE_MEDIA_FINISHED;
import static streamerapi.shared.events.EventType.QUEUE_MEDIA_HIDDEN;
import static streamerapi.shared.events.EventType.QUEUE_MEDIA_PAUSED;
import static streamerapi.shared.events.EventType.QUEUE_MEDIA_RELEASED;
import static streamerapi.shared.events.EventType.QUEUE_MEDIA_REMOVED;
import static streamerapi.shared.events.EventType.QUEUE_MEDIA_RESUMED;
import static streamerapi.shared.events.EventType.QUEUE_MEDIA_SHOWN;
import static streamerapi.shared.events.EventType.QUEUE_MEDIA_SKIPPED;
import static streamerapi.shared.events.EventType.QUEUE_MEDIA_STARTED;
import static streamerapi.shared.problems.ErrorCode.ALREADY_PLAYING;
import static streamerapi.shared.problems.ErrorCode.INVALID_MEDIA;
import static streamerapi.shared.problems.ErrorCode.LIMIT_REACHED;
import static streamerapi.shared.problems.ErrorCode.NOT_IN_HISTORY;
import static streamerapi.shared.problems.ErrorCode.NOT_IN_QUEUE;
import static streamerapi.shared.problems.ErrorCode.NOT_PLAYING;
import static streamerapi.shared.problems.ErrorCode.REPLAY_TOO_SOON;

/// The media queue (spec "Media queue", contract "REST"). The variable `VIDEO_SITES_URL` must be set.
public final class MediaModule implements Module {

    private static final Schema<Optional<String>> SKIPPED =
            Skipped.schema("MediaSkipResult", "MediaOrderId", MediaItem.ORDER_ID_EXAMPLE);

    private final Table table;
    private final MediaQueue queue;
    private final MediaQueries pages;
    private final MediaIntake intake;
    private final Ids ids;

    public MediaModule(Services services) {
        this.table = services.table();
        this.queue = new MediaQueue(services.table(), services.ids(), services.clock());
        this.pages = new MediaQueries(services.table(), services.clock());
        this.intake =
                new MediaIntake(new VideoSites(services.environment().required("VIDEO_SITES_URL")), services.clock());
        this.ids = services.ids();
    }

    @Override
    public List<Endpoint> endpoints() {
        return List.of(
                Endpoint.get("/media/queue", "getMediaQueue", "Waiting videos")
                        .scope(MEDIA_READ)
                        .dashboard(MODERATOR)
                        .doc("The player's state and every waiting item, oldest first. Claimed items are among them"
                                + " until they are finished or skipped; `current_order_id` names the one that was"
                                + " started last.")
                        .query(QueryParameter.QUEUE_LIMIT)
                        .query(QueryParameter.AFTER)
                        .answers(Answer.of(MediaQueries.QueuePage.SCHEMA))
                        .speculative()
                        .handles(call -> Outcome.of(pages.queue(
                                call.tenantId(),
                                call.query(QueryParameter.QUEUE_LIMIT),
                                call.query(QueryParameter.AFTER)))),
                Endpoint.get("/media/history", "listMediaHistory", "Played videos")
                        .scope(MEDIA_READ)
                        .dashboard(MODERATOR)
                        .doc("Items that were played or skipped, most recent first.")
                        .paged()
                        .answers(Answer.page("media", MediaItem.PLAYED))
                        .speculative()
                        .handles(call -> Outcome.of(pages.history(call.tenantId(), call.limit(), call.before()))),
                Endpoint.get("/media/now", "getMediaNow", "What plays now")
                        .scope(MEDIA_READ)
                        .dashboard(MODERATOR)
                        .doc("The item that was started last, until it is finished, released or skipped.")
                        .answers(Answer.of(MediaQueries.Now.SCHEMA))
                        .speculative()
                        .handles(call -> Outcome.of(pages.now(call.tenantId()))),
                control("", "requestMedia", "Request a video")
                        .doc("A link to a video on YouTube or Vimeo, in any form that the sites give. The site is asked"
                                + " whether the video can be played elsewhere, which takes a moment; 503 `unavailable`"
                                + " if it does not answer in time, and nothing is queued.")
                        .body(MediaRequest.NewMedia.SCHEMA)
                        .answers(Answer.created("media", MediaItem.QUEUED))
                        .refuses(INVALID_MEDIA)
                        .emits(MEDIA_CREATED)
                        .speculative()
                        .reads(call -> Settings.read(table, call.tenantId()))
                        .handles(this::request),
                control("/pause", "pauseMedia", "Pause the queue")
                        .doc("Forgets where the video stands: `started_at` and `position_seconds` are null until an"
                                + " item is started again. A paused queue stays paused, and no event is sent.")
                        .answers(Answer.success())
                        .emits(QUEUE_MEDIA_PAUSED)
                        .speculative()
                        .handles(call -> queue.pause(call.tenantId())),
                control("/resume", "resumeMedia", "Resume the queue")
                        .doc("Claimed items stay claimed. Resuming a running queue changes nothing and sends no event.")
                        .answers(Answer.success())
                        .emits(QUEUE_MEDIA_RESUMED)
                        .speculative()
                        .handles(call -> queue.resume(call.tenantId())),
                control("/skip", "skipMedia", "Skip the playing video")
                        .doc("The item that was started last goes to the history, from where it can be replayed. Does"
                                + " nothing if there is none.")
                        .answers(Answer.done(SKIPPED))
                        .emits(QUEUE_MEDIA_SKIPPED)
                        .speculative()
                        .handles(call -> queue.skip(call.tenantId())),
                control("/show", "showMedia", "Show the player")
                        .doc("Showing a visible player changes nothing and sends no event.")
                        .answers(Answer.success())
                        .emits(QUEUE_MEDIA_SHOWN)
                        .speculative()
                        .handles(call -> queue.show(call.tenantId())),
                control("/hide", "hideMedia", "Hide the player")
                        .doc("Hiding a hidden player changes nothing and sends no event.")
                        .answers(Answer.success())
                        .emits(QUEUE_MEDIA_HIDDEN)
                        .speculative()
                        .handles(call -> queue.hide(call.tenantId())),
                Endpoint.delete("/media/{orderId}", "removeMedia", "Remove a waiting video")
                        .scope(MEDIA_CONTROL)
                        .dashboard(MODERATOR)
                        .doc("Takes the item out of the queue; it is not in the history either.")
                        .answers(Answer.success())
                        .refuses(ALREADY_PLAYING, NOT_IN_QUEUE)
                        .emits(QUEUE_MEDIA_REMOVED)
                        .speculative()
                        .handles(call -> queue.remove(call.tenantId(), call.path("orderId"))),
                Endpoint.post("/media/{orderId}/ban", "banMedia", "Ban a video")
                        .dashboard(MODERATOR)
                        .doc("Adds the video's link to the settings' `banned_media`, so that it cannot be requested"
                                + " any more. A waiting item leaves the queue, and a playing one ends; an item of the"
                                + " history stays there. Up to 30 other requests of the video that wait leave too.")
                        .answers(Answer.success())
                        .refuses(LIMIT_REACHED)
                        .emits(QUEUE_MEDIA_REMOVED, QUEUE_MEDIA_FINISHED)
                        .speculative()
                        .handles(call -> new VideoBan(table, queue).ban(call.tenantId(), call.path("orderId"))),
                control("/{orderId}/replay", "replayMedia", "Replay a video")
                        .doc("An item of the history enters the queue once more, under a `replay_…` id of its own."
                                + " A video that the streamer has banned since is 400 `invalid_media`.")
                        .answers(Answer.success())
                        .refuses(INVALID_MEDIA, NOT_IN_HISTORY, REPLAY_TOO_SOON)
                        .emits(MEDIA_CREATED)
                        .speculative()
                        .handles(call -> queue.replay(call.tenantId(), call.path("orderId"))),
                control("/{orderId}/start", "startMedia", "Start a video")
                        .doc("Claims the item. A paused queue or another playing item does not prevent it: pacing is"
                                + " the consumer's job. The item that was started last is the one that plays now;"
                                + " earlier ones stay claimed until they are finished or released. When it is over,"
                                + " nothing plays until the next start. Starting an item that plays begins it again.")
                        .answers(Answer.success("media", MediaItem.QUEUED))
                        .refuses(NOT_IN_QUEUE)
                        .emits(QUEUE_MEDIA_STARTED)
                        .speculative()
                        .reads(call -> queue.starting(call.tenantId(), call.path("orderId")))
                        .handles((call, start) -> start.apply(call.principal().overlayId())),
                control("/{orderId}/finish", "finishMedia", "Finish a video")
                        .doc("A claimed item has been played, and goes to the history.")
                        .answers(Answer.success("media", MediaItem.PLAYED))
                        .refuses(NOT_PLAYING, NOT_IN_QUEUE)
                        .emits(QUEUE_MEDIA_FINISHED)
                        .speculative()
                        .handles(call -> queue.finish(call.tenantId(), call.path("orderId"))),
                control("/{orderId}/release", "releaseMedia", "Release a video")
                        .doc("A claimed item could not be played: it waits again, in its old place.")
                        .answers(Answer.success("media", MediaItem.QUEUED))
                        .refuses(NOT_PLAYING, NOT_IN_QUEUE)
                        .emits(QUEUE_MEDIA_RELEASED)
                        .speculative()
                        .handles(call -> queue.release(call.tenantId(), call.path("orderId"))));
    }

    private static Endpoint.Draft<Void, Void> control(String path, String operationId, String summary) {
        return Endpoint.post("/media" + path, operationId, summary)
                .scope(MEDIA_CONTROL)
                .dashboard(MODERATOR);
    }

    private Outcome<MediaItem> request(AuthorizedCall<MediaRequest.NewMedia> call, Settings settings) {
        MediaRequest.NewMedia sent = call.body();
        String via = call.isOfDashboard() ? "admin" : "api";
        return queue.enter(intake.accept(
                call.tenantId(),
                sent.request(),
                settings.bannedMedia(),
                ids.nextOrder("media"),
                new CleanText(settings).of(sent.name()),
                via,
                call.externalCalls()));
    }
}
