package streamerapi.tts;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.auth.Role;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Access;
import streamerapi.shared.http.Api;
import streamerapi.shared.http.Request;
import streamerapi.shared.http.Response;
import streamerapi.shared.http.Route;

import java.util.LinkedHashMap;
import java.util.Map;

import static streamerapi.shared.auth.Scope.TTS_CONTROL;
import static streamerapi.shared.auth.Scope.TTS_READ;
import static streamerapi.shared.http.Route.delete;
import static streamerapi.shared.http.Route.get;
import static streamerapi.shared.http.Route.post;

/// The endpoints of the TTS queue (spec "TTS queue", contract "REST").
public final class TtsApi {

    private static final int LONGEST_PAGE = 1_000;

    private final TtsQueue queue;
    private final TtsPages pages;

    public TtsApi(TtsQueue queue, TtsPages pages) {
        this.queue = queue;
        this.pages = pages;
    }

    /// Every route below `/tts`.
    public Api api() {
        return Api.of(
                get("/tts/queue", TTS_READ, this::queue),
                get("/tts/history", TTS_READ, this::history),
                get("/tts/now", TTS_READ, this::now),
                post("/tts/pause", TTS_CONTROL, this::pause),
                post("/tts/resume", TTS_CONTROL, this::resume),
                post("/tts/skip", TTS_CONTROL, this::skip),
                post("/tts/clear", TTS_CONTROL, this::clear),
                delete("/tts/{orderId}", TTS_CONTROL, this::remove),
                post("/tts/{orderId}/replay", TTS_CONTROL, this::replay),
                post("/tts/{orderId}/start", TTS_CONTROL, this::start),
                post("/tts/{orderId}/finish", TTS_CONTROL, this::finish),
                post("/tts/{orderId}/release", TTS_CONTROL, this::release));
    }

    /// `/removed-tips` and the route below it, for the dashboard.
    public Api removed() {
        Access everybodyOfTheTeam = Access.of(Role.MODERATOR);
        return Api.of(
                Route.of("GET", "/removed-tips", everybodyOfTheTeam, this::listRemoved),
                Route.of("POST", "/removed-tips/{orderId}/replay", everybodyOfTheTeam, this::replayRemoved));
    }

    private Outcome<Response> listRemoved(Request request) {
        int limit = request.queryNumber("limit", 1, 100, 25);
        return Outcome.of(Response.ok(pages.removed(request.tenantId(), limit, request.query("before"))));
    }

    private Outcome<Response> replayRemoved(Request request) {
        return queue.replayRemoved(request.tenantId(), request.parameter("orderId"))
                .map(tip -> Response.success());
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

    private Outcome<Response> pause(Request request) {
        return queue.pause(request.tenantId()).map(changed -> Response.success());
    }

    private Outcome<Response> resume(Request request) {
        return queue.resume(request.tenantId()).map(changed -> Response.success());
    }

    private Outcome<Response> skip(Request request) {
        return queue.skip(request.tenantId()).map(skipped -> success("skipped_order_id", skipped.orElse(null)));
    }

    private Outcome<Response> clear(Request request) {
        return queue.clear(request.tenantId()).map(cleared -> success("cleared", cleared));
    }

    private Outcome<Response> remove(Request request) {
        return queue.remove(request.tenantId(), request.parameter("orderId")).map(tip -> Response.success());
    }

    private Outcome<Response> replay(Request request) {
        return queue.replay(request.tenantId(), request.parameter("orderId")).map(tip -> Response.success());
    }

    private Outcome<Response> start(Request request) {
        return queue.start(
                        request.tenantId(),
                        request.parameter("orderId"),
                        () -> request.principal().overlayId())
                .map(tip -> success("tip", tip.json()));
    }

    private Outcome<Response> finish(Request request) {
        return queue.finish(request.tenantId(), request.parameter("orderId"))
                .map(tip -> success("tip", tip.historyJson()));
    }

    private Outcome<Response> release(Request request) {
        return queue.release(request.tenantId(), request.parameter("orderId")).map(tip -> success("tip", tip.json()));
    }

    private static Response success(String name, @Nullable Object value) {
        Map<String, @Nullable Object> body = new LinkedHashMap<>();
        body.put("success", true);
        body.put(name, value);
        return Response.ok(body);
    }
}
