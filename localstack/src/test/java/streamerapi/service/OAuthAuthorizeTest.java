package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import streamerapi.shared.auth.Role;
import streamerapi.shared.auth.Scope;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

import static org.assertj.core.api.Assertions.assertThat;

/// The authorization endpoint: what it takes, what it shows, and where it sends people (spec "OAuth 2.0", RFC 9700).
@NullMarked
class OAuthAuthorizeTest {

    private static final String LOCAL = "http://localhost:8123/callback?from=app";
    private static final String NATIVE = "com.example.app:/callback";

    private final Service service = Service.shared();
    private final String issuer = service.stack().authUrl();
    private final Account streamer = service.newAccount();
    private final TestApp app = TestApp.confidential(service.newAccount(), Scope.TTS_READ, Scope.TIPS_CREATE);
    private final TestApp open = TestApp.open(app.owner(), Scope.TTS_READ);
    private final Browser browser = new Browser(service);

    @Test
    void aStreamerSignsInAgreesAndTheAppGetsItsTokens() {
        Answer form = browser.open(app.asking()).expect(200);
        assertThat(form.text()).contains("type=\"password\"", "Overlay tools").doesNotContain("<script");
        Answer consent =
                browser.signIn(form, streamer.email(), streamer.password()).expect(200);
        assertThat(consent.text())
                .contains("Overlay tools", streamer.email(), Scope.TTS_READ.description(), "https://app.example.com")
                .contains("name=\"decision\" value=\"approve\"", "name=\"decision\" value=\"deny\"")
                .doesNotContain("<script", Scope.COUNTERS_MANAGE.description());
        Answer approved = browser.submit(consent, "decision", "approve");
        assertThat(approved.header("Location")).startsWith(TestApp.REDIRECT + "?");
        Map<String, String> back = Browser.sentBack(approved);
        assertThat(back)
                .containsOnlyKeys("code", "state", "iss")
                .containsEntry("state", "a b&c")
                .containsEntry("iss", issuer);
        TestApp.Tokens tokens = TestApp.Tokens.of(app.exchange(code(back)).expect(200));
        assertThat(app.api(tokens.access()).get("/me").expect(200).at("tenant.id"))
                .isEqualTo(streamer.tenantId());
    }

    @Test
    void whoIsSignedInAlreadySeesTheConsentScreenAtOnce() {
        browser.approve(app.asking(), streamer);
        Answer consent = browser.open(app.asking()).expect(200);
        assertThat(consent.text()).contains("value=\"approve\"").doesNotContain("type=\"password\"");
    }

    @Test
    void theConsentScreenSaysWhoMadeTheApp() {
        Object maker = app.owner().api().get("/me").at("tenant.name");
        Answer form = browser.open(app.asking());
        assertThat(browser.signIn(form, streamer.email(), streamer.password()).text())
                .contains(String.valueOf(maker));
    }

    /// A person can be in the teams of several channels, and does not see by the email alone which one it is.
    @Test
    void theConsentScreenSaysWhichChannelTheAppIsConnectedTo() {
        String channel = String.valueOf(streamer.api().get("/me").at("tenant.name"));
        Answer form = browser.open(app.asking());
        assertThat(browser.signIn(form, streamer.email(), streamer.password()).text())
                .contains("work with the channel <strong><bdi>" + channel + "</bdi></strong>", "For another channel");
        Account.Member mo = streamer.newUser(Role.MODERATOR);
        Browser theirs = new Browser(service);
        assertThat(theirs.signIn(theirs.open(app.asking()), mo.email(), mo.password())
                        .expect(403)
                        .text())
                .contains("a moderator of the channel <strong><bdi>" + channel, "For a channel of your own");
    }

    @Test
    void anAppOfOnesOwnCanBeConnected() {
        Answer form = browser.open(app.asking());
        assertThat(browser.signIn(form, app.owner().email(), app.owner().password())
                        .expect(200)
                        .text())
                .contains("It will be able to");
    }

