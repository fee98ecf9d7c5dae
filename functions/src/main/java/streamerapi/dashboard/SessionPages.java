package streamerapi.dashboard;

import org.jspecify.annotations.Nullable;
import streamerapi.accounts.SignIn;
import streamerapi.pages.Asset;
import streamerapi.pages.Page;
import streamerapi.pages.SignInPage;
import streamerapi.pages.SignedOut;
import streamerapi.pages.Site;
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
import streamerapi.shared.schema.Body;

import java.util.Map;
import java.util.Objects;

/// The pages by which people come and go, and the files that all pages are made with.
final class SessionPages {

    private static final int MAX_TEXT = 256;

    private final Site site;
    private final SignIn signIn;
    private final SignInPage page;

    SessionPages(Site site, SignIn signIn) {
        this.site = site;
        this.signIn = signIn;
        this.page = new SignInPage(signIn);
    }

    Api api() {
        return Api.of(
                Route.of("GET", Site.PLACE, Access.PUBLIC, request -> home()).ofPage(site::refused),
                Route.of("GET", Site.SIGN_IN, Access.PUBLIC, this::form).ofPage(site::refused),
                Route.of("POST", Site.SIGN_IN, Access.PUBLIC, this::signIn).ofPage(site::refused),
                Route.of("POST", Site.PLACE + "/sign-out", Access.of(Role.MODERATOR), this::signOut)
                        .ofPage(site::refused),
                Route.of("GET", Site.PLACE + "/{page}", Access.of(Role.MODERATOR), SessionPages::nowhere)
                        .ofPage(site::refused),
                Asset.STYLESHEET.route(Site.PLACE),
                Asset.SCRIPT.route(Site.PLACE),
                Asset.LAYOUT_SCRIPT.route(Site.PLACE),
                Asset.ALERTS_SCRIPT.route(Site.PLACE),
                Asset.LIBRARY_SCRIPT.route(Site.PLACE));
    }

    private static Outcome<Response> home() {
        return Outcome.of(Page.redirect(HomePages.ADDRESS));
    }

    /// A page that is not there: a user finds the way on in the navigation.
    private static Outcome<Response> nowhere(Request request) {
        throw Problem.of(ErrorCode.NOT_FOUND);
    }

    private Outcome<Response> form(Request request) {
        String onward = SignedOut.checked(request.query(SignedOut.RETURN_TO));
        return Outcome.of(page.form(request, target(onward)));
    }

    /// @param onward the page that is returned to, or null
    private static SignInPage.Target target(@Nullable String onward) {
        Map<String, String> fields = onward == null ? Map.of() : Map.of(SignedOut.RETURN_TO, onward);
        return new SignInPage.Target(Site.PLACE, Site.SIGN_IN, null, fields);
    }

    private Outcome<Response> signIn(Request request) {
        Body body = request.body();
        String onward = SignedOut.checked(body.textOrNull(SignedOut.RETURN_TO, SignedOut.MAX_ADDRESS));
        SignInPage.SignInInput sent = new SignInPage.SignInInput(
                body.textOrNull("email", MAX_TEXT),
                body.textOrNull("password", MAX_TEXT),
                body.textOrNull("csrf_token", MAX_TEXT));
        return Outcome.of(
                page.answer(request, target(onward), sent, Objects.requireNonNullElse(onward, HomePages.ADDRESS)));
    }

    private Outcome<Response> signOut(Request request) {
        String removal = signIn.signOut(request.cookie(SessionCookie.NAME));
        return Outcome.of(Page.redirect(Site.SIGN_IN).with("Set-Cookie", removal));
    }
}
