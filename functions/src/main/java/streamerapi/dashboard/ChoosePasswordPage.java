package streamerapi.dashboard;

import org.jspecify.annotations.Nullable;
import streamerapi.accounts.PasswordLink;
import streamerapi.accounts.Team;
import streamerapi.accounts.User;
import streamerapi.pages.KnownEmail;
import streamerapi.pages.Page;
import streamerapi.pages.Site;
import streamerapi.pages.templates.JtechoosepasswordGenerated;
import streamerapi.shared.auth.Role;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Access;
import streamerapi.shared.http.Api;
import streamerapi.shared.http.Request;
import streamerapi.shared.http.Response;
import streamerapi.shared.http.Route;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;

import java.util.Objects;

/// The page of a one-time link, on which a user who was invited, or forgot the password, chooses one.
///
/// The link is the proof, so the form needs no token of a session: a page that does not know the link can do nothing.
final class ChoosePasswordPage {

    private static final int MAX_LINK = 200;
    private static final int MAX_PASSWORD = 256;

    private final Site site;
    private final Team team;

    ChoosePasswordPage(Site site, Team team) {
        this.site = site;
        this.team = team;
    }

    Api api() {
        return Api.of(
                Route.of("GET", PasswordLink.PAGE, Access.PUBLIC, this::show).ofPage(site::refused),
                Route.of("POST", PasswordLink.PAGE, Access.PUBLIC, this::choose).ofPage(this::refused));
    }

    private Outcome<Response> show(Request request) {
        String link = Objects.requireNonNullElse(request.query("link"), "");
        return Outcome.of(form(200, link, team.ofLink(PasswordLink.parse(link)), null));
    }

    private Outcome<Response> choose(Request request) {
        String link = Objects.requireNonNullElse(request.body().textOrNull("link", MAX_LINK), "");
        String password = request.body().text("password", 1, MAX_PASSWORD);
        return team.choosePassword(PasswordLink.parse(link), password)
                .map(user -> Page.redirect(Site.SIGN_IN + "?done=password_chosen")
                        .with("Set-Cookie", KnownEmail.header(user.email())));
    }

    /// The form again, if the password was refused.
    private Response refused(Request request, Problem problem) {
        if (problem.code() != ErrorCode.BAD_REQUEST) {
            return site.refused(request, problem);
        }
        try {
            String link = Objects.requireNonNullElse(request.body().textOrNull("link", MAX_LINK), "");
            return form(400, link, team.ofLink(PasswordLink.parse(link)), problem.getMessage() + ".");
        } catch (Problem ofTheLink) {
            return site.refused(request, ofTheLink);
        }
    }

    private Response form(int status, String link, User user, @Nullable String message) {
        PasswordLink parsed = Objects.requireNonNull(PasswordLink.parse(link));
        String channel = team.channel(parsed.secret().tenantId());
        return Page.of(
                status,
                output -> JtechoosepasswordGenerated.render(
                        output, null, link, user.email(), channel, user.invited(), user.role() == Role.OWNER, message));
    }
}
