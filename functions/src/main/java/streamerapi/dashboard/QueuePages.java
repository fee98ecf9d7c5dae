package streamerapi.dashboard;

import org.jspecify.annotations.Nullable;
import streamerapi.pages.Fields;
import streamerapi.pages.Flash;
import streamerapi.pages.Frame;
import streamerapi.pages.Page;
import streamerapi.pages.QueueView;
import streamerapi.pages.Site;
import streamerapi.pages.templates.dashboard.JteliveGenerated;
import streamerapi.pages.templates.dashboard.JtequeueGenerated;
import streamerapi.pages.templates.dashboard.JteremovedGenerated;
import streamerapi.shared.http.Api;
import streamerapi.shared.http.Request;
import streamerapi.shared.http.Response;
import streamerapi.shared.http.Route;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.tasks.Async;
import streamerapi.tts.TtsQueries;

/// The live TTS queue, the tips that left it unplayed, and what everyone of the team does with them.
final class QueuePages {

    static final String ADDRESS = Site.PLACE + "/queue";

    private static final String SECTION = "queue";
    private static final String REMOVED = ADDRESS + "/removed";
    private static final int PLAYED = 8;

    private final Site site;
    private final TtsQueries tts;

    QueuePages(Site site, TtsQueries tts) {
        this.site = site;
        this.tts = tts;
    }

    Api api() {
        return Api.of(
                site.page("/queue", "/tts/queue", this::queue),
                site.page("/queue/live", "/tts/queue", this::live),
                site.page("/queue/removed", "/removed-tips", this::removed),
                control("/queue/pause", "POST", "/tts/pause", null),
                control("/queue/resume", "POST", "/tts/resume", null),
                control("/queue/skip", "POST", "/tts/skip", null),
                control("/queue/test-tip", "POST", "/tips/test", Flash.TEST_TIP_SENT),
                control("/queue/clear", "POST", "/tts/clear", Flash.QUEUE_CLEARED),
                control("/queue/{orderId}/start", "POST", "/tts/{orderId}/start", null),
                control("/queue/{orderId}/finish", "POST", "/tts/{orderId}/finish", null),
                control("/queue/{orderId}/next", "POST", "/tts/{orderId}/next", Flash.TIP_PLAYS_NEXT),
                control("/queue/{orderId}/remove", "DELETE", "/tts/{orderId}", Flash.TIP_REMOVED),
                control("/queue/{orderId}/replay", "POST", "/tts/{orderId}/replay", Flash.TIP_REPLAYED),
                control("/queue/{orderId}/restore", "POST", "/removed-tips/{orderId}/replay", Flash.TIP_RESTORED),
                site.button(
                        "/queue/removed/{orderId}/restore",
                        "POST",
                        "/removed-tips/{orderId}/replay",
                        request -> REMOVED,
                        Flash.TIP_RESTORED));
    }

    private Route control(String path, String method, String template, @Nullable Flash done) {
        return site.button(path, method, template, request -> ADDRESS, done);
    }

    private record Seen(QueueView view, Fields history, String state) {}

    private Seen see(Request request, Fields queue) {
        Async<Fields> media = Async.start(() -> site.read(request, "/media/queue"));
        Async<Fields> played = Async.start(() -> HistoryPages.page(tts, request.tenantId(), PLAYED, null));
        Fields overlays = request.session().role().administers() ? site.read(request, "/overlays") : null;
        QueueView view = QueueView.of(
                queue, media.join(), overlays, request.query("all") != null, "amount".equals(request.query("sort")));
        Fields history = played.join();
        return new Seen(
                view, history, Site.state(queue.json(), history.json(), view.videos(), String.valueOf(view.players())));
    }

    private Response queue(Request request, Fields queue, @Nullable Problem refused) {
        Seen seen = see(request, queue);
        Frame frame = site.frame(request, SECTION, refused);
        return site.live(
                200,
                output -> JtequeueGenerated.render(output, null, frame, seen.view(), seen.history(), seen.state()));
    }

    /// The part of the page that lives.
    private Response live(Request request, Fields queue, @Nullable Problem refused) {
        Seen seen = see(request, queue);
        Frame frame = site.frame(request, SECTION, refused);
        String state = seen.state() + frame.channel().held();
        return Site.part(
                request,
                state,
                output -> JteliveGenerated.render(output, null, frame, seen.view(), seen.history(), seen.state()));
    }

    private Response removed(Request request, Fields removed, @Nullable Problem refused) {
        Frame frame = site.frame(request, SECTION, refused);
        return Page.of(Site.status(refused), output -> JteremovedGenerated.render(output, null, frame, removed));
    }
}
