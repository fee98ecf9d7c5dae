package streamerapi.tippage;

import gg.jte.html.HtmlTemplateOutput;
import org.jspecify.annotations.Nullable;
import streamerapi.checkouts.AvailableProcessor;
import streamerapi.checkouts.Checkout;
import streamerapi.checkouts.CheckoutState;
import streamerapi.checkouts.CheckoutStatus;
import streamerapi.checkouts.Checkouts;
import streamerapi.checkouts.NewCheckout;
import streamerapi.checkouts.StartedCheckout;
import streamerapi.connections.ProviderException;
import streamerapi.pages.Page;
import streamerapi.pages.TipPageFile;
import streamerapi.pages.TipPageView;
import streamerapi.pages.TipStatusView;
import streamerapi.pages.templates.tip.JteformGenerated;
import streamerapi.pages.templates.tip.JtemessageGenerated;
import streamerapi.pages.templates.tip.JtestatusGenerated;
import streamerapi.settings.Settings;
import streamerapi.settings.TipPageSlug;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Access;
import streamerapi.shared.http.Api;
import streamerapi.shared.http.Request;
import streamerapi.shared.http.Response;
import streamerapi.shared.http.Route;
import streamerapi.shared.lambda.LogLine;
import streamerapi.shared.lambda.Services;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.schema.Form;
import streamerapi.shared.storage.Table;
import streamerapi.tips.Prospect;
import streamerapi.tips.TipIntake;
import streamerapi.tips.TipsModule;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/// The tip page: its form, and the page that tells a donor what became of the payment. Strangers call it, without a
/// script and without a cookie. It is no JSON endpoint, because a browser alone sends its form.
public final class TipPageApi {

    private static final String PAGE = TipPageFile.PLACE + "/{slug}";
    private static final String FORM = "application/x-www-form-urlencoded";

    private final Table table;
    private final Checkouts checkouts;
    private final TipIntake intake;
    private final FormLimit limit;
    private final String authUrl;
    private final String formTargets;

    /// @param authUrl `{auth_url}`; empty if only the request knows it
    /// @param formTargets where a browser may be led by the form: sources of the directive `form-action`
    public TipPageApi(Services services, Checkouts checkouts, String authUrl, String formTargets) {
        this.table = services.table();
        this.checkouts = checkouts;
        this.intake = TipsModule.intake(services);
        this.limit = new FormLimit(services.limiter());
        this.authUrl = authUrl;
        this.formTargets = formTargets;
    }

    /// Its routes, and the files of its pages.
    public Api api() {
        return Api.of(
                        Route.of("GET", PAGE, Access.PUBLIC, this::show).ofPage(this::refused),
                        Route.of("POST", PAGE, Access.PUBLIC, this::send).ofPage(this::refused),
                        Route.of("GET", PAGE + "/status/{token}", Access.PUBLIC, this::status)
                                .ofPage(this::refused),
                        TipPageFile.STYLESHEET.route(this::refused),
                        TipPageFile.SCRIPT.route(this::refused))
                .elsewhere(this::refused);
    }

    private Outcome<Response> show(Request request) {
        TipPage page = page(request);
        return Outcome.of(shown(200, page, Map.of(), FormRequest.random(), Map.of(), null));
    }

    private TipPage page(Request request) {
        TipPage page = TipPage.find(table, checkouts, request.parameter("slug"));
        if (page == null) {
            throw Problem.of(ErrorCode.NOT_FOUND);
        }
        return page;
    }

    private Outcome<Response> send(Request request) {
        String type = Objects.requireNonNullElse(request.header("content-type"), "");
        if (!type.split(";", 2)[0].strip().equalsIgnoreCase(FORM)) {
            throw Problem.of(ErrorCode.UNSUPPORTED_MEDIA_TYPE, "The body must be " + FORM);
        }
        TipPage page = page(request);
        Map<String, List<String>> fields = Form.parse(new String(request.bodyBytes(), StandardCharsets.UTF_8));
        Sent sent = new Sent(page, fields, FormRequest.of(DonorForm.text(fields, FormRequest.FIELD)));
        long wait = limit.secondsToWait(request.address());
        if (wait > 0) {
            String again = "Too many tips were sent from your network. Try again in " + wait + " seconds.";
            return Outcome.of(again(sent, 429, Map.of(), again).with("Retry-After", Long.toString(wait)));
        }
        if (!page.takesTips()) {
            return Outcome.of(again(sent, 409, Map.of(), null));
        }
        DonorForm form = DonorForm.of(page, fields);
        return Outcome.of(
                form.errors().isEmpty() ? foreseen(request, sent, form) : again(sent, 422, form.errors(), null));
    }

    /// A form that was sent.
    ///
    /// @param request its hidden field, or a new one in the place of one that is missing
    private record Sent(TipPage page, Map<String, List<String>> fields, String request) {}

