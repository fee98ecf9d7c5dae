package streamerapi.dashboard;

import org.jspecify.annotations.Nullable;
import streamerapi.pages.Fields;
import streamerapi.pages.Frame;
import streamerapi.pages.Notice;
import streamerapi.pages.Page;
import streamerapi.pages.Site;
import streamerapi.pages.templates.dashboard.JtereviewGenerated;
import streamerapi.shared.http.Api;
import streamerapi.shared.http.Request;
import streamerapi.shared.http.Response;
import streamerapi.shared.problems.Problem;

/// The tips that wait for a decision.
final class ReviewPages {

    private static final String ADDRESS = Site.PLACE + "/review";
    private static final String TIP = "/held-tips/{orderId}";

    private final Site site;

    ReviewPages(Site site) {
        this.site = site;
    }

    Api api() {
        return Api.of(
                site.page("/review", "/held-tips", this::review),
                site.button(
                        "/review/{orderId}/approve", "POST", TIP + "/approve", request -> ADDRESS, Notice.TIP_LET_IN),
                site.button(
                        "/review/{orderId}/reject", "POST", TIP + "/reject", request -> ADDRESS, Notice.TIP_KEPT_OUT));
    }

    private Response review(Request request, Fields held, @Nullable Problem refused) {
        Frame frame = site.frame(request, "review", refused);
        return Page.of(Site.status(refused), output -> JtereviewGenerated.render(output, null, frame, held));
    }
}
