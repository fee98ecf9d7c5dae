package streamerapi.dashboard;

import org.jspecify.annotations.Nullable;
import streamerapi.pages.Fields;
import streamerapi.pages.Flash;
import streamerapi.pages.FormValues;
import streamerapi.pages.Frame;
import streamerapi.pages.Page;
import streamerapi.pages.Site;
import streamerapi.pages.templates.dashboard.JtetipsGenerated;
import streamerapi.shared.http.Api;
import streamerapi.shared.http.Request;
import streamerapi.shared.http.Response;
import streamerapi.shared.problems.Problem;

/// The page on which the team puts tips in by hand, tries a tip, and opens and closes tipping.
final class TipsPages {

    private static final String SECTION = "tips";
    private static final String ADDRESS = Site.PLACE + "/tips";
    private static final String TIPS = "/tips";
    private static final String TIPPING = "/tipping";

    private final Site site;

    TipsPages(Site site) {
        this.site = site;
    }

    Api api() {
        return Api.of(
                site.page(TIPS, TIPPING, this::tips),
                site.form(TIPS, "POST", "/manual-tips").then(TipsPages::taken).refusedOn(TIPPING, this::tips),
                site.button("/tips/test", "POST", "/tips/test", request -> ADDRESS, Flash.TEST_TIP_SENT),
                site.button("/tips/open", "POST", "/tipping/open", request -> ADDRESS, Flash.TIPPING_OPENED),
                site.button("/tips/close", "POST", "/tipping/close", request -> ADDRESS, Flash.TIPPING_CLOSED));
    }

    private static Response taken(Request request, Fields answer) {
        return Site.redirect(ADDRESS, answer.json().containsKey("held") ? Flash.TIP_HELD : Flash.TIP_SENT);
    }

    private Response tips(Request request, Fields answer, @Nullable Problem refused) {
        FormValues entered = refused == null ? FormValues.NOTHING : FormValues.in(request);
        Frame frame = site.frame(request, SECTION, refused);
        return Page.of(
                Site.status(refused),
                output -> JtetipsGenerated.render(output, null, frame, answer.object("tipping"), entered));
    }
}
