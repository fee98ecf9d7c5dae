package streamerapi.dashboard;

import org.jspecify.annotations.Nullable;
import streamerapi.pages.Fields;
import streamerapi.pages.Flash;
import streamerapi.pages.FormValues;
import streamerapi.pages.Frame;
import streamerapi.pages.Page;
import streamerapi.pages.Site;
import streamerapi.pages.templates.dashboard.JteteamGenerated;
import streamerapi.shared.http.Api;
import streamerapi.shared.http.Request;
import streamerapi.shared.http.Response;
import streamerapi.shared.problems.Problem;

/// The page of an account's team: who is in it, invitations, and links for those who forgot their passwords.
final class TeamPages {

    private static final String SECTION = "team";
    private static final String ADDRESS = Site.PLACE + "/team";
    private static final String TEAM = "/team";
    private static final String MEMBER = "/team/{userId}";

    private final Site site;

    TeamPages(Site site) {
        this.site = site;
    }

    Api api() {
        return Api.of(
                site.page(TEAM, TEAM, this::team),
                site.form(TEAM, "POST", "/team/invitations").then(this::link).refusedOn(TEAM, this::team),
                site.form(MEMBER, "PATCH", MEMBER)
                        .leadsTo(request -> ADDRESS, Flash.ROLE_SAVED)
                        .refusedOn(TEAM, this::team),
                site.form(MEMBER + "/link", "POST", MEMBER + "/password-link")
                        .then(this::link)
                        .refusedOn(TEAM, this::team),
                site.button(MEMBER + "/remove", "DELETE", MEMBER, request -> ADDRESS, Flash.USER_REMOVED));
    }

    private Response team(Request request, Fields team, @Nullable Problem refused) {
        FormValues entered = refused == null ? FormValues.NOTHING : FormValues.in(request);
        Frame frame = site.frame(request, SECTION, refused);
        return Page.of(Site.status(refused), output -> JteteamGenerated.render(output, null, frame, team, entered));
    }

    private Response link(Request request, Fields answer) {
        Fields link = answer.object("link");
        String email = link.object("user").text("email");
        return site.secret(
                request,
                SECTION,
                new Site.ShownSecret(
                        "Link for " + email,
                        link.text("url"),
                        "Send it to " + email + " alone: it lets its reader choose the password, once, until "
                                + link.text("expires_at").substring(0, 16).replace('T', ' ') + " UTC.",
                        ADDRESS));
    }
}
