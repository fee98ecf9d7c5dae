package streamerapi.dashboard;

import org.jspecify.annotations.Nullable;
import streamerapi.pages.Fields;
import streamerapi.pages.Flash;
import streamerapi.pages.FormValues;
import streamerapi.pages.Frame;
import streamerapi.pages.Page;
import streamerapi.pages.Site;
import streamerapi.pages.templates.dashboard.JteappGenerated;
import streamerapi.pages.templates.dashboard.JteappsGenerated;
import streamerapi.pages.templates.dashboard.JteconnectedappsGenerated;
import streamerapi.shared.http.Api;
import streamerapi.shared.http.Request;
import streamerapi.shared.http.Response;
import streamerapi.shared.problems.Problem;

import java.util.List;

/// The pages of the apps that an account registered, and of those that it connected.
final class OAuthAppsPages {

    private static final String SECTION = "apps";
    private static final String ADDRESS = Site.PLACE + "/apps";
    private static final String CONNECTED = Site.PLACE + "/connected-apps";
    private static final String APPS = "/oauth-apps";
    private static final String APP = "/oauth-apps/{clientId}";

    private final Site site;

    OAuthAppsPages(Site site) {
        this.site = site;
    }

    Api api() {
        return Api.of(
                site.page("/apps", APPS, this::apps),
                site.form("/apps", "POST", APPS).then(this::registered).refusedOn(APPS, this::apps),
                site.page("/apps/{clientId}", APPS, this::app),
                site.form("/apps/{clientId}", "PATCH", APP)
                        .leadsTo(request -> ADDRESS, Flash.APP_SAVED)
                        .refusedOn(APPS, this::app),
                site.form("/apps/{clientId}/rotate-secret", "POST", APP + "/rotate-secret")
                        .then(this::registered)
                        .refusedOn(APPS, this::app),
                site.button("/apps/{clientId}/remove", "DELETE", APP, request -> ADDRESS, Flash.APP_REMOVED),
                site.page("/connected-apps", "/connected-apps", this::connected),
                site.button(
                        "/connected-apps/{authorizationId}/disconnect",
                        "DELETE",
                        "/connected-apps/{authorizationId}",
                        request -> CONNECTED,
                        Flash.APP_DISCONNECTED));
    }

    private Response apps(Request request, Fields apps, @Nullable Problem refused) {
        FormValues entered = refused == null ? FormValues.NOTHING : FormValues.in(request);
        Frame frame = site.frame(request, SECTION, refused);
        return Page.of(Site.status(refused), output -> JteappsGenerated.render(output, null, frame, apps, entered));
    }

    private Response app(Request request, Fields apps, @Nullable Problem refused) {
        Fields app = apps.only("apps", "client_id", request.parameter("clientId"));
        FormValues entered = refused == null
                ? FormValues.of(app, List.of("name", "description"), List.of("redirect_uris", "scopes"))
                : FormValues.in(request);
        Frame frame = site.frame(request, SECTION, refused);
        return Page.of(Site.status(refused), output -> JteappGenerated.render(output, null, frame, app, entered));
    }

    /// A public app has no secret to show.
    private Response registered(Request request, Fields answer) {
        Fields app = answer.object("app");
        String address = ADDRESS + "/" + app.text("client_id");
        if (!answer.json().containsKey("client_secret")) {
            return Site.redirect(address, Flash.APP_SAVED);
        }
        return site.secret(
                request,
                SECTION,
                new Site.ShownSecret(
                        "Client secret of " + app.text("name"),
                        answer.text("client_secret"),
                        "The app proves itself with it, beside its client id " + app.text("client_id") + ".",
                        address));
    }

    private Response connected(Request request, Fields connected, @Nullable Problem refused) {
        Frame frame = site.frame(request, "connected-apps", refused);
        return Page.of(
                Site.status(refused), output -> JteconnectedappsGenerated.render(output, null, frame, connected));
    }
}
