package streamerapi.pages;

import org.jspecify.annotations.Nullable;
import streamerapi.pages.templates.JteproblemGenerated;
import streamerapi.pages.templates.JterefusedGenerated;
import streamerapi.pages.templates.dashboard.JtesecretGenerated;
import streamerapi.shared.auth.Session;
import streamerapi.shared.http.Api;
import streamerapi.shared.http.Request;
import streamerapi.shared.http.Response;
import streamerapi.shared.http.Route;
import streamerapi.shared.json.Json;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.storage.Table;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Function;

/// Pages over an API: what a page shows, and what its forms do, is decided by the API's own endpoints, called in the
/// same process. So a page can do nothing that the API cannot, and is held to the same rights, bounds and refusals.
///
/// A path of a page has the parameters of the endpoint's.
public final class Site {

    /// Where the pages stand.
    public static final String PLACE = "/dashboard";

    /// Where people sign in.
    public static final String SIGN_IN = PLACE + "/sign-in";

    private final Api api;
    private final Table table;

    /// @param table where the account stands that a page is about
    public Site(Api api, Table table) {
        this.api = api;
        this.table = table;
    }

    /// A page, with what an endpoint's GET answered; and where a form of it was refused, why.
    @FunctionalInterface
    public interface View {
        Response shown(Request request, Fields answer, @Nullable Problem refused);
    }

    /// A page that says what a form has done, with what its endpoint answered.
    @FunctionalInterface
    public interface Done {
        Response shown(Request request, Fields answer);
    }

    /// A page that shows what a GET answers.
    public Route page(String path, String template, View view) {
        return routed("GET", path, "GET", template, (request, answer) -> view.shown(request, answer, null))
                .ofPage(this::refused);
    }

    /// A form that an endpoint decides about. Where it refuses what was entered, the form's page is shown again.
    ///
    /// @param shows the template of the GET that the page shows
    public Route form(String path, String method, String template, Done done, String shows, View view) {
        return routed("POST", path, method, template, done)
                .ofPage((request, problem) -> isAboutTheForm(request, problem)
                        ? shownAgain(request, shows, view, problem)
                        : refused(request, problem));
    }

    /// A form's page with what was wrong; if the page cannot be shown either, because what it is about is not there,
    /// that.
    private Response shownAgain(Request request, String shows, View view, Problem problem) {
        try {
            return view.shown(request, read(request, shows), problem);
        } catch (Problem ofThePage) {
            return refused(request, ofThePage);
        }
    }

    /// A button that an endpoint decides about: it leads back to a page, which says what came of it.
    ///
    /// @param back the page's address
    public Route button(
            String path, String method, String template, Function<Request, String> back, @Nullable Notice done) {
        return routed("POST", path, method, template, (request, answer) -> led(back.apply(request), done))
                .ofPage((request, problem) -> isAboutTheForm(request, problem)
                        ? Page.redirect(back.apply(request) + "?refused="
                                + problem.code().label())
                        : refused(request, problem));
    }

    /// What an endpoint's GET answers to the sender of a page's request, who must have the access that this endpoint
    /// needs, whatever the page's own is. It is read beside the check of the sender.
    ///
    /// @throws Problem if the sender may not call the endpoint, or the endpoint refuses
    public Fields read(Request request, String template) {
        Route asked = api.route("GET", template);
        Response answer = asked.handler().decide(request).value();
        request.require(asked.access());
        return fields(answer);
    }

    /// What surrounds the page, with what the address says of the form before. It waits until whoever asks has been
    /// found, so read first.
    ///
    /// @param refused what came of the page's form; null where none was sent
    public Frame frame(Request request, String section, @Nullable Problem refused) {
        Session session = request.session();
        return Frame.of(section, session, AccountSummary.read(table, session.tenantId()))
                .noticing(Notice.textOf(request.query("done")))
                .alerting(refused == null ? refusal(request.query("refused")) : Refusal.words(refused));
    }

    private static @Nullable String refusal(@Nullable String label) {
        return Arrays.stream(ErrorCode.values())
                .filter(code -> code.label().equals(label))
                .map(Refusal::words)
                .findFirst()
                .orElse(null);
    }

    /// The status of a page.
    ///
    /// @param refused as of [#frame]
    public static int status(@Nullable Problem refused) {
        return refused == null ? 200 : refused.code().status();
    }

    /// A redirect to a page that says what was done.
    ///
    /// @param done null where the page itself shows it
    public static Response led(String back, @Nullable Notice done) {
        return Page.redirect(done == null ? back : back + "?done=" + done.label());
    }

    /// A secret that is shown this once.
    ///
    /// @param title what it is the secret of
    /// @param use what it is for
    /// @param back where to go on
    public record Shown(String title, String secret, String use, String back) {}

    /// The page that shows a secret.
    public Response secret(Request request, String section, Shown shown) {
        Frame frame = frame(request, section, null);
        return Page.of(200, output -> JtesecretGenerated.render(output, null, frame, shown));
    }

    /// The page that says why another cannot be shown, with the navigation if the request is of a user.
    public Response refused(Request request, Problem problem) {
        if (problem.code() == ErrorCode.MISSING_SESSION) {
            return request.header("hx-request") == null
                    ? Page.redirect(SIGN_IN)
                    : Response.text(200, "text/html; charset=utf-8", "").with("HX-Redirect", SIGN_IN);
        }
        int status = problem.code().status();
        String words = Refusal.words(problem);
        Frame frame = frameIfKnown(request, problem);
        return frame == null
                ? Page.of(status, output -> JteproblemGenerated.render(output, null, status, words))
                : Page.of(status, output -> JterefusedGenerated.render(output, null, frame, status, words));
    }

    /// Null for a stranger's request, and if the service itself is at fault: then nothing more is read.
    private @Nullable Frame frameIfKnown(Request request, Problem problem) {
        if (problem.code().status() >= 500 || !request.hasPrincipal()) {
            return null;
        }
        try {
            return request.principal() instanceof Session session
                    ? Frame.of("", session, AccountSummary.read(table, session.tenantId()))
                    : null;
        } catch (Problem unknown) {
            return null;
        }
    }

    private Route routed(String method, String path, String decidingMethod, String template, Done done) {
        Route deciding = api.route(decidingMethod, template);
        Route route = Route.of(
                method,
                PLACE + path,
                deciding.access(),
                request -> deciding.handler().decide(request).map(answer -> done.shown(request, fields(answer))));
        return deciding.manner().acts() ? route.acting() : route;
    }

    private static Fields fields(Response answer) {
        return new Fields(Json.readObject(answer.body().getBytes(StandardCharsets.UTF_8)));
    }

    /// Whether what was entered is refused, by the decision about it: a request that was not let in to be decided about
    /// sees nothing of the page.
    private static boolean isAboutTheForm(Request request, Problem problem) {
        int status = problem.code().status();
        return request.isGranted() && (status == 400 || status == 409 || status == 422);
    }
}
