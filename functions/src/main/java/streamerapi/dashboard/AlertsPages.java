package streamerapi.dashboard;

import org.jspecify.annotations.Nullable;
import streamerapi.pages.Fields;
import streamerapi.pages.Flash;
import streamerapi.pages.FormValues;
import streamerapi.pages.Frame;
import streamerapi.pages.Page;
import streamerapi.pages.Site;
import streamerapi.pages.templates.dashboard.JtealertsGenerated;
import streamerapi.shared.http.Api;
import streamerapi.shared.http.Request;
import streamerapi.shared.http.Response;
import streamerapi.shared.problems.Problem;

/// The page of the platforms' alerts: which of them reach overlays and programs, and a test of each.
final class AlertsPages {

    private static final String SECTION = "alerts";
    private static final String ADDRESS = Site.PLACE + "/alerts";
    private static final String ALERTS = "/alerts";
    private static final String SETTINGS = "/settings";

    private final Site site;

    AlertsPages(Site site) {
        this.site = site;
    }

    Api api() {
        return Api.of(
                site.page(ALERTS, SETTINGS, this::alerts),
                site.form(ALERTS, "PATCH", SETTINGS)
                        .leadsTo(request -> ADDRESS, Flash.SETTINGS_SAVED)
                        .refusedOn(SETTINGS, this::alerts),
                site.button(ALERTS + "/test", "POST", "/events/trigger", request -> ADDRESS, Flash.TEST_ALERT_SENT));
    }

    private Response alerts(Request request, Fields answer, @Nullable Problem refused) {
        FormValues saved = FormValues.of(answer.object("settings"));
        FormValues entered = refused == null ? saved : FormValues.in(request).over(saved);
        Frame frame = site.frame(request, SECTION, refused);
        return Page.of(Site.status(refused), output -> JtealertsGenerated.render(output, null, frame, entered));
    }
}