    @Test
    void theNameOfTheMakerReordersNothingOfTheConsentScreen() {
        app.owner()
                .dashboard()
                .patch("/dashboard/api/account", Map.of("name", "Nova\u202E.skrow ti\u2066"))
                .expect(200);
        Answer form = browser.open(app.asking());
        assertThat(browser.signIn(form, streamer.email(), streamer.password()).text())
                .contains("made by the channel <strong><bdi>Nova.skrow ti</bdi></strong>, wants");
    }

    @Test
    void aStreamerAgreesToWhatThePageShowedThoughTheAppAsksForMoreMeanwhile() {
        Answer consent =
                browser.signIn(browser.open(without(app.asking(), "scope")), streamer.email(), streamer.password());
        assertThat(consent.expect(200).text())
                .contains(Scope.TIPS_CREATE.description())
                .doesNotContain(Scope.CHAT_WRITE.description());

        app.giveItself(Scope.TTS_READ, Scope.TIPS_CREATE, Scope.CHAT_WRITE);
        Map<String, String> back = Browser.sentBack(browser.submit(consent, "decision", "approve"));

        assertThat(TestApp.Tokens.of(app.exchange(code(back)).expect(200)).scope())
                .isEqualTo("tts:read tips:create");
    }

    @Test
    void denialGoesBackToTheApp() {
        Answer consent = browser.signIn(browser.open(app.asking()), streamer.email(), streamer.password());
        Map<String, String> back = Browser.sentBack(browser.submit(consent, "decision", "deny"));
        assertThat(back)
                .containsEntry("error", "access_denied")
                .containsEntry("state", "a b&c")
                .containsEntry("iss", issuer)
                .doesNotContainKey("code");
    }

    @Test
    void onlyOwnersAndSuperAdminsCanAuthorize() {
        for (Role role : List.of(Role.SUPER_ADMIN, Role.MODERATOR)) {
            Account.Member member = streamer.newUser(role);
            Browser own = new Browser(service);
            Answer page = own.signIn(own.open(app.asking()), member.email(), member.password());
            if (role == Role.SUPER_ADMIN) {
                assertThat(Browser.sentBack(own.submit(page, "decision", "approve")))
                        .containsKey("code");
            } else {
                page.expect(403);
                assertThat(page.text()).contains("Only the owner").doesNotContain("value=\"approve\"");
                own.submit(page, "decision", "approve").expect(403);
                assertThat(Browser.sentBack(own.submit(page, "decision", "deny")))
                        .containsEntry("error", "access_denied");
            }
        }
    }

    @Test
    void anUnknownClientIsToldSoHere() {
        refused(with(app.asking(), "client_id", "oc_00000000000000000000000000"), "client_id");
        refused(with(app.asking(), "client_id", "<script>"), "client_id");
        refused(without(app.asking(), "client_id"), "client_id");
        Answer twice = browser.web().get("/oauth/authorize?" + WebClient.encode(app.asking()) + "&client_id=x");
        assertThat(twice.refuses(400, "bad_request").at("field")).isEqualTo("client_id");
    }

    @Test
    void anUnregisteredAddressIsNeverSentAnything() {
        for (String address : List.of(
                "https://evil.example.com/callback",
                TestApp.REDIRECT + "/",
                TestApp.REDIRECT + "/../x",
                TestApp.REDIRECT + "?a=b",
                TestApp.REDIRECT + "#x",
                TestApp.REDIRECT.replace("https", "http"),
                TestApp.REDIRECT.replace("https", "HTTPS"),
                TestApp.REDIRECT.replace("app.example", "APP.example"),
                "https://app.example.com:443/callback",
                "https://app.example.com/callback%2f",
                "https://app.example.com@evil.example.com/callback",
                "javascript:alert(1)",
                "//evil.example.com",
                "http://localhost:1/callback")) {
            refused(with(app.asking(), "redirect_uri", address), "redirect_uri");
        }
    }

    @Test
    void theAddressMayBeLeftOutWhereThereIsOneOnly() {
        Map<String, String> back = browser.approve(without(app.asking(), "redirect_uri"), streamer);
        app.post(
                        "/oauth/token",
                        Map.of("grant_type", "authorization_code"),
                        "code",
                        code(back),
                        "code_verifier",
                        TestApp.VERIFIER)
                .expect(200);
        app.registerAddresses(TestApp.REDIRECT, NATIVE);
        refused(without(app.asking(), "redirect_uri"), "redirect_uri");
    }

