package streamerapi.oauth;

import org.jspecify.annotations.Nullable;
import streamerapi.oauth.AuthorizationRequest.ReturnAddress;
import streamerapi.oauth.OAuthError.Code;
import streamerapi.pages.Asset;
import streamerapi.pages.ConsentView;
import streamerapi.pages.Page;
import streamerapi.pages.SignInPage;
import streamerapi.pages.templates.oauth.JteconsentGenerated;
import streamerapi.pages.templates.oauth.JtemoderatorGenerated;
import streamerapi.shared.auth.Session;
import streamerapi.shared.auth.SessionCookie;
import streamerapi.shared.auth.Sessions;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.MediaType;
import streamerapi.shared.http.PublicOrigin;
import streamerapi.shared.http.Request;
import streamerapi.shared.http.Response;
import streamerapi.shared.http.Route;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.text.ViewerText;

import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

import static streamerapi.shared.http.Access.PUBLIC;

/// The authorization endpoint, where a streamer meets an app: the sign-in form, the consent screen, and the way back.
///
/// Every request is checked anew, even if a page was shown before. Only what concerns the app or its address is
/// answered here; everything else goes back to the app, by 303, so that no browser sends a form on (RFC 9700, 4.12).
public final class AuthorizeApi {

    private static final String CSRF = "csrf_token";
    private static final String PLACE = "/oauth";
    private static final String ADDRESS = PLACE + "/authorize";

    private final Apps apps;
    private final Sessions sessions;
    private final SignInPage signIn;
    private final Table table;
    private final InstantSource clock;
    private final String authUrl;

    /// @param authUrl as of [TokenApi]
    public AuthorizeApi(
            Apps apps, Sessions sessions, SignInPage signIn, Table table, InstantSource clock, String authUrl) {
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
                Route.of("GET", ADDRESS, PUBLIC, this::ask),
                Route.of("POST", ADDRESS, PUBLIC, this::answer),
                Asset.STYLESHEET.route(PLACE));
    }

    private Outcome<Response> ask(Request request) {
        return checked(request, request.rawQuery(), sent -> asked -> Outcome.of(shown(request, asked, null)));
    }

    private Outcome<Response> answer(Request request) {
        MediaType.FORM.check(request.header("content-type"));
        String body = new String(request.bodyBytes(), StandardCharsets.UTF_8);
        return checked(request, body, sent -> asked -> {
            String decision = sent.optional("decision");
            return decision == null ? signIn(request, asked, sent) : decide(request, asked, sent, decision);
        });
    }

    /// Checks what the app asks for, and goes on if it may be asked.
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
        ReturnAddress returnAddress = ReturnAddress.of(sent, apps.find(ReturnAddress.clientId(sent)));
        try {
            return next.apply(sent).apply(AuthorizationRequest.of(sent, returnAddress));
        } catch (OAuthError e) {
            return Outcome.of(Page.redirect(returnAddress.refusing(e, PublicOrigin.of(authUrl, request))));
        }
    }

    private Outcome<Response> signIn(Request request, AuthorizationRequest asked, Parameters sent) {
        SignInPage.SignInInput login =
                new SignInPage.SignInInput(sent.optional("email"), sent.optional("password"), sent.optional(CSRF));
        String again = ADDRESS + "?" + AuthorizationRequest.query(asked.parameters());
        return Outcome.of(signIn.answer(request, target(asked), login, again));
    }

    private Outcome<Response> decide(Request request, AuthorizationRequest asked, Parameters sent, String decision) {
        Session session = session(request);
        String token = sent.optional(CSRF);
        if (session == null || Page.comesFromElsewhere(request) || token == null || !session.hasCsrfToken(token)) {
            return Outcome.of(shown(request, asked, "This page was too old. Decide again."));
        }
        String issuer = PublicOrigin.of(authUrl, request);
        if (decision.equals("deny")) {
            throw OAuthError.of(Code.ACCESS_DENIED, "The streamer did not agree");
        }
        if (!decision.equals("approve") || !session.role().administers()) {
            return Outcome.of(shown(request, asked, null));
        }
        Consent.NewCode code = asked.approvedBy(session.userId())
                .newCode(session.tenantId(), asked.returnAddress().app().clientId(), clock.instant());
        String back = asked.returnAddress().with(Map.of("code", code.code().text()), issuer);
        return Outcome.of(Page.redirect(back)).writing(code.write());
    }

    /// The page for the visitor: signed in or not, and with which role.
    ///
    /// @param message what went wrong with the page before, or null
    private Response shown(Request request, AuthorizationRequest asked, @Nullable String message) {
        Session session = session(request);
        if (session == null) {
            return signIn.form(request, target(asked), message == null ? 200 : 403, message, "");
        }
        OAuthApp app = asked.returnAddress().app();
        Key authorization = Keys.authorization(session.tenantId(), Keys.appNumber(app.clientId()));
        Key maker = Keys.profile(app.tenantId());
        Key own = Keys.profile(session.tenantId());
        Map<Key, Row> rows =
                table.getAll(Stream.of(maker, own, authorization).distinct().toArray(Key[]::new));
        ConsentView view = new ConsentView(
                app.name(),
                app.description(),
                channel(rows.get(maker)),
                channel(rows.get(own)),
                session.email(),
                Authorizations.isConnected(app, rows.get(authorization)),
                asked.grants(),
                destination(asked),
                message,
                fields(asked, session.csrfToken()));
        return session.role().administers()
                ? Page.leadingElsewhere(
                        message == null ? 200 : 403, output -> JteconsentGenerated.render(output, null, view))
                : Page.leadingElsewhere(403, output -> JtemoderatorGenerated.render(output, null, view));
    }

    private static String channel(@Nullable Row profile) {
        return profile == null ? "an unknown account" : ViewerText.cleaned(profile.get(OAuthApp.NAME));
    }

    private @Nullable Session session(Request request) {
        return sessions.of(request.cookie(SessionCookie.NAME));
    }

    private static SignInPage.Target target(AuthorizationRequest asked) {
        return new SignInPage.Target(PLACE, ADDRESS, asked.returnAddress().app().name(), asked.parameters());
    }

    private static Map<String, String> fields(AuthorizationRequest asked, String csrfToken) {
        Map<String, String> fields = new LinkedHashMap<>(asked.parameters());
        fields.put(CSRF, csrfToken);
        return fields;
    }

    private static String destination(AuthorizationRequest asked) {
        String origin = RedirectUri.origin(asked.returnAddress().redirectUri());
        return origin.endsWith(":") ? "the app " + origin.substring(0, origin.length() - 1) : origin;
    }
}
