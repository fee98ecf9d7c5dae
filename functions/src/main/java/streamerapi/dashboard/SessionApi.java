package streamerapi.dashboard;

import org.jspecify.annotations.Nullable;
import streamerapi.accounts.SignIn;
import streamerapi.accounts.User;
import streamerapi.pages.Visit;
import streamerapi.shared.auth.Role;
import streamerapi.shared.auth.Session;
import streamerapi.shared.auth.SessionCookie;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Access;
import streamerapi.shared.http.Api;
import streamerapi.shared.http.Request;
import streamerapi.shared.http.Response;
import streamerapi.shared.http.Route;
import streamerapi.shared.schema.Body;

import java.util.LinkedHashMap;
import java.util.Map;

/// The endpoints by which people come and go (contract "Dashboard").
public final class SessionApi {

    private static final Access EVERYBODY_WHO_IS_SIGNED_IN = Access.of(Role.MODERATOR);
    private static final int LONGEST = 256;

    private final SignIn signIn;

    public SessionApi(SignIn signIn) {
        this.signIn = signIn;
    }

    /// `/sign-in`, `/session` and `/sign-out`.
    public Api api() {
        return Api.of(
                Route.of("POST", "/sign-in", Access.PUBLIC, this::signIn),
                Route.of("GET", "/session", EVERYBODY_WHO_IS_SIGNED_IN, this::session),
                Route.of("POST", "/sign-out", EVERYBODY_WHO_IS_SIGNED_IN, this::signOut)
                        .acting());
    }

    private Outcome<Response> signIn(Request request) {
        Body body = request.body();
        SignIn.Signed signed =
                Visit.signIn(signIn, request, body.text("email", 1, LONGEST), body.text("password", 1, LONGEST));
        return Outcome.of(Response.ok(json(signed.session())).showingSecret().settingCookies(signed.cookies()));
    }

    private Outcome<Response> session(Request request) {
        return Outcome.of(Response.ok(json(request.session())).showingSecret());
    }

    private Outcome<Response> signOut(Request request) {
        String removal = signIn.signOut(request.cookie(SessionCookie.NAME));
        return Outcome.of(Response.success().with("Set-Cookie", removal));
    }

    private static Map<String, @Nullable Object> json(Session session) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("user", User.SCHEMA.json(User.of(session)));
        json.put("csrf_token", session.csrfToken());
        return json;
    }
}
