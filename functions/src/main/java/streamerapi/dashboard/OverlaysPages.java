package streamerapi.dashboard;

import org.jspecify.annotations.Nullable;
import streamerapi.overlays.OverlayLayout;
import streamerapi.pages.Fields;
import streamerapi.pages.Flash;
import streamerapi.pages.FormValues;
import streamerapi.pages.Frame;
import streamerapi.pages.Page;
import streamerapi.pages.Site;
import streamerapi.pages.templates.dashboard.JteoverlayGenerated;
import streamerapi.pages.templates.dashboard.JteoverlayliveGenerated;
import streamerapi.pages.templates.dashboard.JteoverlaysGenerated;
import streamerapi.shared.http.Api;
import streamerapi.shared.http.PublicOrigin;
import streamerapi.shared.http.Request;
import streamerapi.shared.http.Response;
import streamerapi.shared.json.Json;
import streamerapi.shared.problems.Problem;

import java.util.List;
import java.util.Map;

/// The pages of an account's overlays: what each shows, its address for OBS, and a test tip to see and hear it with.
final class OverlaysPages {

    private static final String SECTION = "overlays";
    private static final String ADDRESS = Site.PLACE + "/overlays";
    private static final String OVERLAYS = "/overlays";
    private static final String OVERLAY = "/overlays/{overlayId}";

    /// The widgets of an overlay that is made without naming any.
    private static final FormValues USUAL =
            new FormValues(Map.of("widgets", List.of("alert", "tts", "media", "goal", "celebration")));

    /// The layout that an overlay has before one is chosen, as JSON.
    private static final String USUAL_LAYOUT = Json.writeText(OverlayLayout.SHOWN.json(OverlayLayout.DEFAULT));

    private final Site site;
    private final String authUrl;

    /// @param authUrl what the overlay page's address begins with; empty for the address of the request
    OverlaysPages(Site site, String authUrl) {
        this.site = site;
        this.authUrl = authUrl;
    }

    Api api() {
        return Api.of(
                site.page(OVERLAYS, OVERLAYS, this::overlays),
                site.form(OVERLAYS, "POST", OVERLAYS).then(this::address).refusedOn(OVERLAYS, this::overlays),
                site.button("/overlays/test-tip", "POST", "/tips/test", request -> ADDRESS, Flash.TEST_TIP_SENT),
                site.page(OVERLAY, OVERLAY, this::overlay),
                site.page(OVERLAY + "/live", OVERLAY, this::live),
                site.form(OVERLAY, "PATCH", OVERLAY)
                        .leadsTo(OverlaysPages::own, Flash.OVERLAY_SAVED)
                        .refusedOn(OVERLAY, this::overlay),
                site.form(OVERLAY + "/keys", "POST", OVERLAY + "/keys")
                        .then(this::address)
                        .refusedOn(OVERLAY, this::overlay),
                site.form(OVERLAY + "/rotate-key", "POST", OVERLAY + "/rotate-key")
                        .then(this::address)
                        .refusedOn(OVERLAY, this::overlay),
                site.button(
                        OVERLAY + "/reload", "POST", OVERLAY + "/reload", OverlaysPages::own, Flash.OVERLAY_RELOADED),
                site.button(OVERLAY + "/test-tip", "POST", "/tips/test", OverlaysPages::own, Flash.TEST_TIP_SENT),
                site.button(
                        OVERLAY + "/test-event", "POST", "/events/trigger", OverlaysPages::own, Flash.TEST_EVENT_SENT),
                site.button(
                        OVERLAY + "/sound-check",
                        "POST",
                        OVERLAY + "/sound-check",
                        OverlaysPages::own,
                        Flash.SOUND_CHECK_SENT),
                site.button(
                        OVERLAY + "/celebrate",
                        "POST",
                        OVERLAY + "/celebrate",
                        OverlaysPages::own,
                        Flash.OVERLAY_CELEBRATES),
                site.button(OVERLAY + "/remove", "DELETE", OVERLAY, request -> ADDRESS, Flash.OVERLAY_REMOVED));
    }

    private static String own(Request request) {
        return ADDRESS + "/" + request.parameter("overlayId");
    }

    private Response overlays(Request request, Fields overlays, @Nullable Problem refused) {
        FormValues entered = refused == null ? USUAL : FormValues.in(request);
        Frame frame = site.frame(request, SECTION, refused);
        return Page.of(
                Site.status(refused), output -> JteoverlaysGenerated.render(output, null, frame, overlays, entered));
    }

    private Response overlay(Request request, Fields answer, @Nullable Problem refused) {
        Fields overlay = answer.object("overlay");
        FormValues saved = FormValues.of(overlay);
        FormValues entered = refused == null ? saved : FormValues.in(request).over(saved);
        Frame frame = site.frame(request, SECTION, refused);
        return Page.framingOwn(Page.of(
                Site.status(refused),
                output -> JteoverlayGenerated.render(
                        output, null, frame, overlay, entered, USUAL_LAYOUT, Site.state(overlay.json()))));
    }

    /// The part of an overlay's page that lives: what the overlay does.
    private Response live(Request request, Fields answer, @Nullable Problem refused) {
        Fields overlay = answer.object("overlay");
        Frame frame = site.frame(request, SECTION, refused);
        String state = Site.state(overlay.json());
        return Site.part(request, state, output -> JteoverlayliveGenerated.render(output, null, frame, overlay, state));
    }

    /// The overlay's address holds its key, so it is shown as a secret is: this once.
    private Response address(Request request, Fields answer) {
        Fields overlay = answer.object("overlay");
        String origin = PublicOrigin.of(authUrl, request);
        return site.secret(
                request,
                SECTION,
                new Site.ShownSecret(
                        "Address of " + overlay.text("name"),
                        origin + "/overlay#key=" + answer.text("key"),
                        "In OBS, add a Browser source with this address, " + overlay.text("width") + " wide and "
                                + overlay.text("height")
                                + " high. With it, anyone can play your queues: keep it off the stream.",
                        ADDRESS));
    }
}
