package streamerapi.dashboard;

import org.jspecify.annotations.Nullable;
import streamerapi.pages.Fields;
import streamerapi.pages.Frame;
import streamerapi.pages.Page;
import streamerapi.pages.Site;
import streamerapi.pages.templates.dashboard.JteliveGenerated;
import streamerapi.pages.templates.dashboard.JtequeueGenerated;
import streamerapi.shared.digests.Sha256;
import streamerapi.shared.http.Api;
import streamerapi.shared.http.Request;
import streamerapi.shared.http.Response;
import streamerapi.shared.http.Route;
import streamerapi.shared.json.Json;
import streamerapi.shared.problems.Problem;

import java.util.Map;

/// The live TTS queue, and what everybody of the team does with it.
final class QueuePages {

    static final String ADDRESS = Site.PLACE + "/queue";

    private static final String LIVE = ADDRESS + "/live";

    private final Site site;

    QueuePages(Site site) {
        this.site = site;
    }

    Api api() {
        return Api.of(
                site.page("/queue", "/tts/queue", this::queue),
                site.page("/queue/live", "/tts/queue", this::live),
                control("/queue/pause", "POST", "/tts/pause"),
                control("/queue/resume", "POST", "/tts/resume"),
                control("/queue/skip", "POST", "/tts/skip"),
                control("/queue/clear", "POST", "/tts/clear"),
                control("/queue/{orderId}/remove", "DELETE", "/tts/{orderId}"),
                control("/queue/{orderId}/replay", "POST", "/tts/{orderId}/replay"));
    }

    private Route control(String path, String method, String template) {
        return site.button(path, method, template, QueuePages::back, null);
    }

    /// A script exchanges the queue alone; without one the whole page is loaded again.
    private static String back(Request request) {
        return request.header("hx-request") == null ? ADDRESS : LIVE;
    }

    private Response queue(Request request, Fields queue, @Nullable Problem refused) {
        Fields history = site.read(request, "/tts/history");
        String seen = state(queue, history);
        Frame frame = site.frame(request, "queue", refused);
        return Page.of(200, output -> JtequeueGenerated.render(output, null, frame, queue, history, seen));
    }

    /// The part of the page that lives; nothing where it has not changed, so that nobody's place in it is lost.
    private Response live(Request request, Fields queue, @Nullable Problem refused) {
        Fields history = site.read(request, "/tts/history");
        String seen = state(queue, history);
        if (seen.equals(request.query("seen"))) {
            return new Response(204, Map.of("Cache-Control", "no-store"), "", null);
        }
        Frame frame = site.frame(request, "queue", refused);
        return Page.of(200, output -> JteliveGenerated.render(output, null, frame, queue, history, seen));
    }

    private static String state(Fields queue, Fields history) {
        return Sha256.hex(Json.writeText(queue.json()) + Json.writeText(history.json()))
                .substring(0, 16);
    }
}