    @Test
    void localhostMatchesOnAnyPort() {
        app.registerAddresses(LOCAL, NATIVE);
        for (String address : List.of(LOCAL, LOCAL.replace(":8123", ":55001"), LOCAL.replace(":8123", ""))) {
            browser.open(with(app.asking(), "redirect_uri", address)).expect(200);
        }
        for (String address : List.of(
                "http://localhost:8123/other?from=app",
                "http://localhost:8123/callback",
                "http://localhost:99999/callback?from=app",
                "http://localhost.example.com/callback?from=app",
                "http://localhost:8123@evil.example.com/callback?from=app",
                "http://127.0.0.1:8123/callback?from=app",
                "https://localhost:8123/callback?from=app")) {
            refused(with(app.asking(), "redirect_uri", address), "redirect_uri");
        }
    }

    @Test
    void anAddressThatIsNoAddressIsRefusedHere() {
        app.registerAddresses(LOCAL, NATIVE);
        for (String illegal : List.of(
                "^", " ", "%zz", "%", "[", "]", "\"", "{", "<", "\\", "`", "|", "?^", "\u00a0", "\ud83d\ude00", "\n")) {
            for (String beginning :
                    List.of("http://localhost/", "http://localhost:8123/callback?from=app", NATIVE, "https://")) {
                refused(with(app.asking(), "redirect_uri", beginning + illegal), "redirect_uri");
            }
        }
    }

    @Test
    void theQueryOfAnAddressIsKept() {
        app.registerAddresses(LOCAL);
        Answer consent = browser.signIn(
                browser.open(with(app.asking(), "redirect_uri", LOCAL)), streamer.email(), streamer.password());
        Answer sent = browser.submit(consent, "decision", "approve");
        assertThat(sent.header("Location")).startsWith(LOCAL + "&code=sac_");
    }

    @Test
    void anAppsOwnSchemeIsSentTo() {
        app.registerAddresses(NATIVE);
        Answer consent = browser.signIn(
                browser.open(with(app.asking(), "redirect_uri", NATIVE)), streamer.email(), streamer.password());
        assertThat(browser.submit(consent, "decision", "approve").header("Location"))
                .startsWith(NATIVE + "?code=sac_");
    }

    @Test
    void otherFaultsOfARequestGoBackToTheApp() {
        sentBack(with(app.asking(), "response_type", "token"), "unsupported_response_type");
        sentBack(without(app.asking(), "response_type"), "invalid_request");
        sentBack(with(app.asking(), "scope", "everything"), "invalid_scope");
        sentBack(with(app.asking(), "scope", "tts:read counters:manage"), "invalid_scope");
        sentBack(with(app.asking(), "response_mode", "fragment"), "invalid_request");
        sentBack(with(app.asking(), "code_challenge", "short"), "invalid_request");
        Answer twice = browser.web().get("/oauth/authorize?" + WebClient.encode(app.asking()) + "&scope=x");
        assertThat(Browser.sentBack(twice)).containsEntry("error", "invalid_request");
    }

    @Test
    void aPublicClientMustSendAChallenge() {
        sentBack(without(without(open.asking(), "code_challenge"), "code_challenge_method"), "invalid_request");
        browser.open(open.asking()).expect(200);
    }

    @Test
    void onlyS256IsTaken() {
        for (String method : List.of("plain", "s256", "")) {
            sentBack(with(app.asking(), "code_challenge_method", method), "invalid_request");
            sentBack(with(open.asking(), "code_challenge_method", method), "invalid_request");
        }
        sentBack(without(app.asking(), "code_challenge"), "invalid_request");
    }

    @Test
    void withoutAScopeTheAppAsksForAllOfItsOwn() {
        Map<String, String> back = browser.approve(without(app.asking(), "scope"), streamer);
        assertThat(app.exchange(code(back)).at("scope")).isEqualTo("tts:read tips:create");
    }

    @Test
    void aStateIsSentBackAsItCameOrNotAtAll() {
        String odd = "a+b %&=\"<>#ü/?";
        assertThat(browser.approve(with(app.asking(), "state", odd), streamer)).containsEntry("state", odd);
        Answer consent = browser.open(without(app.asking(), "state"));
        assertThat(Browser.sentBack(browser.submit(consent, "decision", "approve")))
                .doesNotContainKey("state");
    }

