package streamerapi.oauth;

import org.jspecify.annotations.Nullable;
import streamerapi.accounts.SignIn;
import streamerapi.oauth.AuthorizationRequest.Way;
import streamerapi.oauth.OAuthError.Code;
import streamerapi.shared.auth.Session;
import streamerapi.shared.auth.SessionCookie;
import streamerapi.shared.auth.Sessions;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Request;
import streamerapi.shared.http.Response;
import streamerapi.shared.http.Route;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;

import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;

import static streamerapi.shared.http.Access.PUBLIC;

/// The authorization endpoint, where a streamer meets an app: the sign-in form, the consent screen, and the way back.
///
/// Every request is checked anew, whatever a page said before. Only what concerns the app or its address is answered
/// here; everything else goes back to the app, by 303, so that no browser sends a form on (RFC 9700, 4.12).
public final class AuthorizeApi {

    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String CSRF = "csrf_token";

    private final Apps apps;
    private final Sessions sessions;
    private final SignIn signIn;
    private final Table table;
    private final InstantSource clock;
    private final String authUrl;

    /// @param authUrl as of [TokenApi]
    public AuthorizeApi(Apps apps, Sessions sessions, SignIn signIn, Table table, InstantSource clock, String authUrl) {
        this.apps = apps;
        this.sessions = sessions;
        this.signIn = signIn;
        this.table = table;
        this.clock = clock;
        this.authUrl = authUrl;
    }

    /// `/oauth/authorize`, and the stylesheet of its pages.
    public List<Route> routes() {
        return List.of(
                Route.of("GET", "/oauth/authorize", PUBLIC, this::ask),
                Route.of("POST", "/oauth/authorize", PUBLIC, this::answer),
                Route.of("GET", Pages.STYLESHEET, PUBLIC, this::stylesheet));
    }

    private Outcome<Response> ask(Request request) {
        return checked(request, request.rawQuery(), sent -> asked -> Outcome.of(shown(request, asked, null)));
    }

    private Outcome<Response> answer(Request request) {
        String type = Objects.requireNonNullElse(request.header("content-type"), "");
        if (!type.split(";", 2)[0].strip().equalsIgnoreCase(FORM)) {
            throw Problem.of(ErrorCode.UNSUPPORTED_MEDIA_TYPE, "The body must be " + FORM);
        }
        String body = new String(request.bodyBytes(), StandardCharsets.UTF_8);
        return checked(request, body, sent -> asked -> {
            String decision = sent.optional("decision");
            return decision == null ? signIn(request, asked, sent) : decide(request, asked, sent, decision);
        });
    }

    /// Checks what the app asks for, and goes on where it may be asked.
    private Outcome<Response> checked(
            Request request,
            String text,
            Function<Parameters, Function<AuthorizationRequest, Outcome<Response>>> next) {
        Parameters sent;
        try {
            sent = Parameters.ofForm(text);
        } catch (OAuthError e) {
            throw Problem.of(ErrorCode.BAD_REQUEST, e.description());
        }
        Way way = Way.of(sent, apps.find(Way.clientId(sent)));
        try {
            return next.apply(sent).apply(AuthorizationRequest.of(sent, way));
        } catch (OAuthError e) {
            return Outcome.of(sentBack(way.refusing(e, TokenApi.issuer(authUrl, request))));
        }
    }

    private Outcome<Response> signIn(Request request, AuthorizationRequest asked, Parameters sent) {
        PreSession browser = PreSession.of(request.cookie(PreSession.NAME));
        String email = Objects.requireNonNullElse(sent.optional("email"), "");
        if (comesFromElsewhere(request) || !browser.hasToken(sent.optional(CSRF))) {
            return Outcome.of(signInForm(request, asked, 403, "This form was too old. Try again.", email));
        }
        try {
            String password = Objects.requireNonNullElse(sent.optional("password"), "");
            SignIn.Signed signed = signIn.signIn(email, password);
            String again = "/oauth/authorize?" + AuthorizationRequest.query(asked.parameters());
            return Outcome.of(sentBack(again).with("Set-Cookie", signed.cookie()));
        } catch (Problem problem) {
            Response form = signInForm(request, asked, problem.code().status(), problem.getMessage() + ".", email);
            return Outcome.of(
                    problem.retryAfter() == null
                            ? form
                            : form.with(
                                    "Retry-After",
                                    Long.toString(
                                            Math.max(1, problem.retryAfter().toSeconds()))));
        }
    }

