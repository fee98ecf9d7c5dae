package streamerapi.tippage;

import org.jspecify.annotations.Nullable;
import streamerapi.connections.Provider;
import streamerapi.connections.ProviderException;
import streamerapi.connections.ViewerProfile;
import streamerapi.connectors.IngestMessage;
import streamerapi.ingest.Inbox;
import streamerapi.pages.TipPageFile;
import streamerapi.pages.TipSite;
import streamerapi.settings.TipPageSettings;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Access;
import streamerapi.shared.http.Api;
import streamerapi.shared.http.PublicOrigin;
import streamerapi.shared.http.Request;
import streamerapi.shared.http.Response;
import streamerapi.shared.http.Route;
import streamerapi.shared.http.RouteHandler;
import streamerapi.shared.lambda.LogLine;
import streamerapi.shared.lambda.Services;
import streamerapi.shared.limits.RateLimitStatus;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.storage.Write;
import streamerapi.viewers.SignedInViewer;

import java.net.URI;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/// Takes the forms of viewers on a tip page that pay nothing: sign in, with the streamer's own application at Twitch or
/// Kick, sign out, and spend credits. A browser alone calls it, so it is no JSON endpoint.
///
/// Another site cannot do any of this in a viewer's name. A sign-in ends in the browser that began it, so none can be
/// signed in as another viewer; a form that another site sends brings no cookie (`SameSite=Lax`), and is refused if the
/// browser says where it comes from.
public final class TipViewerApi {

    private static final String BACK = TipPageFile.PLACE + "/sign-in/callback/{provider}";
    private static final String PROVIDER = "provider";
    private static final String SLUG = "slug";
    private static final String DENIED = "access_denied";

    private final TipPages pages;
    private final ViewerSignIns signIns;
    private final Inbox inbox;
    private final FormLimit limit;
    private final TipSite site;
    private final String authUrl;
    private final InstantSource clock;

    /// @param inbox takes the messages of viewers who sign in and spend credits
    /// @param authUrl `{auth_url}`; empty if only the request knows it
    public TipViewerApi(
            Services services, TipPages pages, ViewerSignIns signIns, Inbox inbox, TipSite site, String authUrl) {
        this.pages = pages;
        this.signIns = signIns;
        this.inbox = inbox;
        this.limit = new FormLimit(services.limiter());
        this.site = site;
        this.authUrl = authUrl;
        this.clock = services.clock();
    }

    /// Its routes.
    public Api api() {
        return Api.of(
                route("GET", TipPageApi.PAGE + "/sign-in/{provider}", this::begin),
                route("GET", BACK, this::back),
                route("POST", TipPageApi.PAGE + "/sign-out", this::signOut),
                route("POST", TipPageApi.PAGE + "/credit", this::spend));
    }

    private Route route(String method, String path, RouteHandler.Deciding handler) {
        return Route.of(method, path, Access.PUBLIC, handler).ofPage(site::refused);
    }

    /// The platform that a path names.
    private static Provider platform(Request request) {
        return Provider.of(request.parameter(PROVIDER))
                .filter(Provider::isPlatform)
                .orElseThrow(() -> Problem.of(ErrorCode.NOT_FOUND));
    }

    private URI redirectUri(Request request, Provider provider) {
        return provider.viewerRedirectUri(PublicOrigin.of(authUrl, request));
    }

    private Outcome<Response> begin(Request request) {
        Provider provider = platform(request);
        TipPage page = pages.find(request.parameter(SLUG));
        ViewerSignIns.SignInRedirect begun =
                page.settings().signIn() ? signIns.begin(page, provider, redirectUri(request, provider)) : null;
        if (begun == null) {
            throw Problem.of(
                    ErrorCode.NOT_CONNECTED, "Viewers cannot sign in with " + provider.displayName() + " here");
        }
        return Outcome.of(TipSite.redirect(begun.address().toString(), List.of(begun.cookie())));
    }

    /// Takes a browser that comes back. Its sign-in is used up before the platform is asked, so of two that come back
    /// with one the platform sees one.
    private Outcome<Response> back(Request request) {
        Provider provider = platform(request);
        ViewerSignIns.CameBack back =
                signIns.cameBack(provider, request.cookie(SignInCookie.NAME), request.query("state"));
        String code = request.query("code");
        String error = request.query("error");
        if (back == null || (code == null && error == null)) {
            throw invalid();
        }
        RateLimitStatus reached = limit.reachedBySignIn(back.tenantId(), request.address());
        if (reached != null) {
            return Outcome.of(site.message(
                            429,
                            "That did not work",
                            "Too many viewers from your network are signing in. Try again in " + reached.resetSeconds()
                                    + " seconds.",
                            ErrorCode.RATE_LIMITED)
                    .reaching(reached));
        }
        Write use = signIns.use(back, TipViewerApi::invalid);
        if (code == null || error != null) {
            TipNotice notice = DENIED.equals(error) ? TipNotice.SIGN_IN_DENIED : TipNotice.SIGN_IN_REFUSED;
            return Outcome.of(redirect(back, notice)).writing(use);
        }
        return Outcome.of(redirect(back, TipNotice.SIGN_IN_REFUSED))
                .writing(use)
                .then(() -> arrived(back, code, redirectUri(request, provider)));
    }

