package streamerapi.pages;

import gg.jte.html.HtmlTemplateOutput;
import gg.jte.html.OwaspHtmlTemplateOutput;
import gg.jte.output.StringOutput;
import streamerapi.pages.templates.JtemissingGenerated;
import streamerapi.shared.http.Request;
import streamerapi.shared.http.Response;
import streamerapi.shared.limits.RateLimitStatus;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;

import java.net.URI;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;

/// Answers with a page, guarded: it runs and loads nothing from elsewhere, is not framed, is not
/// cached, and sends no Referer.
public final class Page {

    private static final String POLICY = "Content-Security-Policy";

    private Page() {}

    /// A page, or a part of one.
    ///
    /// @param template fills it in
    public static Response of(int status, Consumer<HtmlTemplateOutput> template) {
        return sendingFormsTo(status, "'self'", template);
    }

    /// A page whose form leads to another site. It has no directive `form-action`: some browsers hold to it all
    /// redirects that follow a form, and the other site may lead on to addresses that are not known here.
    public static Response leadingElsewhere(int status, Consumer<HtmlTemplateOutput> template) {
        Response page = of(status, template);
        String policy = Objects.requireNonNull(page.headers().get(POLICY));
        return page.with(POLICY, policy.replace("form-action 'self'; ", ""));
    }

    /// A page whose form ends up at other addresses.
    ///
    /// @param targets sources of the directive `form-action` (CSP 3, 6.4.1.1)
    private static Response sendingFormsTo(int status, String targets, Consumer<HtmlTemplateOutput> template) {
        StringOutput text = new StringOutput();
        template.accept(new OwaspHtmlTemplateOutput(text));
        return unkept(Response.text(status, "text/html; charset=utf-8", text.toString()))
                .with(
                        POLICY,
                        "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; "
                                + "img-src 'self' data: " + String.join(" ", Videos.PICTURES) + "; form-action "
                                + targets
                                + "; frame-ancestors 'none'; base-uri 'none'")
                .with("X-Frame-Options", "DENY")
                .with("X-Content-Type-Options", "nosniff");
    }

    /// A page for strangers, which runs and loads nothing but its own script and stylesheet.
    ///
    /// @param targets as of [#sendingFormsTo]
    public static Response ofStrangers(int status, String targets, Consumer<HtmlTemplateOutput> template) {
        Response page = sendingFormsTo(status, targets, template);
        return page.with(
                POLICY,
                "default-src 'none'; style-src 'self'; script-src 'self'; img-src data:; form-action " + targets
                        + "; frame-ancestors 'none'; base-uri 'none'");
    }

    /// Returns a page that is allowed to open a socket.
    ///
    /// @param socketUrl `wss://…`
    static Response connectingTo(String socketUrl, Response page) {
        URI address = URI.create(socketUrl);
        String origin = address.getScheme() + "://" + address.getRawAuthority();
        String policy = Objects.requireNonNull(page.headers().get(POLICY));
        return page.with(POLICY, policy.replace("connect-src 'self'", "connect-src 'self' " + origin));
    }

    /// Returns a page that is allowed to show pages of ours in frames.
    public static Response framingOwn(Response page) {
        String policy = Objects.requireNonNull(page.headers().get(POLICY));
        return page.with(POLICY, policy + "; frame-src 'self'");
    }

    /// Returns a page that is allowed to show what a bucket holds, and to send files to it.
    ///
    /// @param bucket its address
    public static Response using(String bucket, Response page) {
        URI address = URI.create(bucket);
        String origin = address.getScheme() + "://" + address.getRawAuthority();
        String policy = Objects.requireNonNull(page.headers().get(POLICY));
        return page.with(
                POLICY,
                policy.replace("connect-src 'self'", "connect-src 'self' " + origin)
                                .replace("img-src 'self'", "img-src 'self' " + origin)
                        + "; media-src 'self' " + origin);
    }

    /// Returns a page that is allowed to play what a bucket holds.
    ///
    /// @param bucket its address
    public static Response playing(String bucket, Response page) {
        URI address = URI.create(bucket);
        String policy = Objects.requireNonNull(page.headers().get(POLICY));
        return page.with(
                POLICY, policy + "; media-src 'self' " + address.getScheme() + "://" + address.getRawAuthority());
    }

    /// Returns a page for strangers that is allowed to show pictures of one more site.
    ///
    /// @param site `https://cdn.example.com`
    static Response showingPicturesOf(String site, Response page) {
        String policy = Objects.requireNonNull(page.headers().get(POLICY));
        return page.with(POLICY, policy.replace("img-src data:", "img-src data: " + site));
    }

    /// The answer about an address at which there is nothing: a page with ways back for a browser, and the problem as
    /// everywhere for a program.
    public static Response missing(Request request, Problem problem) {
        String accepted = request.header("accept");
        return problem.code() == ErrorCode.NOT_FOUND && accepted != null && accepted.contains("text/html")
                ? of(problem.code().status(), output -> JtemissingGenerated.render(output, null))
                        .with("Vary", "Accept")
                : Response.of(problem);
    }

    /// A redirect that is not cached.
    public static Response redirect(String address) {
        return unkept(Response.seeOther(address));
    }

    /// Whether a browser says that another site sent the request: pages cannot forge the header (Fetch Metadata, 2.3).
    public static boolean comesFromElsewhere(Request request) {
        String site = request.header("sec-fetch-site");
        return site != null && !Set.of("same-origin", "none").contains(site);
    }

    /// An answer that says how long to wait and which limit was reached, if the problem does.
    public static Response waiting(Problem problem, Response answer) {
        RateLimitStatus reached = Response.reached(problem);
        if (reached != null) {
            return answer.reaching(reached);
        }
        String wait = Response.of(problem).headers().get("Retry-After");
        return wait == null ? answer : answer.with("Retry-After", wait);
    }

    /// The answer, kept by no cache and leading on without a Referer.
    static Response unkept(Response response) {
        return response.with("Cache-Control", "no-store").with("Referrer-Policy", "no-referrer");
    }
}
