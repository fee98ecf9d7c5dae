package streamerapi.tippage;

import org.jspecify.annotations.Nullable;
import streamerapi.checkouts.Checkout;
import streamerapi.checkouts.Checkouts;
import streamerapi.checkouts.NewCheckout;
import streamerapi.checkouts.StartedCheckout;
import streamerapi.connections.ProviderConnection;
import streamerapi.connections.ProviderException;
import streamerapi.pages.Accent;
import streamerapi.pages.Page;
import streamerapi.pages.TipLookView;
import streamerapi.pages.TipPageFile;
import streamerapi.pages.TipSite;
import streamerapi.pages.TipStatusView;
import streamerapi.qr.QrCode;
import streamerapi.qr.QrPicture;
import streamerapi.settings.Settings;
import streamerapi.settings.TipPageSettings;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Access;
import streamerapi.shared.http.Api;
import streamerapi.shared.http.MediaType;
import streamerapi.shared.http.PublicOrigin;
import streamerapi.shared.http.Request;
import streamerapi.shared.http.Response;
import streamerapi.shared.http.Route;
import streamerapi.shared.lambda.LogLine;
import streamerapi.shared.lambda.Services;
import streamerapi.shared.limits.RateLimitStatus;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.schema.Form;
import streamerapi.shared.schema.FormRequest;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.tips.HeldTip;
import streamerapi.tips.NewTip;
import streamerapi.tips.PaymentProgress;
import streamerapi.tips.Prospect;
import streamerapi.tips.TipIntake;
import streamerapi.tips.TipsModule;
import streamerapi.viewers.SignedInViewer;

import java.math.BigDecimal;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The tip page: its form, and the page that tells a donor what became of the payment. Strangers call it, without a
/// script and without a cookie; a viewer who has signed in brings one. It is no JSON endpoint, because a browser alone
/// sends its form.
public final class TipPageApi {

    static final String PAGE = TipPageFile.PLACE + "/{slug}";

    private static final Pattern COLOUR = Pattern.compile("([0-9a-f]{6})(?:-[0-9a-f]{8})?\\.css");

    private final Table table;
    private final TipPages pages;
    private final Checkouts checkouts;
    private final BiConsumer<ProviderConnection, ProviderException.Refused> refusals;
    private final TipIntake intake;
    private final FormLimit limit;
    private final TipSite site;
    private final String authUrl;

    /// @param refusals takes a connection whose processor has refused a checkout, though its amount is good
    /// @param authUrl `{auth_url}`; empty if only the request knows it
    public TipPageApi(
            Services services,
            TipPages pages,
            Checkouts checkouts,
            BiConsumer<ProviderConnection, ProviderException.Refused> refusals,
            TipSite site,
            String authUrl) {
        this.table = services.table();
        this.pages = pages;
        this.checkouts = checkouts;
        this.refusals = refusals;
        this.intake = TipsModule.intake(services);
        this.limit = new FormLimit(services.limiter());
        this.site = site;
        this.authUrl = authUrl;
    }

    /// Its routes, and the files of its pages.
    public Api api() {
        return Api.of(
                        Route.of("GET", PAGE, Access.PUBLIC, this::show).ofPage(site::refused),
                        TipPageAddressApi.route(site),
                        Route.of("POST", PAGE, Access.PUBLIC, this::send).ofPage(site::refused),
                        Route.of("GET", PAGE + "/qr.svg", Access.PUBLIC, this::code)
                                .ofPage(site::refused),
                        Route.of("GET", PAGE + "/status/{token}", Access.PUBLIC, this::status)
                                .ofPage(site::refused),
                        Route.of("GET", TipLookView.COLOURS + "{colour}", Access.PUBLIC, this::coloured)
                                .ofPage(site::refused),
                        TipPageFile.STYLESHEET.route(site::refused),
                        TipPageFile.SCRIPT.route(site::refused))
                .elsewhere(site::refused);
    }

    private Outcome<Response> show(Request request) {
        if (!TipPageAddressApi.isPlain(request.parameter("slug"))) {
            return TipPageAddressApi.lead(request);
        }
        TipPage page = pages.find(request.parameter("slug"));
        SignedInViewer viewer = viewer(page, request);
        TipNotice notice = TipNotice.of(request.query(TipNotice.PARAMETER), viewer != null);
        TipPage.Entry entry = TipPage.Entry.blank(null, notice == null ? null : notice.words());
        return Outcome.of(site.form(200, pages.view(page, page.visitor(viewer), entry)));
    }

    private Outcome<Response> code(Request request) {
        TipPage page = pages.find(request.parameter("slug"));
        return Outcome.of(site.picture(new QrPicture(QrCode.of(PublicOrigin.of(authUrl, request) + page.path()))));
    }

    private Outcome<Response> coloured(Request request) {
        Matcher colour = COLOUR.matcher(request.parameter("colour"));
        if (!colour.matches()) {
            throw Problem.of(ErrorCode.NOT_FOUND);
        }
        return Outcome.of(site.stylesheet(Accent.of(colour.group(1))));
    }

    private @Nullable SignedInViewer viewer(TipPage page, Request request) {
        return pages.viewer(page, request.cookie(ViewerCookie.name(page.tenantId())));
    }

    /// The fields of a form.
    ///
    /// @throws Problem `unsupported_media_type`
    static Map<String, List<String>> fields(Request request) {
        MediaType.FORM.check(request.header("content-type"));
        return Form.parse(new String(request.bodyBytes(), StandardCharsets.UTF_8));
    }