    private static Response redirect(ViewerSignIns.CameBack back, TipNotice notice) {
        return TipSite.redirect(
                notice.at(TipPageSettings.path(back.cookie().slug())), List.of(SignInCookie.clearing()));
    }

    private Supplier<Outcome<Response>> arrived(ViewerSignIns.CameBack back, String code, URI redirectUri) {
        ViewerProfile profile;
        try {
            profile = signIns.viewer(back, code, redirectUri);
        } catch (ProviderException.Refused refused) {
            LogLine.of("sign-in of a viewer refused")
                    .with("tenant_id", back.tenantId())
                    .write(refused);
            return () -> Outcome.of(redirect(back, TipNotice.SIGN_IN_REFUSED));
        } catch (ProviderException.Unavailable silent) {
            LogLine.of("sign-in of a viewer unavailable")
                    .with("tenant_id", back.tenantId())
                    .write(silent);
            return () -> Outcome.of(redirect(back, TipNotice.SIGN_IN_UNAVAILABLE));
        }
        return () -> {
            IngestMessage message = signIns.message(back, profile);
            Response signedIn = TipSite.redirect(
                    TipPageSettings.path(back.cookie().slug()),
                    List.of(signIns.cookie(back, profile), SignInCookie.clearing()));
            return inbox.decide(message).map(taken -> signedIn);
        };
    }

    private static Problem invalid() {
        return Problem.of(
                ErrorCode.BAD_REQUEST,
                "This sign-in is no longer valid: it was completed already, is older than ten minutes, or began in"
                        + " another browser. You are not signed in; go back to the tip page and start again");
    }

    private Outcome<Response> signOut(Request request) {
        TipPageApi.holdToOwnSite(request);
        TipPage page = pages.find(request.parameter(SLUG));
        return Outcome.of(TipSite.redirect(page.path(), List.of(ViewerCookie.clearing(page.tenantId()))));
    }

    private Outcome<Response> spend(Request request) {
        Map<String, List<String>> fields = TipPageApi.fields(request);
        TipPageApi.holdToOwnSite(request);
        TipPage page = pages.find(request.parameter(SLUG));
        SignedInViewer viewer = pages.viewer(page, request.cookie(ViewerCookie.name(page.tenantId())));
        CreditForm form = CreditForm.of(fields);
        RateLimitStatus reached = limit.reachedBySpending(page.tenantId(), request.address(), viewer);
        if (reached != null) {
            String again = "Too many messages were sent from your network. Try again in " + reached.resetSeconds()
                    + " seconds.";
            return Outcome.of(refused(page, viewer, form, 429, again).reaching(reached));
        }
        if (!page.isOpen()) {
            return Outcome.of(refused(page, viewer, form, 409, null));
        }
        if (viewer == null) {
            return Outcome.of(refused(page, null, form, 401, "Sign in first: credits belong to a viewer."));
        }
        return Outcome.of(form.error() == null ? spent(page, viewer, form) : refused(page, viewer, form, 422, null));
    }

    private Response spent(TipPage page, SignedInViewer viewer, CreditForm form) {
        try {
            Inbox.Receipt receipt = inbox.take(form.message(page.tenantId(), viewer, clock.instant()));
            TipNotice notice = CreditForm.isHeld(receipt) ? TipNotice.CREDIT_HELD : TipNotice.CREDIT_SPENT;
            return CreditForm.isBlocked(receipt)
                    ? refused(
                            page,
                            viewer,
                            form.wrong("The streamer's filter does not let this message through. Change it; no credit"
                                    + " was spent."),
                            422,
                            null)
                    : TipSite.redirect(notice.at(page.path()), List.of());
        } catch (Problem problem) {
            if (problem.code() != ErrorCode.NO_CREDIT_LEFT) {
                throw problem;
            }
            return refused(page, viewer, form, 409, "You have no credits left.");
        }
    }

    /// The page again, with the message as the viewer entered it.
    private Response refused(
            TipPage page, @Nullable SignedInViewer viewer, CreditForm form, int status, @Nullable String alert) {
        TipPage.Entry entry = TipPage.Entry.blank(alert, null);
        return site.form(status, pages.view(page, page.visitor(viewer).with(form.message(), form.error()), entry));
    }
}
