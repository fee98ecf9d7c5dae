package streamerapi.shared.http;

import streamerapi.shared.auth.Caller;
import streamerapi.shared.auth.Scope;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;

import java.util.Set;

/// The calls that an overlay may make with its key as a bearer credential: the routes listed here, and no others, in
/// any scopes that the key's sockets read with (contract "Overlays' own rights").
///
/// The key stands in the address of a browser source, where other people on a stream's team see it.
public final class OverlayRights {

    /// The routes of an overlay's own.
    private static final Set<String> OWN =
            Set.of("GET /overlays/{overlayId}/tip-goal", "GET /overlays/{overlayId}/latest");

    private static final Set<String> ROUTES = Set.of(
            "GET /tts/queue",
            "GET /tts/now",
            "POST /tts/{orderId}/start",
            "POST /tts/{orderId}/finish",
            "POST /tts/{orderId}/release",
            "GET /media/queue",
            "GET /media/now",
            "POST /media/{orderId}/start",
            "POST /media/{orderId}/finish",
            "POST /media/{orderId}/release",
            "GET /overlays/{overlayId}/tip-goal",
            "GET /overlays/{overlayId}/latest",
            "GET /overlays/goals",
            "GET /overlays/timer",
            "GET /counters",
            "GET /counters/{name}",
            "GET /leaderboard");

    private OverlayRights() {}

    /// Whether an overlay's key opens a route.
    ///
    /// @param template the route's path, with parameters as `{name}`
    public static boolean reach(String method, String template) {
        return ROUTES.contains(method + " " + template);
    }

    /// Holds a request of an overlay to its rights.
    ///
    /// @param needed the scope that other credentials need
    /// @throws Problem `missing_scope`; `not_found` for what is another overlay's
    static void check(Route route, Request request, Caller overlay, Scope needed) {
        String asked = route.method() + " " + route.template();
        if (!ROUTES.contains(asked)) {
            throw Problem.of(ErrorCode.MISSING_SCOPE, "An overlay's key cannot call this; use an API key")
                    .with("required_scope", needed.label());
        }
        if (OWN.contains(asked) && !request.parameter("overlayId").equals(overlay.id())) {
            throw Problem.of(ErrorCode.NOT_FOUND);
        }
    }
}