    private Outcome<Response> decide(Request request, AuthorizationRequest asked, Parameters sent, String decision) {
        Session session = session(request);
        String token = sent.optional(CSRF);
        if (session == null || comesFromElsewhere(request) || token == null || !session.hasCsrfToken(token)) {
            return Outcome.of(shown(request, asked, "This page was too old. Decide again."));
        }
        String issuer = TokenApi.issuer(authUrl, request);
        if (decision.equals("deny")) {
            throw OAuthError.of(Code.ACCESS_DENIED, "The streamer did not agree");
        }
        if (!decision.equals("approve") || !session.role().administers()) {
            return Outcome.of(shown(request, asked, null));
        }
        Consent.NewCode code = asked.approvedBy(session.userId())
                .newCode(session.tenantId(), asked.way().app().clientId(), clock.instant());
        String back = asked.way().with(Map.of("code", code.code().text()), issuer);
        return Outcome.of(sentBack(back)).writing(code.write());
    }

    /// The page that fits whoever is there.
    ///
    /// @param message what went wrong with the page before, or null
    private Response shown(Request request, AuthorizationRequest asked, @Nullable String message) {
        Session session = session(request);
        if (session == null) {
            return signInForm(request, asked, message == null ? 200 : 403, message, "");
        }
        OAuthApp app = asked.way().app();
        Row maker = table.get(Keys.profile(app.tenantId()));
        Pages.ConsentForm form = new Pages.ConsentForm(
                app.name(),
                app.description(),
                maker == null ? "somebody unknown" : maker.text("name"),
                session.email(),
                asked.grants(),
                destination(asked),
                message,
                fields(asked, session.csrfToken()));
        return session.role().administers()
                ? page(asked, message == null ? 200 : 403, Pages.consent(form))
                : page(asked, 403, Pages.moderator(form));
    }

    private @Nullable Session session(Request request) {
        return sessions.of(request.cookie(SessionCookie.NAME));
    }

    private static Response signInForm(
            Request request, AuthorizationRequest asked, int status, @Nullable String message, String email) {
        PreSession browser = PreSession.of(request.cookie(PreSession.NAME));
        String html = Pages.signIn(
                new Pages.SignInForm(asked.way().app().name(), message, email, fields(asked, browser.token())));
        return page(asked, status, html).with("Set-Cookie", browser.header());
    }

    private static Map<String, String> fields(AuthorizationRequest asked, String csrfToken) {
        Map<String, String> fields = new LinkedHashMap<>(asked.parameters());
        fields.put(CSRF, csrfToken);
        return fields;
    }

    private static String destination(AuthorizationRequest asked) {
        String origin = RedirectUri.origin(asked.way().redirectUri());
        return origin.endsWith(":") ? "the app " + origin.substring(0, origin.length() - 1) : origin;
    }

    /// A browser that says where a form was sent from says so truly.
    private static boolean comesFromElsewhere(Request request) {
        String site = request.header("sec-fetch-site");
        return site != null && !Set.of("same-origin", "none").contains(site);
    }

    private static Response page(AuthorizationRequest asked, int status, String html) {
        String policy = "default-src 'none'; style-src 'self'; img-src data:; form-action 'self' "
                + RedirectUri.origin(asked.way().redirectUri())
                + "; frame-ancestors 'none'; base-uri 'none'";
        return guarded(Response.text(status, "text/html; charset=utf-8", html))
                .with("Content-Security-Policy", policy)
                .with("X-Frame-Options", "DENY")
                .with("X-Content-Type-Options", "nosniff");
    }

    private static Response sentBack(String address) {
        return guarded(Response.seeOther(address));
    }

    private static Response guarded(Response response) {
        return response.with("Cache-Control", "no-store").with("Referrer-Policy", "no-referrer");
    }

    private Outcome<Response> stylesheet(Request request) {
        return Outcome.of(Response.text(200, "text/css; charset=utf-8", Pages.stylesheet())
                .with("Cache-Control", "public, max-age=31536000, immutable")
                .with("X-Content-Type-Options", "nosniff"));
    }
}