    /// What becomes of a form without a fault: the filter and the moderation service see it before it is paid.
    private Response foreseen(Request request, Sent sent, DonorForm form) {
        TipPage page = sent.page;
        Prospect prospect;
        try {
            TipIntake.Filtered tip = intake.filter(page.tenantId(), form.tip(page.currency()));
            prospect = intake.foresee(tip, request.externalCalls());
        } catch (Problem problem) {
            return switch (problem.code()) {
                case INVALID_MEDIA -> again(sent, 422, Map.of(DonorForm.MEDIA_URL, problem.getMessage() + "."), null);
                case UNAVAILABLE -> busy(sent, "The video site does not answer. Try again in a moment.");
                default -> throw problem;
            };
        }
        return switch (prospect) {
            case STAYS_OUT ->
                again(
                        sent,
                        422,
                        Map.of(),
                        "The streamer's filter does not let this name or message through. Change it; nothing was"
                                + " charged.");
            case WAITS -> started(request, sent, form, true);
            case ENTERS -> started(request, sent, form, false);
        };
    }

    private Response started(Request request, Sent sent, DonorForm form, boolean isHold) {
        TipPage page = sent.page;
        URI address = URI.create(base(request) + path(page.slug()));
        NewCheckout checkout = new NewCheckout(
                page.slug(),
                sent.request,
                form.name(),
                form.amount(),
                page.currency(),
                form.message(),
                form.media(),
                null,
                form.processor(),
                isHold,
                page.title(),
                address,
                token -> URI.create(address + "/status/" + token));
        try {
            StartedCheckout started = checkouts.start(page.tenantId(), checkout);
            return Page.redirect(started.address().toString())
                    .with("X-Content-Type-Options", "nosniff")
                    .with("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
        } catch (ProviderException.Refused refused) {
            LogLine.of("checkout refused").write(refused);
            return again(
                    sent,
                    422,
                    Map.of(DonorForm.AMOUNT, "The payment processor does not take this amount. Try another one."),
                    null);
        } catch (ProviderException.Unavailable silent) {
            LogLine.of("checkout unavailable").write(silent);
            return busy(sent, "The payment processor does not answer. Nothing was charged; try again in a moment.");
        }
    }

    private Response busy(Sent sent, String why) {
        Response page = again(sent, 503, Map.of(), why).with("Retry-After", "1");
        return new Response(page.status(), page.headers(), page.body(), ErrorCode.UNAVAILABLE.label());
    }

    /// The page again, with the fields as the donor entered them.
    private Response again(Sent sent, int status, Map<String, String> errors, @Nullable String alert) {
        Map<String, String> entered = new LinkedHashMap<>();
        sent.fields.keySet().forEach(field -> entered.put(field, DonorForm.text(sent.fields, field)));
        return shown(status, sent.page, entered, sent.request, errors, alert);
    }

    private Response shown(
            int status,
            TipPage page,
            Map<String, String> entered,
            String request,
            Map<String, String> errors,
            @Nullable String alert) {
        TipPageView view = new TipPageView(
                path(page.slug()),
                page.account(),
                page.title(),
                page.settings().text(),
                page.currency(),
                page.presets(),
                page.settings().minAmount(),
                page.settings().maxAmount(),
                page.settings().media(),
                page.processors().stream()
                        .map(AvailableProcessor::processor)
                        .map(processor -> processor.label())
                        .toList(),
                page.isTest(),
                page.isOpen(),
                entered,
                request,
                errors,
                alert);
        return answer(status, output -> JteformGenerated.render(output, null, view));
    }

    private Outcome<Response> status(Request request) {
        TipPageSlug slug = TipPageSlug.find(table, request.parameter("slug"));
        Checkout checkout = slug == null ? null : checkouts.find(slug.tenantId(), request.parameter("token"));
        if (slug == null || checkout == null || !checkout.slug().equals(slug.slug())) {
            throw Problem.of(ErrorCode.NOT_FOUND);
        }
        CheckoutStatus status = checkouts.status(checkout);
        if (status.state() == CheckoutState.PENDING) {
            cameBack(checkout);
        }
        TipStatusView view = new TipStatusView(
                path(slug.slug()),
                Settings.row(table, slug.tenantId()).get(Settings.NAME),
                status.state().label(),
                checkout.amount(),
                status.refunded(),
                checkout.currency(),
                checkout.isHold(),
                checkout.isTest());
        return Outcome.of(answer(200, output -> JtestatusGenerated.render(output, null, view)));
    }

    /// Tells the processor that the donor came back. A processor that does not answer is told by the next visit; what
    /// counts are its events.
    private void cameBack(Checkout checkout) {
        try {
            checkouts.returned(checkout);
        } catch (ProviderException failed) {
            LogLine.of("return to a checkout").write(failed);
        }
    }

    private Response refused(Request request, Problem problem) {
        String title = problem.code() == ErrorCode.NOT_FOUND ? "There is no such page" : "That did not work";
        String message = problem.code() == ErrorCode.NOT_FOUND
                ? "Check the address, or ask the streamer for it."
                : problem.getMessage() + ".";
        Response page =
                answer(problem.code().status(), output -> JtemessageGenerated.render(output, null, title, message));
        Response waiting = Page.waiting(problem, page);
        return new Response(
                waiting.status(),
                waiting.headers(),
                waiting.body(),
                problem.code().label());
    }

    private Response answer(int status, Consumer<HtmlTemplateOutput> template) {
        return Page.ofStrangers(status, formTargets, template);
    }

    private String base(Request request) {
        return authUrl.isEmpty() ? "https://" + request.domain() : authUrl;
    }

    private static String path(String slug) {
        return TipPageFile.PLACE + "/" + slug;
    }
}
