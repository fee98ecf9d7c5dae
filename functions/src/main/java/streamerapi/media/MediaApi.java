package streamerapi.media;

import org.jspecify.annotations.Nullable;
import streamerapi.settings.Settings;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Api;
import streamerapi.shared.http.Request;
import streamerapi.shared.http.Response;
import streamerapi.shared.schema.Body;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Table;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import static streamerapi.shared.auth.Scope.MEDIA_CONTROL;
import static streamerapi.shared.auth.Scope.MEDIA_READ;
import static streamerapi.shared.http.Route.delete;
import static streamerapi.shared.http.Route.get;
import static streamerapi.shared.http.Route.post;

/// The endpoints of the media queue (spec "Media queue", contract "REST").
public final class MediaApi {

    private static final int LONGEST_PAGE = 1_000;
    private static final int LONGEST_LINK = 2_048;
    private static final int LONGEST_NAME = 100;
    private static final String NAME = "API";

    private final Table table;
    private final MediaQueue queue;
    private final MediaPages pages;
    private final MediaIntake intake;
    private final Ids ids;
    private final String via;

    /// @param via how a video is requested there: `api`, `admin`
    public MediaApi(Table table, MediaQueue queue, MediaPages pages, MediaIntake intake, Ids ids, String via) {
        this.table = table;
        this.queue = queue;
        this.pages = pages;
        this.intake = intake;
        this.ids = ids;
        this.via = via;
    }

    /// Every route below `/media`.
    public Api api() {
        return Api.of(
                get("/media/queue", MEDIA_READ, this::queue),
                get("/media/history", MEDIA_READ, this::history),
                get("/media/now", MEDIA_READ, this::now),
                post("/media", MEDIA_CONTROL, this::request),
                post("/media/pause", MEDIA_CONTROL, this::pause),
                post("/media/resume", MEDIA_CONTROL, this::resume),
                post("/media/skip", MEDIA_CONTROL, this::skip),
                post("/media/show", MEDIA_CONTROL, this::show),
                post("/media/hide", MEDIA_CONTROL, this::hide),
                delete("/media/{orderId}", MEDIA_CONTROL, this::remove),
                post("/media/{orderId}/replay", MEDIA_CONTROL, this::replay),
                post("/media/{orderId}/start", MEDIA_CONTROL, this::start),
                post("/media/{orderId}/finish", MEDIA_CONTROL, this::finish),
                post("/media/{orderId}/release", MEDIA_CONTROL, this::release));
    }

    /// The video that an object of a body asks for, `url` and `start_time`.
    public static MediaRequest requested(Body body) {
        return new MediaRequest(
                body.text("url", 1, LONGEST_LINK),
                body.wholeNumberOrNull("start_time", 0, Integer.MAX_VALUE),
                body.path("url"));
    }

    private Outcome<Response> queue(Request request) {
        int limit = request.queryNumber("limit", 1, LONGEST_PAGE, LONGEST_PAGE);
        return Outcome.of(Response.ok(pages.queue(request.tenantId(), limit, request.query("after"))));
    }

    private Outcome<Response> history(Request request) {
        int limit = request.queryNumber("limit", 1, 100, 25);
        return Outcome.of(Response.ok(pages.history(request.tenantId(), limit, request.query("before"))));
    }

    private Outcome<Response> now(Request request) {
        return Outcome.of(Response.ok(pages.now(request.tenantId())));
    }

    private Outcome<Response> request(Request request) {
        Body body = request.body();
        MediaRequest wanted = requested(body);
        String name =
                body.viewerTextOrNull("name", LONGEST_NAME) == null ? NAME : body.viewerText("name", 1, LONGEST_NAME);
        List<String> banned = Settings.read(table, request.tenantId()).bannedMedia();
        request.admitted();
        MediaItem item = intake.accept(request.tenantId(), wanted, banned, ids.nextOrder("media"), name, via);
        return queue.enter(item).map(entered -> Response.created(media(entered.json())));
    }

    private Outcome<Response> pause(Request request) {
        return queue.pause(request.tenantId()).map(changed -> Response.success());
    }

    private Outcome<Response> resume(Request request) {
        return queue.resume(request.tenantId()).map(changed -> Response.success());
    }

    private Outcome<Response> skip(Request request) {
        return queue.skip(request.tenantId()).map(skipped -> success("skipped_order_id", skipped.orElse(null)));
    }

    private Outcome<Response> show(Request request) {
        return queue.show(request.tenantId()).map(changed -> Response.success());
    }

    private Outcome<Response> hide(Request request) {
        return queue.hide(request.tenantId()).map(changed -> Response.success());
    }

    private Outcome<Response> remove(Request request) {
        return queue.remove(request.tenantId(), request.parameter("orderId")).map(item -> Response.success());
    }

    private Outcome<Response> replay(Request request) {
        return queue.replay(request.tenantId(), request.parameter("orderId")).map(item -> Response.success());
    }

    private Outcome<Response> start(Request request) {
        return queue.start(
                        request.tenantId(),
                        request.parameter("orderId"),
                        () -> request.principal().overlayId())
                .map(item -> success("media", item.json()));
    }

    private Outcome<Response> finish(Request request) {
        return queue.finish(request.tenantId(), request.parameter("orderId"))
                .map(item -> success("media", item.historyJson()));
    }

    private Outcome<Response> release(Request request) {
        return queue.release(request.tenantId(), request.parameter("orderId"))
                .map(item -> success("media", item.json()));
    }

    private static Response success(String name, @Nullable Object value) {
        Map<String, @Nullable Object> body = new LinkedHashMap<>();
        body.put("success", true);
        body.put(name, value);
        return Response.ok(body);
    }

    private static Map<String, ?> media(Map<String, @Nullable Object> item) {
        return Map.of("media", item);
    }
}
