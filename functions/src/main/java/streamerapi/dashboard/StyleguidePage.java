package streamerapi.dashboard;

import streamerapi.pages.Page;
import streamerapi.pages.Site;
import streamerapi.pages.templates.JtestyleguideGenerated;
import streamerapi.shared.auth.Role;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Access;
import streamerapi.shared.http.Api;
import streamerapi.shared.http.Request;
import streamerapi.shared.http.Response;
import streamerapi.shared.http.Route;

/// The page of the local stack that shows every component of the pages' design system.
final class StyleguidePage {

    private final Site site;

    StyleguidePage(Site site) {
        this.site = site;
    }

    Api api() {
        return Api.of(Route.of("GET", Site.PLACE + "/styleguide", Access.of(Role.MODERATOR), this::styleguide)
                .ofPage(site::refused));
    }

    private Outcome<Response> styleguide(Request request) {
        return Outcome.of(Page.of(
                200, output -> JtestyleguideGenerated.render(output, null, site.frame(request, "styleguide", null))));
    }
}