    /// @throws Problem `invalid_csrf_token` if the browser says that another site sent the form
    static void holdToOwnSite(Request request) {
        if (Page.comesFromElsewhere(request)) {
            throw Problem.of(
                    ErrorCode.INVALID_CSRF_TOKEN,
                    "Another site sent this form. Open the tip page and send it from there");
        }
    }

    private Outcome<Response> send(Request request) {
        Map<String, List<String>> fields = fields(request);
        holdToOwnSite(request);
        TipPage page = pages.find(request.parameter("slug"));
        Sent sent = new Sent(
                page, fields, FormRequest.of(DonorForm.text(fields, FormRequest.FIELD)), viewer(page, request));
        RateLimitStatus reached = limit.reachedByTip(page.tenantId(), request.address());
        if (reached != null) {
            String again =
                    "Too many tips were sent from your network. Try again in " + reached.resetSeconds() + " seconds.";
            return Outcome.of(again(sent, 429, Map.of(), again).reaching(reached));
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
    /// @param viewer who has signed in, or null
    private record Sent(
            TipPage page,
            Map<String, List<String>> fields,
            String request,
            @Nullable SignedInViewer viewer) {

        private NewTip.@Nullable Donor donor() {
            return viewer == null ? null : new NewTip.Donor(viewer.platform(), viewer.userId());
        }
    }

    /// The response to a form without a fault: the filter and the moderation service see it before it is paid.
    private Response foreseen(Request request, Sent sent, DonorForm form) {
        TipPage page = sent.page;
        Prospect prospect;
        try {
            TipIntake.Filtered tip = intake.filter(page.tenantId(), form.tip(page.currency(), sent.donor()));
            prospect = intake.foresee(tip, request.externalCalls());
        } catch (Problem problem) {
            return switch (problem.code()) {
                case INVALID_MEDIA -> again(sent, 422, Map.of(DonorForm.MEDIA_URL, problem.getMessage() + "."), null);
                case UNAVAILABLE -> busy(sent, "The video site did not answer. Try again in a moment.");
                default -> throw problem;
            };
        }
        return switch (prospect) {
            case Prospect.StaysOut staysOut ->
                again(
                        sent,
                        422,
                        Map.of(),
                        "The streamer's filter does not let this name or message through. Change it; nothing was"
                                + " charged.");
            case Prospect.Waits waits -> started(request, sent, form, waits.reason());
            case Prospect.Enters enters -> started(request, sent, form, null);
        };
    }

    private Response started(Request request, Sent sent, DonorForm form, HeldTip.@Nullable Reason heldFor) {
        TipPage page = sent.page;
        URI address = URI.create(PublicOrigin.of(authUrl, request) + page.path());
        NewCheckout checkout = form.checkout(page, sent.request, sent.donor(), heldFor, address);
        try {
            StartedCheckout started = checkouts.start(page.tenantId(), checkout);
            return TipSite.redirect(started.address().toString(), List.of());
        } catch (ProviderException.AmountRefused refused) {
            LogLine.of("checkout refused").with("tenant_id", page.tenantId()).write(refused);
            return again(
                    sent,
                    422,
                    Map.of(DonorForm.AMOUNT, "The payment processor does not accept this amount. Try another one."),
                    null);
        } catch (ProviderException.Refused refused) {
            LogLine.of("checkout refused").with("tenant_id", page.tenantId()).write(refused);
            ProviderConnection connection = page.connection(form.processor());
            if (connection != null) {
                refusals.accept(connection, refused);
            }
            return busy(sent, "Payments cannot be taken here right now. Nothing was charged; try again later.");
        } catch (ProviderException.Unavailable silent) {
            LogLine.of("checkout unavailable")
                    .with("tenant_id", page.tenantId())
                    .write(silent);
            return busy(sent, "The payment processor did not answer. Nothing was charged; try again in a moment.");
        }
    }

    private Response busy(Sent sent, String why) {
        return TipSite.coded(again(sent, 503, Map.of(), why).with("Retry-After", "1"), ErrorCode.UNAVAILABLE);
    }

    /// The page again, with the fields as the donor entered them.
    private Response again(Sent sent, int status, Map<String, String> errors, @Nullable String alert) {
        Map<String, String> entered = new LinkedHashMap<>();
        sent.fields.keySet().forEach(field -> entered.put(field, DonorForm.text(sent.fields, field)));
        TipPage.Entry entry = new TipPage.Entry(entered, sent.request, errors, alert, null);
        return site.form(status, pages.view(sent.page, sent.page.visitor(sent.viewer), entry));
    }

    private Outcome<Response> status(Request request) {
        Checkout checkout = cameBack(pages.checkout(request.parameter("slug"), request.parameter("token")));
        PaymentProgress status = checkouts.status(checkout);
        Row account = Settings.row(table, checkout.tenantId());
        Settings settings = Settings.of(account);
        TipPageSettings page = settings.tipPage();
        String slug = page.slug();
        BigDecimal amount = Objects.requireNonNullElse(status.amount(), checkout.amount());
        return Outcome.of(site.status(new TipStatusView(
                slug == null || !page.enabled() ? null : TipPageSettings.path(slug),
                account.get(Settings.NAME),
                status.state().label(),
                amount,
                status.refunded(),
                checkout.currency(),
                status.isOnHold(),
                status.isCapturing(),
                settings.tts().isEnough(amount),
                checkout.isTest(),
                TipLookView.plain(page.colour()))));
    }

    /// Tells the processor that the donor came back. If a processor does not answer, the next visit asks it again; only
    /// its events count.
    ///
    /// @return the checkout as it is then
    private Checkout cameBack(Checkout checkout) {
        try {
            return checkouts.returned(checkout);
        } catch (ProviderException failed) {
            LogLine.of("return to a checkout").write(failed);
            return checkout;
        }
    }
}
