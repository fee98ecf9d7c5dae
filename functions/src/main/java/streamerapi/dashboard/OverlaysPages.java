package streamerapi.dashboard;

import org.jspecify.annotations.Nullable;
import streamerapi.pages.Entered;
import streamerapi.pages.Fields;
import streamerapi.pages.Frame;
import streamerapi.pages.Notice;
import streamerapi.pages.Page;
import streamerapi.pages.Site;
import streamerapi.pages.templates.dashboard.JteoverlayGenerated;
import streamerapi.pages.templates.dashboard.JteoverlaysGenerated;
import streamerapi.shared.http.Api;
import streamerapi.shared.http.Request;
import streamerapi.shared.http.Response;
import streamerapi.shared.problems.Problem;

import java.util.List;
import java.util.Map;

/// The pages of an account's overlays: what each shows, its address for OBS, and a test tip to see and hear it with.
final class OverlaysPages {

    private static final String SECTION = "overlays";
    private static final String ADDRESS = Site.PLACE + "/overlays";
    private static final String OVERLAYS = "/overlays";
    private static final String OVERLAY = "/overlays/{overlayId}";

    /// What an overlay has that is made without a word of what it shows.
    private static final Entered USUAL =
            new Entered(Map.of("widgets", List.of("alert", "tts", "media", "goal", "celebration")));

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
                site.form(OVERLAYS, "POST", OVERLAYS, this::address, OVERLAYS, this::overlays),
                site.button("/overlays/test-tip", "POST", "/tips/test", request -> ADDRESS, Notice.TEST_TIP_SENT),
                site.page(OVERLAY, OVERLAY, this::overlay),
                site.form(
                        OVERLAY,
                        "PATCH",
                        OVERLAY,
                        (request, answer) -> Site.led(ADDRESS, Notice.OVERLAY_SAVED),
                        OVERLAY,
                        this::overlay),
                site.form(
                        OVERLAY + "/rotate-key",
                        "POST",
                        OVERLAY + "/rotate-key",
                        this::address,
                        OVERLAY,
                        this::overlay),
                site.button(
                        OVERLAY + "/reload", "POST", OVERLAY + "/reload", OverlaysPages::own, Notice.OVERLAY_RELOADED),
                site.button(
                        OVERLAY + "/celebrate",
                        "POST",
                        OVERLAY + "/celebrate",
                        OverlaysPages::own,
                        Notice.OVERLAY_CELEBRATES),
                site.button(OVERLAY + "/remove", "DELETE", OVERLAY, request -> ADDRESS, Notice.OVERLAY_REMOVED));
    }

    private static String own(Request request) {
        return ADDRESS + "/" + request.parameter("overlayId");
    }

    private Response overlays(Request request, Fields overlays, @Nullable Problem refused) {
        Entered entered = refused == null ? USUAL : Entered.in(request);
        Frame frame = site.frame(request, SECTION, refused);
        return Page.of(
                Site.status(refused), output -> JteoverlaysGenerated.render(output, null, frame, overlays, entered));
    }

    private Response overlay(Request request, Fields answer, @Nullable Problem refused) {
        Fields overlay = answer.object("overlay");
        Entered entered =
                refused == null ? Entered.of(overlay, List.of("name"), List.of("widgets")) : Entered.in(request);
        Frame frame = site.frame(request, SECTION, refused);
        return Page.of(
                Site.status(refused), output -> JteoverlayGenerated.render(output, null, frame, overlay, entered));
    }

    /// The overlay's address holds its key, so it is shown as a secret is: this once.
    private Response address(Request request, Fields answer) {
        String origin = authUrl.isEmpty() ? "https://" + request.domain() : authUrl;
        return site.secret(
                request,
                SECTION,
                new Site.Shown(
                        "Address of " + answer.object("overlay").text("name"),
                        origin + "/overlay#key=" + answer.text("key"),
                        "In OBS, add a Browser source with this address, 1920 wide and 1080 high. With it, anyone can play"
                                + " your queues: keep it off the stream.",
                        ADDRESS));
    }
}
