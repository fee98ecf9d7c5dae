package streamerapi.service;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import streamerapi.architecture.HttpFunctions;
import streamerapi.localstack.template.Template;
import streamerapi.shared.auth.Role;
import streamerapi.shared.http.Access;
import streamerapi.shared.http.Route;

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
        assertThat(page.text())
                .contains("moderator", "href=\"/dashboard/goals/timer\"")
                .doesNotContain(KEYS);
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
    Stream<DynamicTest> aConnectionsPageLeadsToWhatItsGuideSaysOfTrouble() {
        DashboardVisitor owner = DashboardVisitor.owner(account);
        Pattern link = Pattern.compile("href=\"(/docs/[a-z-]+)#([a-z-]+)\"");
        return Stream.of("twitch", "kick", "stripe", "paypal", "kofi")
                .map(provider -> DynamicTest.dynamicTest(provider, () -> {
                    Matcher guide = link.matcher(owner.open("/dashboard/connections/" + provider)
                            .expect(200)
                            .text());
                    assertThat(guide.find()).isTrue();
                    assertThat(owner.open(guide.group(1)).expect(200).text()).contains("id=\"" + guide.group(2) + '"');
                }));
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

    @Test
    void aPageThatListsSoManyCountsNoFewerInItsTitle() {
        account.dashboard()
                .patch("/dashboard/api/settings", Map.of("review", Map.of("hold_all", true)))
                .expect(200);
        DashboardVisitor owner = DashboardVisitor.owner(account);
        for (int i = 0; i < 50; i++) {
            account.api().post("/tips", Map.of("name", "NovaFox")).expect(202);
        }
        assertThat(owner.open("/dashboard/review").expect(200).text())
                .contains("<title>(50) Review", "data-count=\"50\"", "id=\"held\">50<");
        account.api().post("/tips", Map.of("name", "MossyOwl")).expect(202);
        assertThat(owner.open("/dashboard/review").expect(200).text())
                .contains("<title>(50+) Review", "data-count=\"50+\"", "id=\"held\">50+<");
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
}
