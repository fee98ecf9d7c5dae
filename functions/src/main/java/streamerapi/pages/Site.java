package streamerapi.pages;

import gg.jte.html.HtmlTemplateOutput;
import org.jspecify.annotations.Nullable;
import streamerapi.pages.templates.JteproblemGenerated;
import streamerapi.pages.templates.JterefusedGenerated;
import streamerapi.shared.auth.Role;
import streamerapi.shared.auth.Session;
import streamerapi.shared.digests.Sha256;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Access;
import streamerapi.shared.http.Api;
import streamerapi.shared.http.Request;
import streamerapi.shared.http.Response;
import streamerapi.shared.http.Route;
import streamerapi.shared.http.RouteHandler;
import streamerapi.shared.json.Json;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.storage.Table;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Pages over an API: what a page shows, and what its forms do, is decided by the API's own endpoints, called in the
/// same process. So a page can do nothing that the API cannot, and is held to the same rights, bounds and refusals.
///
/// A path of a page has the parameters of the endpoint's.
public final class Site {

    /// The path below which the pages are.
    public static final String PLACE = "/dashboard";

    /// The path of the page on which people sign in.
    public static final String SIGN_IN = PLACE + "/sign-in";

    /// The header by which a script of ours says that it shows a part of a page.
    private static final String PART_HEADER = "x-part";

    private static final Pattern ORDER_ID = Pattern.compile("[a-z]+_[0-9]{1,19}_[A-Za-z0-9]{1,40}");

    private final Api api;
    private final Table table;
    private final String socketUrl;
    private final SignedOut signedOut = new SignedOut();
    private final Edits edits;

    /// @param table where the account stands that a page is about
    /// @param socketUrl where pages that live open their socket
    public Site(Api api, Table table, String socketUrl) {
        this.api = api;
        this.edits = new Edits(api);
        this.table = table;
        this.socketUrl = socketUrl;
    }

