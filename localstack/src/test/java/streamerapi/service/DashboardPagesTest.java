package streamerapi.service;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import streamerapi.architecture.HttpFunctions;
import streamerapi.localstack.template.Template;
import streamerapi.shared.auth.Role;
import streamerapi.shared.http.Access;
import streamerapi.shared.http.Route;

import java.math.BigDecimal;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/// Holds the answers of the dashboard's pages, to every user and every form.
class DashboardPagesTest {

    private static final String KEYS = "/dashboard/api-keys";
    private static final String APPS = "/dashboard/apps";
    private static final String WEBHOOKS = "/dashboard/webhooks";
    private static final String SIGN_OUT = "/dashboard/sign-out";
    private static final String QUEUE = "/dashboard/queue";

    private final Service service = Service.shared();
    private final Account account = service.newAccount();

    @TestFactory
    Stream<DynamicTest> whoeverIsNotSignedInIsSentToSignIn() {
        return each(route -> {
            DashboardVisitor stranger = DashboardVisitor.stranger(service);
            Answer answer = route.method().equals("GET")
                    ? stranger.open(path(route))
                    : stranger.web().postForm(path(route), Map.of());
            String page = Objects.requireNonNull(answer.expect(303).header("Location"));
            boolean leadsBack =
                    route.method().equals("GET") && !route.template().endsWith("/callback");
            assertThat(page)
                    .matches("/dashboard/sign-in(\\?return_to=%2Fdashboard%2F[A-Za-z0-9%.-]+)?")
                    .isEqualTo(leadsBack ? "/dashboard/sign-in?return_to=" + encoded(path(route)) : page);
            assertThat(encoded(path(route))).startsWith(page.replaceFirst(".*\\?return_to=|.*", ""));
        });
    }

