package streamerapi.dashboard;

import org.jspecify.annotations.Nullable;
import streamerapi.pages.Fields;
import streamerapi.pages.Flash;
import streamerapi.pages.FormValues;
import streamerapi.pages.Frame;
import streamerapi.pages.Page;
import streamerapi.pages.Site;
import streamerapi.pages.templates.dashboard.JteviewerGenerated;
import streamerapi.pages.templates.dashboard.JteviewersGenerated;
import streamerapi.shared.http.Api;
import streamerapi.shared.http.Request;
import streamerapi.shared.http.Response;
import streamerapi.shared.problems.Problem;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/// The pages of the viewers: a search, and one viewer with credits, their ledger and what they were spent on.
final class ViewersPages {

    private static final String SECTION = "viewers";
    private static final String ADDRESS = Site.PLACE + "/viewers";
    private static final String VIEWERS = "/viewers";
    private static final String VIEWER = "/viewers/{user}";
    private static final String GRANT = "/grant";
    private static final String REVOKE = "/revoke";

    private final Site site;

    ViewersPages(Site site) {
        this.site = site;
    }

    Api api() {
        return Api.of(
                site.page(VIEWERS, VIEWERS, this::viewers),
                site.page(VIEWER, VIEWER, this::viewer),
                site.form(VIEWER + GRANT, "POST", VIEWER + "/credits" + GRANT)
                        .leadsTo(ViewersPages::address, Flash.CREDITS_GRANTED)
                        .refusedOn(VIEWER, this::viewer),
                site.form(VIEWER + REVOKE, "POST", VIEWER + "/credits" + REVOKE)
                        .leadsTo(ViewersPages::address, Flash.CREDITS_REVOKED)
                        .refusedOn(VIEWER, this::viewer),
                site.button(VIEWER + "/erase", "DELETE", VIEWER, request -> ADDRESS, Flash.VIEWER_ERASED));
    }

    private static String address(Request request) {
        return ADDRESS + "/" + URLEncoder.encode(request.parameter("user"), StandardCharsets.UTF_8);
    }

    private Response viewers(Request request, Fields answer, @Nullable Problem refused) {
        String sought = Objects.requireNonNullElse(request.query("q"), "");
        Frame frame = site.frame(request, SECTION, refused);
        return Page.of(Site.status(refused), output -> JteviewersGenerated.render(output, null, frame, answer, sought));
    }

    private Response viewer(Request request, Fields answer, @Nullable Problem refused) {
        FormValues grant = FormValues.sentTo(GRANT, request);
        FormValues revoke = FormValues.sentTo(REVOKE, request);
        Fields rewards = site.read(request, VIEWER + "/rewards");
        Frame frame = site.frame(request, SECTION, refused);
        return Page.of(
                Site.status(refused),
                output -> JteviewerGenerated.render(output, null, frame, answer, rewards, grant, revoke));
    }
}