    /// A page, with what an endpoint's GET answered; and, if a form of it was refused, why.
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
        signedOut.canReturnTo(path);
        return routed("GET", path, api.route("GET", template), (request, answer) -> view.shown(request, answer, null))
                .ofPage(this::refused);
    }

    /// A page that shows what it reads by itself.
    public Route page(String path, Access access, RouteHandler.Deciding shows) {
        signedOut.canReturnTo(path);
        return Route.of("GET", PLACE + path, access, shows).ofPage(this::refused);
    }

    /// A form that an endpoint decides about. If it refuses the input, the form's page is shown again; if others have
    /// changed the resource meanwhile, a page to choose between both is shown.
    public PageForm form(String path, String method, String template) {
        Route deciding = api.route(method, template);
        return new PageForm(
                Edited.by(deciding),
                (edited, done, shows, view) -> routed("POST", path, deciding, edited, done)
                        .ofPage((request, problem) -> isAboutTheForm(request, problem)
                                ? shownAgain(request, edited, shows, view, problem)
                                : refused(request, problem)));
    }

    /// A form's page with the error; if the page's resource does not exist either, the page for that.
    private Response shownAgain(Request request, @Nullable Edited edited, String shows, View view, Problem problem) {
        try {
            return edited != null && problem.code() == ErrorCode.PRECONDITION_FAILED
                    ? edits.chosenOn(request, edited, frame(request, "", null))
                    : view.shown(request, read(request, shows), problem);
        } catch (Problem ofThePage) {
            return refused(request, ofThePage);
        }
    }

    /// A button that calls an endpoint and leads back to a page with the result. A script gets the same result and
    /// stays on the page.
    ///
    /// @param back the page's address
    public Route button(
            String path, String method, String template, Function<Request, String> back, @Nullable Flash done) {
        return buttonByAnswer(path, method, template, back, answer -> done);
    }

    /// A button as of [#button], of which the endpoint's answer decides what the page says.
    public Route buttonByAnswer(
            String path,
            String method,
            String template,
            Function<Request, String> back,
            Function<Fields, @Nullable Flash> done) {
        return routed(
                        "POST",
                        path,
                        api.route(method, template),
                        (request, answer) -> answerOfButton(request, answer, back.apply(request), done.apply(answer)))
                .ofPage((request, problem) -> isOfButton(request, problem) && !isPart(request)
                        ? Page.redirect(back.apply(request) + "?refused="
                                + problem.code().label())
                        : refused(request, problem));
    }

    private static Response answerOfButton(Request request, Fields answer, String back, @Nullable Flash done) {
        String orderId = done != null && done.canBeUndone() ? request.parameter("orderId") : null;
        if (isPart(request)) {
            Map<String, @Nullable Object> told = new LinkedHashMap<>();
            told.put("notice", done == null ? null : done.text());
            told.put("undo", done == null || orderId == null ? null : done.undo(orderId));
            told.put("skipped", answer.json().get("skipped_order_id"));
            return Response.ok(told);
        }
        return done == null || orderId == null
                ? redirect(back, done)
                : Page.redirect(back + "?done=" + done.label() + "&of=" + orderId);
    }

    /// Whether a script of ours asks, which shows a part of a page and not a whole one.
    private static boolean isPart(Request request) {
        return request.header(PART_HEADER) != null;
    }

    /// The address of the socket of pages that update themselves.
    public String socketUrl() {
        return socketUrl;
    }

    /// A page with a part that lives: it may open the socket.
    public Response live(int status, Consumer<HtmlTemplateOutput> template) {
        return Page.connectingTo(socketUrl, Page.of(status, template));
    }

    /// The part of a page that lives: nothing if it is as the browser has it, so that the user's place in it is kept.
    ///
    /// @param seen as of [#state]
    public static Response part(Request request, String seen, Consumer<HtmlTemplateOutput> template) {
        return seen.equals(request.query("seen"))
                ? new Response(204, Map.of("Cache-Control", "no-store"), "", null)
                : Page.of(200, template);
    }

    /// A hash of the state of a page that updates itself: it differs if a part does.
    public static String state(Object... parts) {
        return Sha256.hex(Arrays.stream(parts).map(Json::writeText).collect(Collectors.joining("\n")))
                .substring(0, 16);
    }

    /// Reads the answer of an endpoint's GET as the sender of a page's request, who must have the access that this
    /// endpoint needs, whatever the page's own is.
    ///
    /// @throws Problem if the sender may not call the endpoint, or the endpoint refuses
    public Fields read(Request request, String template) {
        Route asked = api.route("GET", template);
        request.require(asked.access());
        return Fields.of(asked.handler().decide(request).value());
    }

    /// The frame of the page, with the message that its address names.
    ///
    /// @param refused what came of the page's form; null if none was sent
    public Frame frame(Request request, String section, @Nullable Problem refused) {
        Flash done = Flash.labelled(request.query("done"));
        String of = request.query("of");
        if (of != null && !ORDER_ID.matcher(of).matches()) {
            of = null;
        }
        Frame frame = Frame.of(section, request.session(), AccountSummary.read(table, request.tenantId()))
                .noticing(done == null ? null : done.text())
                .undoing(done == null || of == null ? null : done.undo(of));
        return refused == null ? frame.alerting(Refusal.labelled(request.query("refused"))) : frame.refusing(refused);
    }

    /// The status of a page.
    ///
    /// @param refused as of [#frame]
    public static int status(@Nullable Problem refused) {
        return refused == null ? 200 : refused.code().status();
    }

    /// A redirect to a page that says what was done.
    ///
    /// @param done null if the page itself shows it
    public static Response redirect(String back, @Nullable Flash done) {
        return Page.redirect(done == null ? back : back + "?done=" + done.label());
    }

    /// A secret that is shown this once.
    ///
    /// @param title what it is the secret of
    /// @param use what it is for
    /// @param back where to go on
    public record ShownSecret(String title, String secret, String use, String back) {}

    /// The way to the page that shows a secret.
    public Response secret(Request request, String section, ShownSecret shown) {
        return ShownOnce.redirect(request.session(), section, shown);
    }

    /// The page that shows a secret, once.
    public Route secretPage() {
        return Route.of(
                        "GET",
                        ShownOnce.ADDRESS,
                        Access.of(Role.MODERATOR),
                        request -> Outcome.of(ShownOnce.page(request, this)))
                .ofPage(this::refused);
    }

    /// The page that says why another cannot be shown, with the navigation if the request is of a user.
    public Response refused(Request request, Problem problem) {
        if (isPart(request)) {
            String words = isOfButton(request, problem) ? Refusal.ofButton(problem) : Refusal.words(problem);
            return Page.waiting(problem, Response.text(problem.code().status(), "text/plain; charset=utf-8", words));
        }
        if (problem.code() == ErrorCode.MISSING_SESSION) {
            return signedOut.redirect(request);
        }
        int status = problem.code().status();
        String words = Refusal.words(problem);
        Frame frame = frameIfKnown(request, problem);
        boolean canPass = status != 404 && problem.code() != ErrorCode.MISSING_ROLE;
        String back = request.method().equals("POST") && canPass ? signedOut.pageOf(request.path()) : null;
        return frame == null
                ? Page.of(status, output -> JteproblemGenerated.render(output, null, status, words))
                : Page.of(status, output -> JterefusedGenerated.render(output, null, frame, status, words, back));
    }

    /// Null for a stranger's request, and if the service itself is at fault: then nothing more is read.
    private @Nullable Frame frameIfKnown(Request request, Problem problem) {
        return problem.code().status() < 500 && request.sender() instanceof Session session
                ? Frame.of("", session, AccountSummary.read(table, session.tenantId()))
                : null;
    }

    private Route routed(String method, String path, Route deciding, Done done) {
        return routed(method, path, deciding, null, done);
    }

    private Route routed(String method, String path, Route deciding, @Nullable Edited edited, Done done) {
        return Route.of(
                method,
                PLACE + path,
                deciding.access(),
                request ->
                        edits.decide(request, deciding, edited).map(answer -> done.shown(request, Fields.of(answer))));
    }

    /// Whether what was entered is refused, by the decision about it: a request that was not let in to be decided about
    /// sees nothing of the page.
    private static boolean isAboutTheForm(Request request, Problem problem) {
        int status = problem.code().status();
        return request.isAuthorized() && (status == 400 || status == 409 || status == 412 || status == 422);
    }

    /// Whether a button's page can say why nothing was done. Of a refused value, its own problem alone can.
    private static boolean isOfButton(Request request, Problem problem) {
        boolean isGone = request.isAuthorized() && problem.code() == ErrorCode.NOT_FOUND;
        boolean isRefused = isAboutTheForm(request, problem) && problem.code() != ErrorCode.BAD_REQUEST;
        return request.method().equals("POST") && (isGone || isRefused);
    }
}