    @Test
    void noPageIsFramedStoredOrTellsWhereItWas() {
        Answer form = browser.open(app.asking());
        Answer consent = browser.signIn(form, streamer.email(), streamer.password());
        assertThat(form.header("Content-Security-Policy")).contains("form-action 'self';");
        assertThat(consent.header("Content-Security-Policy")).doesNotContain("form-action");
        for (Answer page : List.of(form, consent)) {
            assertThat(page.header("Content-Security-Policy"))
                    .contains("default-src 'none'", "frame-ancestors 'none'")
                    .doesNotContain("unsafe-inline");
            assertThat(page.header("X-Frame-Options")).isEqualTo("DENY");
            assertThat(page.header("Content-Type")).isEqualTo("text/html; charset=utf-8");
            guarded(page);
        }
        guarded(browser.submit(consent, "decision", "approve").expect(303));
        guarded(browser.open(with(app.asking(), "scope", "x")).expect(303));
    }

    @Test
    void aDecisionNeedsTheSessionsToken() {
        Answer consent = browser.signIn(browser.open(app.asking()), streamer.email(), streamer.password());
        Map<String, String> fields = with(Browser.hidden(consent), "decision", "approve");
        for (Consumer<Map<String, String>> forging : List.<Consumer<Map<String, String>>>of(
                form -> form.remove("csrf_token"),
                form -> form.put("csrf_token", "x"),
                form -> form.put("csrf_token", TestApp.challenge("x")))) {
            Map<String, String> forged = new LinkedHashMap<>(fields);
            forging.accept(forged);
            Answer answer = browser.web().postForm("/oauth/authorize", forged).expect(403);
            assertThat(answer.text()).contains("too old", "value=\"approve\"");
        }
        browser.web()
                .postForm("/oauth/authorize", fields, Map.of("Sec-Fetch-Site", "cross-site"))
                .expect(403);
        assertThat(new WebClient(issuer)
                        .postForm("/oauth/authorize", fields)
                        .expect(403)
                        .text())
                .contains("type=\"password\"");
        browser.web()
                .postForm("/oauth/authorize", fields, Map.of("Sec-Fetch-Site", "same-origin"))
                .expect(303);
    }

    @Test
    void aDecisionIsCheckedLikeTheRequest() {
        Answer consent = browser.signIn(browser.open(app.asking()), streamer.email(), streamer.password());
        browser.submit(consent, "decision", "approve", "redirect_uri", "https://evil.example.com/")
                .refuses(400, "bad_request");
        assertThat(Browser.sentBack(browser.submit(consent, "decision", "approve", "scope", "counters:manage")))
                .containsEntry("error", "invalid_scope");
        browser.submit(consent, "decision", "whatever").expect(200);
        browser.web()
                .postJson("/oauth/authorize", Map.of("decision", "approve"))
                .refuses(415, "unsupported_media_type");
    }

    @Test
    void theSignInFormIsTiedToTheBrowser() {
        Answer form = browser.open(app.asking());
        Map<String, String> fields =
                TestApp.with(Browser.hidden(form), "email", streamer.email(), "password", streamer.password());
        Answer elsewhere =
                new WebClient(issuer).postForm("/oauth/authorize", fields).expect(403);
        assertThat(String.valueOf(elsewhere.header("Set-Cookie"))).doesNotContain("session=");
        browser.web()
                .postForm("/oauth/authorize", fields, Map.of("Sec-Fetch-Site", "cross-site"))
                .expect(403);
        Answer signedIn = browser.web().postForm("/oauth/authorize", fields).expect(303);
        assertThat(signedIn.header("Location")).startsWith("/oauth/authorize?");
        assertThat(signedIn.header("Set-Cookie")).contains("session=", "HttpOnly", "Secure", "SameSite=Lax");
        assertThat(form.header("Set-Cookie")).contains("signin=", "HttpOnly", "Secure", "SameSite=Lax");
    }

