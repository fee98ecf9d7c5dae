package streamerapi.dashboard;

import org.jspecify.annotations.Nullable;
import streamerapi.pages.Fields;
import streamerapi.pages.Flash;
import streamerapi.pages.FormValues;
import streamerapi.pages.Frame;
import streamerapi.pages.Page;
import streamerapi.pages.Site;
import streamerapi.pages.templates.dashboard.JtecountersGenerated;
import streamerapi.shared.http.Api;
import streamerapi.shared.http.Request;
import streamerapi.shared.http.Response;
import streamerapi.shared.problems.Problem;

/// The page of the counters: each with buttons to count, and a way to set it.
final class CountersPages {

    private static final String SECTION = "counters";
    private static final String ADDRESS = Site.PLACE + "/counters";
    private static final String COUNTERS = "/counters";
    private static final String COUNTER = "/counters/{name}";

    private final Site site;

    CountersPages(Site site) {
        this.site = site;
    }

    Api api() {
        return Api.of(
                site.page(COUNTERS, COUNTERS, this::counters),
                site.form(COUNTERS, "PUT", COUNTER)
                        .leadsTo(request -> ADDRESS, Flash.COUNTER_SET)
                        .refusedOn(COUNTERS, this::counters),
                site.button(COUNTER + "/add", "POST", COUNTER + "/increment", request -> ADDRESS, null),
                site.button(COUNTER + "/remove", "DELETE", COUNTER, request -> ADDRESS, Flash.COUNTER_REMOVED));
    }

    private Response counters(Request request, Fields answer, @Nullable Problem refused) {
        FormValues entered = refused == null ? FormValues.NOTHING : FormValues.in(request);
        Frame frame = site.frame(request, SECTION, refused);
        return Page.of(
                Site.status(refused), output -> JtecountersGenerated.render(output, null, frame, answer, entered));
    }
}
