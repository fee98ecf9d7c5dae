package streamerapi.dashboard;

import org.jspecify.annotations.Nullable;
import streamerapi.pages.Fields;
import streamerapi.pages.Flash;
import streamerapi.pages.FormValues;
import streamerapi.pages.Frame;
import streamerapi.pages.Page;
import streamerapi.pages.Site;
import streamerapi.pages.templates.dashboard.JteoverlayalertsGenerated;
import streamerapi.shared.http.Api;
import streamerapi.shared.http.Request;
import streamerapi.shared.http.Response;
import streamerapi.shared.json.Json;
import streamerapi.shared.problems.Problem;

/// The page of an overlay's alerts: their theme, and the variations of each kind with picture, sound, words and
/// movements, beside a preview that plays them.
final class OverlayAlertsPages {

    private static final String SECTION = "overlays";
    private static final String OVERLAY = "/overlays/{overlayId}";
    private static final String ALERTS = OVERLAY + "/alerts";

    private final Site site;
    private final String bucket;

    /// @param bucket the address of the library's bucket, which files are sent to
    OverlayAlertsPages(Site site, String bucket) {
        this.site = site;
        this.bucket = bucket;
    }

    Api api() {
        return Api.of(
                site.page(ALERTS, OVERLAY, this::alerts),
                site.form(ALERTS, "PATCH", OVERLAY)
                        .leadsTo(
                                request -> Site.PLACE + "/overlays/" + request.parameter("overlayId") + "/alerts",
                                Flash.OVERLAY_SAVED)
                        .refusedOn(OVERLAY, this::alerts));
    }

    private Response alerts(Request request, Fields answer, @Nullable Problem refused) {
        Fields overlay = answer.object("overlay");
        FormValues saved = FormValues.of(overlay);
        FormValues entered = refused == null ? saved : FormValues.in(request).over(saved);
        Frame frame = site.frame(request, SECTION, refused);
        String shown = Json.writeText(overlay.json());
        Fields library = site.read(request, "/library");
        return Page.using(
                bucket,
                Page.framingOwn(Page.of(
                        Site.status(refused),
                        output -> JteoverlayalertsGenerated.render(
                                output, null, frame, overlay, entered, shown, library))));
    }
}