    @Test
    void wrongPasswordsAreCountedHereToo() {
        Answer form = browser.open(app.asking());
        for (int i = 0; i < 5; i++) {
            form = browser.signIn(form, streamer.email(), "wrong").expect(401);
            assertThat(form.text()).contains("role=\"alert\"", streamer.email()).doesNotContain("wrong\"");
        }
        Answer locked =
                browser.signIn(form, streamer.email(), streamer.password()).expect(429);
        assertThat(Integer.parseInt(Objects.requireNonNull(locked.header("Retry-After"))))
                .isGreaterThan(800);
        assertThat(locked.headers())
                .containsEntry("ratelimit-limit", "5")
                .containsEntry("ratelimit-remaining", "0")
                .containsEntry("ratelimit-policy", "5;w=900");
        assertThat(locked.text()).contains("type=\"password\"");
    }

    @Test
    void whatAnAppSaysOfItselfCannotChangeThePage() {
        TestApp evil = app.renamed("<b>\"Evil' & co</b>");
        Answer consent = browser.signIn(
                browser.open(with(evil.asking(), "state", "\"><script>alert(1)</script>")),
                streamer.email(),
                streamer.password());
        assertThat(consent.text()).contains("&lt;b&gt;").doesNotContain("<b>", "<script>");
    }

    @Test
    void aStreamerIsToldThatASecondConsentEndsTheConnectionOfTheFirst() {
        String told = "It is connected to your account already.";
        Answer first = browser.signIn(browser.open(app.asking()), streamer.email(), streamer.password());
        assertThat(first.text()).contains("It will be able to").doesNotContain(told);

        app.connect(streamer);
        assertThat(browser.open(app.asking()).text()).contains(told);

        String scope = app.app().scopes().getFirst();
        app.giveItself(Scope.of(scope).orElseThrow());
        app.giveItself(Scope.CHAT_WRITE);
        assertThat(browser.open(with(app.asking(), "scope", "chat:write")).text())
                .contains("It will be able to")
                .doesNotContain(told);
    }

    @Test
    void pagesCanBeReadAndUsedByEverybody() {
        Answer form = browser.open(app.asking());
        Answer consent = browser.signIn(form, streamer.email(), streamer.password());
        for (Answer page : List.of(form, consent)) {
            assertThat(page.text())
                    .contains("<html lang=\"en\">", "<main", "<h1>", "name=\"viewport\"", "<title>")
                    .doesNotContain("style=", "onclick");
        }
        assertThat(form.text())
                .contains("<label for=\"email\">", "<label for=\"password\">", "autocomplete=\"current-password\"");
        String stylesheet = form.text().replaceAll("(?s).*rel=\"stylesheet\" href=\"([^\"]+)\".*", "$1");
        Answer css = browser.web().get(stylesheet).expect(200);
        assertThat(css.header("Content-Type")).isEqualTo("text/css; charset=utf-8");
        assertThat(css.header("Cache-Control")).contains("immutable");
        assertThat(css.text()).contains(":root", "color-scheme: light dark");
    }

    private void guarded(Answer answer) {
        assertThat(answer.header("Referrer-Policy")).isEqualTo("no-referrer");
        assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
    }

    private void refused(Map<String, String> parameters, String field) {
        Answer answer = browser.open(parameters).refuses(400, "bad_request");
        assertThat(answer.at("field")).isEqualTo(field);
        assertThat(answer.header("Location")).isNull();
        assertThat(answer.header("Content-Type")).startsWith("application/json");
    }

    private void sentBack(Map<String, String> parameters, String error) {
        Answer answer = browser.open(parameters).expect(303);
        assertThat(answer.header("Location")).startsWith(TestApp.REDIRECT + "?error=");
        assertThat(Browser.sentBack(answer))
                .containsEntry("error", error)
                .containsEntry("state", "a b&c")
                .containsEntry("iss", issuer);
    }

    private static String code(Map<String, String> back) {
        return Objects.requireNonNull(back.get("code"));
    }

    private static Map<String, String> with(Map<String, String> form, String name, String value) {
        return TestApp.with(form, name, value);
    }

    private static Map<String, String> without(Map<String, String> form, String name) {
        Map<String, String> less = new LinkedHashMap<>(form);
        less.remove(name);
        return less;
    }
}
