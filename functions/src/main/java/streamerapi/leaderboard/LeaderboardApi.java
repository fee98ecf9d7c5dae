package streamerapi.leaderboard;

import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Access;
import streamerapi.shared.http.Api;
import streamerapi.shared.http.Request;
import streamerapi.shared.http.Response;
import streamerapi.shared.http.Route;
import streamerapi.shared.problems.Problem;

/// The endpoint of the leaderboard (spec "Tipping", contract "REST").
public final class LeaderboardApi {

    private final Leaderboard leaderboard;

    public LeaderboardApi(Leaderboard leaderboard) {
        this.leaderboard = leaderboard;
    }

    /// `/leaderboard`.
    public Api api() {
        return Api.of(Route.of("GET", "/leaderboard", Access.ANY_CREDENTIAL, this::show));
    }

    private Outcome<Response> show(Request request) {
        int limit = request.queryNumber("limit", 1, 100, 25);
        return Outcome.of(Response.ok(leaderboard.board(request.tenantId(), period(request), limit)));
    }

    private static Period period(Request request) {
        String sent = request.query("period");
        if (sent == null) {
            return Period.ALL;
        }
        if (!Period.LABELS.contains(sent)) {
            throw Problem.badField("period", "period must be one of " + String.join(", ", Period.LABELS));
        }
        return Period.of(sent);
    }
}
