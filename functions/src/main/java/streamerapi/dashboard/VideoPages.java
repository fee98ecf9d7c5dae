package streamerapi.dashboard;

import org.jspecify.annotations.Nullable;
import streamerapi.pages.Fields;
import streamerapi.pages.Flash;
import streamerapi.pages.Frame;
import streamerapi.pages.Site;
import streamerapi.pages.VideosView;
import streamerapi.pages.templates.dashboard.JtemediaGenerated;
import streamerapi.pages.templates.dashboard.JtemedialiveGenerated;
import streamerapi.shared.http.Api;
import streamerapi.shared.http.Request;
import streamerapi.shared.http.Response;
import streamerapi.shared.http.Route;
import streamerapi.shared.problems.Problem;

/// The queue of requested videos, and what everyone of the team does with it.
final class VideoPages {

    private static final String ADDRESS = Site.PLACE + "/media";
    private static final String SECTION = "media";
    private static final String VIDEO = "/media/{orderId}";

    private final Site site;

    VideoPages(Site site) {
        this.site = site;
    }

    Api api() {
        return Api.of(
                site.page("/media", "/media/queue", this::media),
                site.page("/media/live", "/media/queue", this::live),
                control("/media/pause", "POST", "/media/pause", null),
                control("/media/resume", "POST", "/media/resume", null),
                control("/media/skip", "POST", "/media/skip", null),
                control("/media/show", "POST", "/media/show", null),
                control("/media/hide", "POST", "/media/hide", null),
                control(VIDEO + "/remove", "DELETE", VIDEO, Flash.VIDEO_REMOVED),
                control(VIDEO + "/ban", "POST", VIDEO + "/ban", Flash.VIDEO_BANNED),
                control(VIDEO + "/replay", "POST", VIDEO + "/replay", Flash.VIDEO_REPLAYED));
    }

    private Route control(String path, String method, String template, @Nullable Flash done) {
        return site.button(path, method, template, request -> ADDRESS, done);
    }

    private record Seen(VideosView view, String state) {}

    private Seen see(Request request, Fields queue) {
        Fields now = site.read(request, "/media/now");
        Fields history = site.read(request, "/media/history");
        String state = Site.state(queue.json(), String.valueOf(now.isNull("media")), history.json());
        return new Seen(VideosView.of(queue, now, history, request.query("all") != null), state);
    }

    private Response media(Request request, Fields queue, @Nullable Problem refused) {
        Seen seen = see(request, queue);
        Frame frame = site.frame(request, SECTION, refused);
        return site.live(
                Site.status(refused),
                output -> JtemediaGenerated.render(output, null, frame, seen.view(), seen.state()));
    }

    /// The part of the page that lives.
    private Response live(Request request, Fields queue, @Nullable Problem refused) {
        Seen seen = see(request, queue);
        Frame frame = site.frame(request, SECTION, refused);
        return Site.part(
                request,
                seen.state() + frame.channel().held(),
                output -> JtemedialiveGenerated.render(output, null, frame, seen.view(), seen.state()));
    }
}
