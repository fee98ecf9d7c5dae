package streamerapi.dashboard;

import org.jspecify.annotations.Nullable;
import streamerapi.pages.Fields;
import streamerapi.pages.Flash;
import streamerapi.pages.FormValues;
import streamerapi.pages.Frame;
import streamerapi.pages.Page;
import streamerapi.pages.Site;
import streamerapi.pages.templates.dashboard.JtesettingsGenerated;
import streamerapi.shared.http.Api;
import streamerapi.shared.http.Request;
import streamerapi.shared.http.Response;
import streamerapi.shared.problems.Problem;

/// The page of an account's settings, a form for each group of them, and of what the filter would do to a text.
final class SettingsPages {

    private static final String SECTION = "settings";
    private static final String ADDRESS = Site.PLACE + "/settings";
    private static final String SETTINGS = "/settings";

    private final Site site;

    private final String audioUrl;
    private final String engine;

    /// @param audioUrl the bucket of samples of voices
    /// @param engine Amazon Polly's, with which tips are spoken
    SettingsPages(Site site, String audioUrl, String engine) {
        this.site = site;
        this.audioUrl = audioUrl;
        this.engine = engine;
    }

    Api api() {
        return Api.of(
                site.page(SETTINGS, SETTINGS, this::settings),
                site.form(SETTINGS, "PATCH", SETTINGS)
                        .leadsTo(request -> ADDRESS, Flash.SETTINGS_SAVED)
                        .refusedOn(SETTINGS, this::settings),
                site.form("/settings/try", "POST", "/filter/check")
                        .then(this::tried)
                        .refusedOn(SETTINGS, this::settings));
    }

    private Response settings(Request request, Fields answer, @Nullable Problem refused) {
        return page(request, answer, refused, null);
    }

    private Response tried(Request request, Fields answer) {
        return page(request, site.read(request, SETTINGS), null, answer.object("finding"));
    }

    /// @param finding what the filter says of the text that was tried; null if none was
    private Response page(Request request, Fields answer, @Nullable Problem refused, @Nullable Fields finding) {
        FormValues saved = FormValues.of(answer.object("settings"));
        FormValues entered =
                request.method().equals("POST") ? FormValues.in(request).over(saved) : saved;
        Fields counters = site.read(request, "/counters");
        Frame frame = site.frame(request, SECTION, refused);
        Response page = Page.of(
                Site.status(refused),
                output -> JtesettingsGenerated.render(output, null, frame, entered, finding, counters, engine));
        return Page.playing(audioUrl, page);
    }
}
