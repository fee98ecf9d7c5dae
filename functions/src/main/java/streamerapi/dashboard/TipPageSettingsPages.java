package streamerapi.dashboard;

import org.jspecify.annotations.Nullable;
import streamerapi.pages.Fields;
import streamerapi.pages.Flash;
import streamerapi.pages.FormValues;
import streamerapi.pages.Frame;
import streamerapi.pages.Page;
import streamerapi.pages.Site;
import streamerapi.pages.TipSite;
import streamerapi.pages.templates.dashboard.JtetippageGenerated;
import streamerapi.qr.QrCode;
import streamerapi.qr.QrPicture;
import streamerapi.settings.TipPageSettings;
import streamerapi.shared.http.Api;
import streamerapi.shared.http.PublicOrigin;
import streamerapi.shared.http.Request;
import streamerapi.shared.http.Response;
import streamerapi.shared.problems.Problem;
import streamerapi.tippage.TipPagePreview;

import java.util.List;

/// The dashboard's page of the tip page: its settings, its address, and what it still needs.
final class TipPageSettingsPages {

    private static final String SECTION = "tip-page";
    private static final String PATH = "/" + SECTION;
    private static final String SETTINGS = "/settings";

    /// The directive `form-action` of a page from which nothing can be sent.
    private static final String NOWHERE = "'none'";

    private final Site site;
    private final TipPagePreview preview;
    private final String authUrl;

    /// @param authUrl what the tip page's address begins with; empty for the address of the request
    TipPageSettingsPages(Site site, TipPagePreview preview, String authUrl) {
        this.site = site;
        this.preview = preview;
        this.authUrl = authUrl;
    }

    Api api() {
        return Api.of(
                site.page(PATH, SETTINGS, this::page),
                site.page(
                        PATH + "/preview",
                        SETTINGS,
                        (request, settings, refused) -> new TipSite(NOWHERE).form(200, preview.of(request.tenantId()))),
                site.form(PATH, "PATCH", SETTINGS)
                        .leadsTo(request -> Site.PLACE + PATH, Flash.SETTINGS_SAVED)
                        .refusedOn(SETTINGS, this::page));
    }

    private Response page(Request request, Fields answer, @Nullable Problem refused) {
        Fields settings = answer.object("settings");
        Fields tipPage = settings.object("tip_page");
        FormValues saved = FormValues.of(settings);
        FormValues entered = refused == null ? saved : FormValues.in(request).over(saved);
        Frame frame = site.frame(request, SECTION, refused);
        String origin = PublicOrigin.of(authUrl, request);
        String place = origin + TipPageSettings.path("");
        String address = tipPage.flag("enabled") ? origin + TipPageSettings.path(tipPage.text("slug")) : null;
        QrPicture qr = address == null ? null : new QrPicture(QrCode.of(address));
        Fields connections = site.read(request, "/connections");
        List<Fields> processors = connections.objects("connections").stream()
                .filter(connection -> (connection.text("provider").equals("stripe")
                                || connection.text("provider").equals("paypal"))
                        && !connection.text("status").equals("disconnected"))
                .toList();
        boolean isPaid = !processors.isEmpty();
        boolean isTest = isPaid
                && processors.stream()
                        .allMatch(connection -> !connection.isNull("mode")
                                && connection.text("mode").equals("test"));
        return Page.of(
                Site.status(refused),
                output -> JtetippageGenerated.render(
                        output, null, frame, entered, settings.text("currency"), place, address, isPaid, isTest, qr));
    }
}
