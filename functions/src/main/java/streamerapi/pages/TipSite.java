package streamerapi.pages;

import gg.jte.html.HtmlTemplateOutput;
import org.jspecify.annotations.Nullable;
import streamerapi.pages.templates.tip.JteformGenerated;
import streamerapi.pages.templates.tip.JtemessageGenerated;
import streamerapi.pages.templates.tip.JtestatusGenerated;
import streamerapi.qr.QrPicture;
import streamerapi.shared.http.Request;
import streamerapi.shared.http.Response;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;

import java.util.List;
import java.util.function.Consumer;

/// The answers of tip pages: pages for strangers, redirects without a trace, refusals.
public final class TipSite {

    private static final String GUARD = "default-src 'none'; frame-ancestors 'none'";

    private final String formTargets;

    /// @param formTargets where a browser may be led by a form: sources of the directive `form-action`
    public TipSite(String formTargets) {
        this.formTargets = formTargets;
    }

    /// The tip page.
    public Response form(int status, TipPageView view) {
        Response page = answer(status, output -> JteformGenerated.render(output, null, view));
        String site = view.look().pictureSite();
        return site == null ? page : Page.showingPicturesOf(site, page);
    }

    /// The page of a tip's status.
    public Response status(TipStatusView view) {
        return answer(200, output -> JtestatusGenerated.render(output, null, view));
    }

    /// A stylesheet with a colour that a streamer has chosen.
    public Response stylesheet(Accent colour) {
        return Page.unkept(Response.text(200, "text/css; charset=utf-8", colour.stylesheet()))
                .with("Content-Security-Policy", GUARD)
                .with("X-Content-Type-Options", "nosniff");
    }

    /// A QR code.
    public Response picture(QrPicture code) {
        return Page.unkept(Response.text(200, "image/svg+xml", code.svg()))
                .with("Content-Security-Policy", GUARD)
                .with("X-Content-Type-Options", "nosniff");
    }

    /// A page that says one thing.
    ///
    /// @param code of a refusal, for the log; null if it is none
    public Response message(int status, String title, String message, @Nullable ErrorCode code) {
        Response page = answer(status, output -> JtemessageGenerated.render(output, null, title, message));
        return code == null ? page : coded(page, code);
    }

    /// The page of a refusal.
    public Response refused(Request request, Problem problem) {
        boolean isUnknown = problem.code() == ErrorCode.NOT_FOUND;
        Response page = message(
                problem.code().status(),
                isUnknown ? "There is no such page" : "That did not work",
                isUnknown ? "Check the address, or ask the streamer for it." : problem.getMessage() + ".",
                null);
        return coded(Page.waiting(problem, page), problem.code());
    }

    /// An answer with the code of a refusal, which the log tells.
    public static Response coded(Response page, ErrorCode code) {
        return new Response(page.status(), page.headers(), page.body(), code.label());
    }

    /// A redirect.
    ///
    /// @param cookies values of `Set-Cookie` headers
    public static Response redirect(String address, List<String> cookies) {
        Response redirect =
                Page.redirect(address).with("X-Content-Type-Options", "nosniff").with("Content-Security-Policy", GUARD);
        return cookies.isEmpty() ? redirect : redirect.settingCookies(cookies);
    }

    private Response answer(int status, Consumer<HtmlTemplateOutput> template) {
        return Page.ofStrangers(status, formTargets, template);
    }
}
