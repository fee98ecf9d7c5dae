package streamerapi.dashboard;

import streamerapi.pages.Site;
import streamerapi.shared.auth.Credentials;
import streamerapi.shared.auth.Role;
import streamerapi.shared.auth.SessionCookie;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Access;
import streamerapi.shared.http.Api;
import streamerapi.shared.http.Request;
import streamerapi.shared.http.Response;
import streamerapi.shared.http.Route;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;

import java.util.Map;

/// The way of a page that lives to its socket: a token for one socket, which tells the page when to look again.
final class RealtimePages {

    private final Site site;
    private final Credentials credentials;

    RealtimePages(Site site, Credentials credentials) {
        this.site = site;
        this.credentials = credentials;
    }

    Api api() {
        return Api.of(Route.of("POST", Site.PLACE + "/realtime", Access.of(Role.MODERATOR), this::token)
                .ofPage(site::refused));
    }

    private Outcome<Response> token(Request request) {
        SessionCookie cookie = SessionCookie.parse(request.cookie(SessionCookie.NAME));
        if (cookie == null) {
            throw Problem.of(ErrorCode.MISSING_SESSION);
        }
        Credentials.NewToken token = credentials.newRealtimeToken(request.session(), cookie);
        return Outcome.of(Response.ok(Map.of("token", token.secret().text(), "ws_url", site.socketUrl()))
                        .showingSecret())
                .writing(token.write());
    }
}