    @TestFactory
    Stream<DynamicTest> moderatorsReachWhatIsTheirsAndNothingElse() {
        Account.Member moderator = account.newUser(Role.MODERATOR);
        DashboardVisitor visitor = DashboardVisitor.signedIn(service, moderator.email(), moderator.password());
        Answer page = visitor.open(QUEUE).expect(200);
        assertThat(page.text()).contains("moderator").doesNotContain(KEYS);
        return each(route -> {
            Access.SignedIn access = (Access.SignedIn) route.access();
            Answer answer = route.method().equals("GET")
                    ? visitor.open(path(route))
                    : visitor.send(page, path(route), Map.of());
            if (access.role() == Role.MODERATOR) {
                assertThat(answer.status()).isIn(200, 303, 400, 404);
            } else {
                assertThat(answer.expect(403).text()).contains("Your role does not allow this.");
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> noFormDoesAnythingWithoutTheSessionsToken() {
        DashboardVisitor owner = DashboardVisitor.owner(account);
        return each(route -> {
            if (route.method().equals("POST")) {
                owner.web().postForm(path(route), Map.of("name", "Forged")).expect(403);
                owner.web()
                        .postForm(path(route), Map.of("name", "Forged", "csrf_token", "wrong"))
                        .expect(403);
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> everyPageIsGuarded() {
        DashboardVisitor owner = DashboardVisitor.owner(account);
        return Stream.of(
                        "/dashboard/sign-in",
                        "/dashboard/home",
                        "/dashboard/media",
                        "/dashboard/money",
                        QUEUE,
                        QUEUE + "/history",
                        QUEUE + "/removed",
                        "/dashboard/review",
                        KEYS,
                        APPS,
                        "/dashboard/connected-apps",
                        WEBHOOKS,
                        "/dashboard/overlays",
                        "/dashboard/alerts",
                        "/dashboard/connections",
                        "/dashboard/connections/twitch",
                        "/dashboard/x")
                .map(address -> DynamicTest.dynamicTest(address, () -> {
                    Answer page = owner.open(address);
                    assertThat(page.header("Content-Type")).isEqualTo("text/html; charset=utf-8");
                    assertThat(page.header("Content-Security-Policy"))
                            .startsWith("default-src 'none'; style-src 'self'; script-src 'self';")
                            .contains("frame-ancestors 'none'", "form-action 'self';", "base-uri 'none'")
                            .doesNotContain("unsafe");
                    assertThat(page.header("Cache-Control")).isEqualTo("no-store");
                    assertThat(page.header("Referrer-Policy")).isEqualTo("no-referrer");
                    assertThat(page.header("X-Frame-Options")).isEqualTo("DENY");
                    assertThat(page.text())
                            .as("what the policy refuses")
                            .doesNotContain("<style", " style=", " onclick=", "<script>");
                }));
    }

    @Test
    void filesAreKeptForEverUnderANameThatTellsTheirContent() {
        String page = DashboardVisitor.owner(account).open(QUEUE).expect(200).text();
        Matcher file = Pattern.compile("(?:src|href)=\"(/dashboard/[a-z]+-[0-9a-f]{12}[a-z.]+)\"")
                .matcher(page);
        List<String> files = file.results().map(found -> found.group(1)).toList();
        assertThat(files).hasSize(2).allSatisfy(path -> {
            Answer answer = DashboardVisitor.stranger(service).open(path).expect(200);
            assertThat(answer.header("Cache-Control")).isEqualTo("public, max-age=31536000, immutable");
            assertThat(answer.header("X-Content-Type-Options")).isEqualTo("nosniff");
        });
    }

    @Test
    void theDashboardBeginsWithItsHome() {
        assertThat(DashboardVisitor.owner(account)
                        .open("/dashboard")
                        .expect(303)
                        .header("Location"))
                .isEqualTo("/dashboard/home");
    }

    @Test
    void aUserWhoseSessionHasEndedComesBackToThePage() {
        DashboardVisitor owner = signedOut();
        String signIn = owner.open("/dashboard/viewers?q=View").expect(303).header("Location");
        Answer form = owner.open(Objects.requireNonNull(signIn)).expect(200);
        assertThat(form.text()).contains("You were signed out. Sign in again to go on.");
        Map<String, String> login = Map.of(
                "email",
                account.email(),
                "password",
                account.password(),
                "return_to",
                Objects.requireNonNull(Browser.hidden(form).get("return_to")));
        assertThat(owner.send(form, "/dashboard/sign-in", login).expect(303).header("Location"))
                .isEqualTo("/dashboard/viewers?q=View");
    }

    @Test
    void aFormThatWasSentTooLateLeadsBackToItsPage() {
        DashboardVisitor owner = signedOut();
        assertThat(owner.web()
                        .postForm("/dashboard/team/u_1/remove", Map.of())
                        .expect(303)
                        .header("Location"))
                .isEqualTo("/dashboard/sign-in?done=signed_out_unsaved&return_to=%2Fdashboard%2Fteam");
        assertThat(owner.open("/dashboard/sign-in?done=signed_out_unsaved").text())
                .contains("what you entered is not saved");
    }

    @Test
    void signingInLeadsToNoOtherSite() {
        for (String elsewhere : List.of(
                "//evil.example",
                "/\\evil",
                "https://evil.example/dashboard/queue",
                "/dashboard/..//evil.example",
                "/dashboard/%2e%2e/oauth/authorize",
                "/dashboard//evil.example",
                "/dashboard/\\evil",
                "/dashboardevil",
                "/dashboard/sign-out\r\nX: y")) {
            DashboardVisitor visitor = DashboardVisitor.stranger(service);
            Answer form = visitor.open("/dashboard/sign-in?" + WebClient.encode(Map.of("return_to", elsewhere)))
                    .expect(200);
            assertThat(Browser.hidden(form)).as(elsewhere).doesNotContainKey("return_to");
            Map<String, String> login =
                    Map.of("email", account.email(), "password", account.password(), "return_to", elsewhere);
            assertThat(visitor.send(form, "/dashboard/sign-in", login)
                            .expect(303)
                            .header("Location"))
                    .as(elsewhere)
                    .isEqualTo("/dashboard/home");
        }
    }

    /// The owner's browser, whose session was ended from another one.
    private DashboardVisitor signedOut() {
        DashboardVisitor owner = DashboardVisitor.owner(account);
        DashboardVisitor.owner(account)
                .use("/dashboard/account", "/dashboard/account/sessions/end-others", Map.of())
                .expect(200);
        return owner;
    }

    @Test
    void aWrongPasswordIsSaidAndTheEmailKept() {
        DashboardVisitor visitor = DashboardVisitor.stranger(service);
        Answer form = visitor.open("/dashboard/sign-in");
        Answer again = visitor.send(form, "/dashboard/sign-in", Map.of("email", account.email(), "password", "wrong"))
                .expect(401);
        assertThat(again.text())
                .contains("No user has this email and password.")
                .contains("value=\"" + account.email() + "\"");
    }

    @Test
    void aSignInFormOfAnotherBrowserSignsNobodyIn() {
        Answer form = DashboardVisitor.stranger(service).open("/dashboard/sign-in");
        DashboardVisitor victim = DashboardVisitor.stranger(service);
        Answer answer = victim.send(
                form, "/dashboard/sign-in", Map.of("email", account.email(), "password", account.password()));
        assertThat(answer.expect(403).text()).contains("This form was too old.");
        assertThat(victim.web().cookie("session")).isNull();
    }

    @Test
    void whoSignsOutHasToSignInAgain() {
        DashboardVisitor owner = DashboardVisitor.owner(account);
        owner.use(QUEUE, SIGN_OUT, Map.of());
        assertThat(owner.web().cookie("session")).isNull();
        owner.open(QUEUE).expect(303);
    }

    @Test
    void aKeyIsShownOnceAndKeptByNobody() {
        DashboardVisitor owner = DashboardVisitor.owner(account);
        Answer made = owner.use(KEYS, KEYS, Map.of("name", "Deck", "scopes", "tts:read"))
                .expect(200);
        String secret = secret(made);
        assertThat(made.header("Cache-Control")).isEqualTo("no-store");
        new ApiClient(service.stack().authUrl(), secret).get("/me").expect(200);
        assertThat(owner.open(KEYS).text()).contains("Deck").doesNotContain(secret);
    }

    @Test
    void aPresetTicksTheScopesThatSuchAProgramNeeds() {
        DashboardVisitor owner = DashboardVisitor.owner(account);
        String page = owner.open(KEYS + "?for=read-only").expect(200).text();
        List<String> ticked = Pattern.compile("name=\"scopes\" value=\"([a-z_:]+)\" checked")
                .matcher(page)
                .results()
                .map(found -> found.group(1))
                .toList();
        assertThat(ticked).containsExactly("tts:read", "media:read", "viewers:read");
        assertThat(page).contains("It reads tips, videos and viewers, and changes nothing.");
        assertThat(owner.open(KEYS + "?for=nothing-known").expect(200).text()).doesNotContain(" checked");
    }

    @Test
    void aKeyWithoutScopesIsShownToBeUseless() {
        DashboardVisitor owner = DashboardVisitor.owner(account);
        owner.use(KEYS, KEYS, Map.of("name", "Forgotten", "scopes", "")).expect(200);
        assertThat(owner.open(KEYS).text()).contains("no scopes", "Nearly every request with it is refused");
        assertThat(owner.open(member(owner.open(KEYS), KEYS, "Forgotten")).text())
                .contains("This key has no scopes");
    }

    @Test
    void theModerationServicesSecretIsSetAndNeverShown() {
        DashboardVisitor owner = DashboardVisitor.owner(account);
        String settings = "/dashboard/settings";
        assertThat(owner.use(settings, settings, Map.of("moderation[secret]", "too-short"))
                        .expect(400)
                        .text())
                .contains("moderation.secret must have 16 to 128", "role=\"alert\"")
                .doesNotContain("too-short");
        assertThat(owner.use(settings, settings, Map.of("moderation[secret]", "long-enough-to-sign"))
                        .expect(200)
                        .text())
                .contains("The settings are saved.")
                .doesNotContain("long-enough-to-sign");
    }

    @Test
    void aKeyIsSavedRotatedAndRevoked() {
        DashboardVisitor owner = DashboardVisitor.owner(account);
        String before = secret(owner.use(KEYS, KEYS, Map.of("name", "Deck", "scopes", "tts:read")));
        String key = member(owner.open(KEYS), KEYS, "Deck");
        assertThat(owner.use(key, key, Map.of("name", "Light", "scopes", "tts:read\ntips:create"))
                        .expect(200)
                        .text())
                .contains("The key is saved.", "Light", "tts:read, tips:create");
        String after = secret(owner.use(key, key + "/rotate", Map.of()));
        new ApiClient(service.stack().authUrl(), before).get("/me").expect(401);
        new ApiClient(service.stack().authUrl(), after).get("/me").expect(200);
        assertThat(owner.use(key, key + "/revoke", Map.of()).expect(200).text())
                .contains("The key is revoked.")
                .doesNotContain("Light");
        new ApiClient(service.stack().authUrl(), after).get("/me").expect(401);
        assertThat(owner.open(key).expect(404).text()).contains("There is nothing at this address.");
    }

    @Test
    void whatWasRefusedIsShownAgainAsItWasEntered() {
        DashboardVisitor owner = DashboardVisitor.owner(account);
        Answer refused = owner.use(
                        APPS,
                        APPS,
                        Map.of(
                                "name", "Bold <Tools>",
                                "redirect_uris", "http://example.com/not-safe",
                                "scopes", "tts:read",
                                "type", "public"))
                .expect(400);
        assertThat(refused.text())
                .contains("role=\"alert\"", "value=\"Bold &lt;Tools>\"", ">http://example.com/not-safe</textarea>")
                .containsPattern("value=\"tts:read\" checked")
                .containsPattern("value=\"public\" required checked")
                .doesNotContain("value=\"tips:create\" checked");
    }

    @Test
    void anAppIsRegisteredChangedAndRemoved() {
        DashboardVisitor owner = DashboardVisitor.owner(account);
        Map<String, String> app = Map.of(
                "name", "Overlay tools",
                "redirect_uris", "https://example.com/a\r\nhttps://example.com/b",
                "scopes", "tts:read",
                "type", "confidential");
        String first = secret(owner.use(APPS, APPS, app).expect(200));
        String page = member(owner.open(APPS), APPS, "Overlay tools");
        assertThat(first).startsWith("scs_");
        assertThat(owner.open(page).expect(200).text())
                .contains(">https://example.com/a\nhttps://example.com/b</textarea>");
        assertThat(secret(owner.use(page, page + "/rotate-secret", Map.of())))
                .startsWith("scs_")
                .isNotEqualTo(first);
        assertThat(owner.use(
                                page,
                                page,
                                Map.of(
                                        "name", "Better tools",
                                        "redirect_uris", "https://example.com/a",
                                        "scopes", "tts:read"))
                        .text())
                .contains("The app is saved.", "Better tools");
        assertThat(owner.use(page, page + "/remove", Map.of()).text())
                .contains("The app is removed")
                .doesNotContain("Better tools");
    }

    @Test
    void anEndpointIsAddedPingedSwitchedOffAndRemoved() {
        DashboardVisitor owner = DashboardVisitor.owner(account);
        try (TestReceiver receiver = TestReceiver.open()) {
            Answer added = owner.use(
                            WEBHOOKS, WEBHOOKS, Map.of("url", receiver.url(), "description", "Main", "events", "*"))
                    .expect(200);
            assertThat(secret(added)).startsWith("whsec_");
            String page = member(owner.open(WEBHOOKS), WEBHOOKS, receiver.url());
            assertThat(owner.use(page, page + "/ping", Map.of()).expect(200).text())
                    .containsPattern("The endpoint answered the ping with 200 in \\d+ ms");
            receiver.answering(delivery -> 500);
            assertThat(owner.use(page, page + "/ping", Map.of()).expect(200).text())
                    .contains("role=\"alert\"", "answered the ping with 500");
            assertThat(secret(owner.use(page, page + "/rotate-secret", Map.of())))
                    .startsWith("whsec_")
                    .isNotEqualTo(secret(added));
            assertThat(owner.use(
                                    page,
                                    page,
                                    Map.of("url", receiver.url(), "events", "tip.created", "is_active", "false"))
                            .text())
                    .contains("The endpoint is saved.", ">off<")
                    .containsPattern("value=\"tip.created\" checked");
            assertThat(owner.use(page, page + "/remove", Map.of()).text()).contains("The endpoint is removed.");
            owner.open(page).expect(404);
        }
    }

    @Test
    void theQueuesControlsWorkWithoutScripts() {
        DashboardVisitor owner = DashboardVisitor.owner(account);
        String playing = account.tip("NovaFox");
        String waiting = account.tip("MossyOwl");
        account.api().post("/tts/" + playing + "/start").expect(200);
        assertThat(owner.use(QUEUE, QUEUE + "/pause", Map.of()).text()).contains(">Paused<", ">Resume<");
        assertThat(account.api().get("/tts/queue").at("is_paused")).isEqualTo(true);
        assertThat(owner.use(QUEUE, QUEUE + "/skip", Map.of()).text()).contains("Replay the tip of NovaFox");
        String replay = QUEUE + "/" + playing + "/replay";
        assertThat(owner.use(QUEUE, replay, Map.of()).text())
                .contains("The tip is in the queue once more.", ">replay<");
        assertThat(owner.use(QUEUE, replay, Map.of()).text()).contains("The tip was replayed a moment ago.");
        String undo = QUEUE + "/" + waiting + "/restore";
        Answer removed = owner.use(QUEUE, QUEUE + "/" + waiting + "/remove", Map.of());
        assertThat(removed.text())
                .contains("The tip is removed.", "action=\"" + undo + "\"")
                .doesNotContain("MossyOwl");
        assertThat(owner.open(QUEUE + "/removed").expect(200).text()).contains("MossyOwl");
        assertThat(owner.use(QUEUE, undo, Map.of()).text()).contains("The tip is back", "MossyOwl");
        assertThat(owner.use(QUEUE, QUEUE + "/clear", Map.of()).text()).contains("No tip waits.");
        assertThat(owner.use(QUEUE, QUEUE + "/resume", Map.of()).text()).contains(">Pause<");
    }

    @Test
    void aHeldTipIsLetInOrKeptOut() {
        account.dashboard()
                .patch("/dashboard/api/settings", Map.of("review", Map.of("hold_all", true)))
                .expect(200);
        account.api().post("/tips", Map.of("name", "NovaFox")).expect(202);
        account.api().post("/tips", Map.of("name", "MossyOwl")).expect(202);
        DashboardVisitor owner = DashboardVisitor.owner(account);
        String review = "/dashboard/review";
        String text = owner.open(review).expect(200).text();
        List<String> oldestFirst = Pattern.compile("action=\"([^\"]+)/approve\"")
                .matcher(text)
                .results()
                .map(form -> form.group(1))
                .toList();
        assertThat(owner.use(review, oldestFirst.getLast() + "/reject", Map.of())
                        .text())
                .contains("The tip is kept out.")
                .doesNotContain("MossyOwl");
        assertThat(owner.use(review, oldestFirst.getFirst() + "/approve", Map.of())
                        .text())
                .contains("The tip is let in.", "No tip waits for a decision.");
        assertThat(account.api().get("/tts/queue").each("items", "name")).containsExactly("NovaFox");
        assertThat(owner.use(review, oldestFirst.getFirst() + "/approve", Map.of())
                        .text())
                .contains("role=\"alert\"");
    }

    @Test
    void aScriptWhoseSessionIsOverIsSentToSignIn() {
        DashboardVisitor.stranger(service)
                .web()
                .send("GET", QUEUE + "/live", Map.of("X-Part", "true"), null)
                .expect(401);
    }

    @Test
    void whatADonorWritesCannotChangeThePage() {
        account.api()
                .post(
                        "/tips",
                        Map.of("name", "<script>alert(1)</script>", "message", "\"><img src=x onerror=alert(1)>"))
                .expect(201);
        assertThat(DashboardVisitor.owner(account).open(QUEUE).expect(200).text())
                .doesNotContain("<script>alert", "<img")
                .contains("&lt;script>alert(1)&lt;/script>");
    }

    @Test
    void aTipIsStartedAndFinishedByHand() {
        DashboardVisitor owner = DashboardVisitor.owner(account);
        String tip = account.tip("NovaFox");
        assertThat(owner.use(QUEUE, QUEUE + "/" + tip + "/start", Map.of()).text())
                .contains(">Playing<");
        assertThat(owner.use(QUEUE, QUEUE + "/" + tip + "/finish", Map.of()).text())
                .contains("Replay the tip of NovaFox");
    }

    @Test
    void theQueueSaysHowMuchWaitsInEachCurrency() {
        account.api()
                .post("/tips", Map.of("name", "A", "amount", new BigDecimal("1250.5"), "paid", true))
                .expect(201);
        account.api()
                .post("/tips", Map.of("name", "B", "amount", 2, "paid", true))
                .expect(201);
        account.api()
                .post("/tips", Map.of("name", "C", "amount", 1500, "currency", "JPY", "paid", true))
                .expect(201);
        assertThat(DashboardVisitor.owner(account).open(QUEUE).text())
                .contains("<title>(3) Queue", ">1,252.50 EUR<", ">1,500 JPY<", "No player is connected");
    }

    @Test
    void aScriptIsToldWhatAButtonDidOrWhyNot() {
        DashboardVisitor owner = DashboardVisitor.owner(account);
        String tip = account.tip("NovaFox");
        Answer removed = owner.web()
                .postForm(QUEUE + "/" + tip + "/remove", Map.of("csrf_token", tokenOf(owner)), Map.of("X-Part", "true"))
                .expect(200);
        assertThat(removed.at("notice")).isEqualTo("The tip is removed.");
        assertThat(removed.at("undo")).isEqualTo(QUEUE + "/" + tip + "/restore");
        assertThat(owner.web()
                        .postForm(
                                QUEUE + "/" + tip + "/remove",
                                Map.of("csrf_token", tokenOf(owner)),
                                Map.of("X-Part", "true"))
                        .expect(404)
                        .text())
                .isEqualTo("There is nothing at this address. It may have been removed.");
        owner.web()
                .postForm(QUEUE + "/pause", Map.of(), Map.of("X-Part", "true"))
                .expect(403);
    }

    @Test
    void thePartThatLivesIsSentOnlyIfItChanged() {
        DashboardVisitor owner = DashboardVisitor.owner(account);
        Matcher part = Pattern.compile("data-live=\"([^\"]+)\" data-seen=\"([^\"]+)\"")
                .matcher(owner.open(QUEUE).text());
        assertThat(part.find()).isTrue();
        String poll = part.group(1) + "?seen=" + part.group(2);
        owner.open(poll).expect(204);
        account.tip("NovaFox");
        assertThat(owner.open(poll).expect(200).text())
                .startsWith("<section id=\"live\"")
                .contains("NovaFox");
    }

    @Test
    void theHistoryIsSearchedByWordSourceAndDay() {
        DashboardVisitor owner = DashboardVisitor.owner(account);
        played("NovaFox", "good luck");
        played("MossyOwl", "=SUM(A1), \"gg\"");
        String history = QUEUE + "/history";
        assertThat(owner.open(history).expect(200).text()).contains("NovaFox", "MossyOwl");
        assertThat(owner.open(history + "?q=LUCK").text()).contains("NovaFox").doesNotContain("MossyOwl");
        assertThat(owner.open(history + "?source=test").text()).contains("No played tip is like this.");
        assertThat(owner.open(history + "?from=2020-01-01&to=2020-01-02").text())
                .doesNotContain("NovaFox");
        Answer table = owner.open(history + "/tips.csv").expect(200);
        assertThat(table.header("Content-Type")).isEqualTo("text/csv; charset=utf-8");
        assertThat(table.text().lines().toList())
                .hasSize(3)
                .first()
                .asString()
                .startsWith("played_at,queued_at,order_id,name,amount,currency,message");
        assertThat(table.text()).contains(",MossyOwl,,EUR,\"'=SUM(A1), \"\"gg\"\"\",api,");
    }

    private void played(String name, String message) {
        Object tip = account.api()
                .post("/tips", Map.of("name", name, "message", message))
                .expect(201)
                .at("tip.order_id");
        account.api().post("/tts/" + tip + "/start").expect(200);
        account.api().post("/tts/" + tip + "/finish").expect(200);
    }

    private static String tokenOf(DashboardVisitor visitor) {
        return Objects.requireNonNull(Browser.hidden(visitor.open(QUEUE)).get("csrf_token"));
    }

    @Test
    void theNavigationLeadsDevelopersToTheDocumentation() {
        assertThat(DashboardVisitor.owner(account).open(QUEUE).expect(200).text())
                .contains("<a href=\"/docs\">Documentation</a>");
    }

    @Test
    void whatIsNotThereIsAPageToo() {
        assertThat(DashboardVisitor.owner(account)
                        .open("/dashboard/nowhere")
                        .expect(404)
                        .text())
                .contains("<h1>That did not work</h1>", "There is nothing at this address.", "href=\"" + QUEUE + "\"");
    }

    @Test
    void theRootLeadsToTheDashboard() {
        WebClient web = DashboardVisitor.stranger(service).web();
        assertThat(web.get("/").expect(303).header("Location")).isEqualTo("/dashboard");
        assertThat(web.get("/dashboard/").expect(303).header("Location")).isEqualTo("/dashboard");
        web.get("/v1/").expect(404);
    }

    @Test
    void aRefusalIsToldInWordsForPeopleBesideTheNavigation() {
        DashboardVisitor owner = DashboardVisitor.owner(account);
        assertThat(owner.web()
                        .postForm(KEYS, Map.of("name", "Forged", "csrf_token", "wrong"))
                        .expect(403)
                        .text())
                .contains("This page was open for too long", "href=\"" + QUEUE + "\"")
                .doesNotContain("X-CSRF-Token");
    }

    @Test
    void aPageNamesTheChannelAndCountsWhatIsHeld() {
        account.dashboard()
                .patch("/dashboard/api/settings", Map.of("review", Map.of("hold_all", true)))
                .expect(200);
        account.api().post("/tips", Map.of("name", "NovaFox")).expect(202);
        assertThat(DashboardVisitor.owner(account).open(KEYS).expect(200).text())
                .contains("<title>API keys · ", "id=\"held\">1<");
    }

    private static Stream<DynamicTest> each(Consumer<Route> check) {
        return Objects.requireNonNull(
                        HttpFunctions.of(Template.read(Service.root().resolve("template.yaml")))
                                .get("DashboardFunction"))
                .routes()
                .stream()
                .filter(route -> route.manner().page() && route.access() instanceof Access.SignedIn)
                .filter(route -> !route.template().equals(SIGN_OUT))
                .map(route ->
                        DynamicTest.dynamicTest(route.method() + " " + route.template(), () -> check.accept(route)));
    }

    private static String encoded(String path) {
        return URLEncoder.encode(path, StandardCharsets.UTF_8);
    }

    private static String path(Route route) {
        return route.template().replaceAll("\\{[^}]+}", "nothing");
    }

    private static String secret(Answer page) {
        Matcher secret = Pattern.compile("<code id=\"secret\">([^<]+)<").matcher(page.text());
        assertThat(secret.find()).as(page.text()).isTrue();
        return secret.group(1);
    }

    /// The address of a list's entry.
    private static String member(Answer list, String address, String name) {
        Matcher link = Pattern.compile("href=\"(" + address + "/[^\"]+)\">(?:<bdi>)?" + Pattern.quote(name) + "<")
                .matcher(list.text());
        assertThat(link.find()).as(list.text()).isTrue();
        return Objects.requireNonNull(link.group(1));
    }
}
