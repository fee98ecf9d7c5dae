package streamerapi.tips;

import streamerapi.shared.auth.Role;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Access;
import streamerapi.shared.http.Api;
import streamerapi.shared.http.Request;
import streamerapi.shared.http.Response;
import streamerapi.shared.http.Route;
import streamerapi.shared.schema.Body;

import java.util.LinkedHashMap;
import java.util.Map;

/// The endpoints of the review queue (contract "Dashboard").
public final class HeldTipsApi {

    private static final Access EVERYBODY_OF_THE_TEAM = Access.of(Role.MODERATOR);
    private static final int LONGEST_REASON = 500;

    private final Review review;

    public HeldTipsApi(Review review) {
        this.review = review;
    }

    /// Every route below `/held-tips`, for the dashboard.
    public Api api() {
        return Api.of(
                Route.of("GET", "/held-tips", EVERYBODY_OF_THE_TEAM, this::list),
                Route.of("POST", "/held-tips/{orderId}/approve", EVERYBODY_OF_THE_TEAM, this::approve)
                        .acting(),
                Route.of("POST", "/held-tips/{orderId}/reject", EVERYBODY_OF_THE_TEAM, this::reject)
                        .acting());
    }

    private Outcome<Response> list(Request request) {
        int limit = request.queryNumber("limit", 1, 100, 25);
        return Outcome.of(Response.ok(review.page(request.tenantId(), limit, request.query("before"))));
    }

    private Outcome<Response> approve(Request request) {
        Body body = request.body();
        boolean allowTts = body.flag("allow_tts", true);
        boolean allowMedia = body.flag("allow_media", true);
        return review.approve(request.tenantId(), request.parameter("orderId"), allowTts, allowMedia, request.id())
                .map(HeldTipsApi::decided);
    }

    private Outcome<Response> reject(Request request) {
        String reason = request.body().textOrNull("reason", LONGEST_REASON);
        return review.reject(request.tenantId(), request.parameter("orderId"), reason, request.id())
                .map(HeldTipsApi::decided);
    }

    private static Response decided(HeldTip.Decision decision) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("success", true);
        body.put("decision", decision.label());
        return Response.ok(body);
    }
}
