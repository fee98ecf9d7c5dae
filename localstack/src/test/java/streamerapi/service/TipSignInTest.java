package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// Viewers who sign in on a tip page, with the streamer's own application at the platforms that the local stack plays.
@NullMarked
class TipSignInTest {

    private static final String SETTINGS = "/dashboard/api/settings";
    private static final String CALLBACK = "/tip/sign-in/callback/twitch";

    private final Service service = Service.shared();
    private final Account account = service.newAccount();
    private final PlatformBrowser twitch = new PlatformBrowser(account, "twitch");
    private final TipVisitor viewer = new TipVisitor(service);
    private final String slug = slug(account);

    @BeforeEach
    void aPageIsThere() {
        enable(account);
        twitch.put(twitch.credentials()).expect(200);
    }

    @AfterEach
    void thePlatformsAnswer() {
        account.dashboard().withoutValidation().delete("/dashboard/api/connections/stripe");
    }

    private static String slug(Account account) {
        return account.tenantId().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static void enable(Account account) {
        account.dashboard()
                .patch(SETTINGS, Map.of("tip_page", Map.of("enabled", true, "slug", slug(account))))
                .expect(200);
    }

    private void connectStripe() {
        TipDonor.connect(account, "stripe");
    }

    private long exchanges() {
        return twitch.calls().stream().filter("POST /oauth2/token"::equals).count();
    }

    /// Comes back in vain: a page says so, no platform is asked, and there is no cookie.
    private void comesInVain(TipVisitor who, String address) {
        long asked = exchanges();
        Answer page = who.comesBack(address).expect(400);
        assertThat(page.text()).contains("is no longer valid", "You are not signed in");
        assertThat(exchanges()).isEqualTo(asked);
        assertThat(who.cookie(account)).isNull();
    }

    /// A platform sends the browser back to the one address that it knows, which has no cookie of another. The API's
    /// own address goes on working beside a domain, and links that were spread before lead to it.
    @Test
    void aSignInFromAPageUnderAnotherAddressBeginsWhereItEnds() {
        String own = service.stack().authUrl();
        String page = new WebClient(own.replace("localhost", "127.0.0.1"))
                .get("/tip/" + slug)
                .expect(200)
                .text();

        assertThat(page).contains("href=\"" + own + "/tip/" + slug + "/sign-in/twitch\"");
        viewer.signedIn(slug, "twitch", "NovaFox");
        assertThat(viewer.cookie(account)).isNotNull();
    }

    @Test
    void aViewerSignsInAndIsGreeted() {
        Answer stranger = viewer.open(slug).expect(200);
        assertThat(stranger.text()).contains("Sign in with Twitch").doesNotContain("Sign in with Kick", "Signed in");
        assertThat(stranger.text().indexOf("id=\"sign-in\""))
                .isGreaterThan(stranger.text().indexOf("id=\"amount\""));
        assertThat(stranger.header("Set-Cookie")).isNull();

        String back = viewer.decided(slug, "twitch", "approve", "NovaFox");
        Answer answer = viewer.comesBack(back).expect(303);
        assertThat(answer.header("Location")).isEqualTo("/tip/" + slug);
        assertThat(answer.header("Set-Cookie"))
                .contains("viewer_sign_in=; Max-Age=0")
                .containsPattern(
                        TipVisitor.cookieName(account)
                                + "=alpha:[0-9]+~[0-9]{13}~[0-9a-f]{32}; Max-Age=2592000; Path=/tip; HttpOnly; Secure; SameSite=Lax");
        assertThat(viewer.open(slug).expect(200).text())
                .contains("Signed in as <bdi dir=\"auto\" class=\"who\">NovaFox</bdi> of Twitch")
                .doesNotContain("Sign in with");
        Answer profile = account.api().get("/viewers/novafox").expect(200);
        assertThat(profile.at("viewer.platform")).isEqualTo("alpha");
        assertThat(profile.at("viewer.display_name")).isEqualTo("NovaFox");
    }

    @Test
    void twitchIsAskedForNoScopeAndKickForOneWithAChallenge() {
        URI atTwitch = URI.create(
                Objects.requireNonNull(viewer.begin(slug, "twitch").expect(303).header("Location")));
        assertThat(atTwitch.getRawQuery())
                .contains("response_type=code", "scope=&")
                .contains("redirect_uri=" + WebClient.encode(service.stack().authUrl() + CALLBACK))
                .containsPattern("state=[A-Za-z0-9_-]{43}");
        PlatformBrowser kick = new PlatformBrowser(account, "kick");
        kick.put(kick.credentials()).expect(200);
        URI atKick = URI.create(
                Objects.requireNonNull(viewer.begin(slug, "kick").expect(303).header("Location")));
        assertThat(atKick.getRawQuery())
                .contains("scope=user%3Aread&", "code_challenge_method=S256")
                .containsPattern("code_challenge=[A-Za-z0-9_-]{43}");
        viewer.signedIn(slug, "kick", "Quiet_Pixel");
        assertThat(viewer.open(slug).text()).contains("Quiet_Pixel</bdi> of Kick");
        assertThat(account.api().get("/viewers/quiet_pixel").expect(200).at("viewer.platform"))
                .isEqualTo("beta");
    }

    @Test
    void theAddressToRegisterIsShownWithTheConnection() {
        assertThat(twitch.get().at("connection.viewer_redirect_uri"))
                .isEqualTo(service.stack().authUrl() + CALLBACK);
    }

    @Test
    void aPaidTipCarriesTheViewer() {
        connectStripe();
        viewer.signedIn(slug, "twitch", "NovaFox");
        assertThat(viewer.open(slug).text())
                .contains("name=\"name\" autocomplete=\"nickname\" dir=\"auto\" value=\"NovaFox\"");
        String checkout =
                Objects.requireNonNull(viewer.send(slug, Map.of("name", "Nova", "amount", "5", "message", "Hi"))
                        .expect(303)
                        .header("Location"));
        new WebClient(service.stack().authUrl()).postForm(URI.create(checkout).getRawPath(), Map.of("decision", "pay"));
        await().untilAsserted(() -> {
            Answer queue = account.api().get("/tts/queue").expect(200);
            assertThat(queue.each("items", "name")).containsExactly("Nova");
            assertThat(queue.at("items.0.platform")).isEqualTo("alpha");
            assertThat(queue.at("items.0.platform_user_id"))
                    .isEqualTo(account.api().get("/viewers/novafox").at("viewer.platform_user_id"));
        });
    }

    @Test
    void aSignInIsGoodOnce() {
        String back = viewer.decided(slug, "twitch", "approve", "NovaFox");
        String begun = Objects.requireNonNull(viewer.web().cookie("viewer_sign_in"));
        viewer.comesBack(back).expect(303);
        TipVisitor again = new TipVisitor(service);
        again.web().accept("viewer_sign_in=" + begun);
        comesInVain(again, back);
    }

    @Test
    void aSignInIsOfOneBrowserAndOneState() {
        String back = viewer.decided(slug, "twitch", "approve", "NovaFox");
        comesInVain(new TipVisitor(service), back);
        TipVisitor other = new TipVisitor(service);
        other.decided(slug, "twitch", "approve", "Mallory");
        comesInVain(other, back);
        comesInVain(viewer, CALLBACK);
        comesInVain(viewer, back.replaceAll("state=[^&]*", "state="));
        comesInVain(viewer, back.replaceAll("&?state=[^&]*", ""));
        comesInVain(viewer, back.replaceAll("code=[^&]*&", ""));
        comesInVain(viewer, back.replace("/twitch?", "/kick?"));
        viewer.comesBack(back.replace("/twitch?", "/stripe?")).expect(404);
        viewer.comesBack(back).expect(303);
        assertThat(viewer.cookie(account)).isNotNull();
    }

    @Test
    void aSignInLastsTenMinutes() {
        String back = viewer.decided(slug, "twitch", "approve", "NovaFox");
        service.clock().advance(Duration.ofMinutes(10));
        comesInVain(viewer, back);
        String second = viewer.decided(slug, "twitch", "approve", "NovaFox");
        service.clock().advance(Duration.ofMinutes(4));
        viewer.comesBack(second).expect(303);
    }

    @Test
    void aSignInIsOfOneApplicationAndOnePage() {
        String back = viewer.decided(slug, "twitch", "approve", "NovaFox");
        twitch.put(twitch.anotherApplication()).expect(200);
        comesInVain(viewer, back);
        String second = viewer.decided(slug, "twitch", "approve", "NovaFox");
        Account other = service.newAccount();
        account.dashboard()
                .patch(SETTINGS, Map.of("tip_page", Map.of("slug", slug + "x")))
                .expect(200);
        other.dashboard()
                .patch(SETTINGS, Map.of("tip_page", Map.of("enabled", true, "slug", slug)))
                .expect(200);
        PlatformBrowser ofOther = new PlatformBrowser(other, "twitch");
        ofOther.put(ofOther.credentials()).expect(200);
        comesInVain(viewer, second);
    }

    @Test
    void aCookieThatWasChangedNamesNoViewer() {
        String back = viewer.decided(slug, "twitch", "approve", "NovaFox");
        String begun = Objects.requireNonNull(viewer.web().cookie("viewer_sign_in"));
        viewer.web().accept("viewer_sign_in=" + begun.replaceFirst("~[0-9]{13}~", "~9999999999999~"));
        comesInVain(viewer, back);
        viewer.web().accept("viewer_sign_in=" + begun);
        viewer.comesBack(back).expect(303);

        String cookie = Objects.requireNonNull(viewer.cookie(account));
        String name = TipVisitor.cookieName(account);
        for (String changed : List.of(
                cookie.replaceFirst(":[0-9]+", ":1"),
                cookie.replaceFirst("alpha", "beta"),
                cookie.replaceFirst("alpha", "gamma"),
                cookie.replaceFirst("~[0-9]{13}", "~1999999999999"),
                cookie + "0",
                "x")) {
            viewer.web().accept(name + "=" + changed);
            assertThat(viewer.open(slug).expect(200).text()).as(changed).doesNotContain("Signed in as");
        }
        viewer.web().accept(name + "=" + cookie);
        assertThat(viewer.open(slug).text()).contains("Signed in as");
    }

    @Test
    void theCookieIsOfOnePageAlone() {
        viewer.signedIn(slug, "twitch", "NovaFox");
        Account other = service.newAccount();
        enable(other);
        PlatformBrowser ofOther = new PlatformBrowser(other, "twitch");
        ofOther.put(ofOther.credentials()).expect(200);
        String cookie = Objects.requireNonNull(viewer.cookie(account));
        TipVisitor there = new TipVisitor(service);
        there.signedIn(slug(other), "twitch", "NovaFox");
        there.web().accept(TipVisitor.cookieName(other) + "=" + cookie);
        assertThat(there.open(slug(other)).expect(200).text()).doesNotContain("Signed in as");
        assertThat(viewer.open(slug(other)).expect(200).text()).doesNotContain("Signed in as");
    }

    @Test
    void theCookieEndsAfterThirtyDaysAndWithTheViewer() {
        viewer.signedIn(slug, "twitch", "NovaFox");
        service.clock().advance(Duration.ofDays(30).minusMinutes(1));
        assertThat(viewer.open(slug).text()).contains("Signed in as");
        service.clock().advance(Duration.ofMinutes(2));
        assertThat(viewer.open(slug).text()).doesNotContain("Signed in as");

        viewer.signedIn(slug, "twitch", "NovaFox");
        Object id = account.api().get("/viewers/novafox").at("viewer.platform_user_id");
        account.dashboard().delete("/dashboard/api/viewers/alpha:" + id).expect(200);
        assertThat(viewer.open(slug).text()).doesNotContain("Signed in as");
        new TipVisitor(service).signedIn(slug, "twitch", "NovaFox");
        assertThat(viewer.open(slug).text()).doesNotContain("Signed in as");
    }

    @Test
    void aViewerSignsOut() {
        viewer.signedIn(slug, "twitch", "NovaFox");
        Answer out =
                viewer.web().postForm("/tip/" + slug + "/sign-out", Map.of()).expect(303);
        assertThat(out.header("Location")).isEqualTo("/tip/" + slug);
        assertThat(out.header("Set-Cookie")).contains("Max-Age=0; Path=/tip; HttpOnly; Secure; SameSite=Lax");
        assertThat(viewer.open(slug).text()).doesNotContain("Signed in as");
        viewer.web()
                .postForm("/tip/" + slug + "/sign-out", Map.of(), Map.of("Sec-Fetch-Site", "cross-site"))
                .expect(403);
    }

    @ParameterizedTest
    @CsvSource({
        "deny, 0, You are not signed in. You can tip without signing in.",
        "approve, 400, The platform refused to sign you in",
        "approve, 503, The platform did not answer"
    })
    void aSignInThatEndsInNothingLeadsBackToThePage(String decision, int status, String words) {
        String back = viewer.decided(slug, "twitch", decision, "NovaFox");
        if (status > 0) {
            twitch.answers("/oauth2/token", Map.of("status", status));
        }
        String led = Objects.requireNonNull(viewer.comesBack(back).expect(303).header("Location"));
        assertThat(led).startsWith("/tip/" + slug + "?notice=");
        assertThat(viewer.web().get(led).expect(200).text()).contains(words).doesNotContain("Signed in as");
        comesInVain(viewer, back);
        assertThat(viewer.open(slug).text()).doesNotContain(words);
    }

    @Test
    void aPlatformThatHangsSignsNoViewerIn() {
        String back = viewer.decided(slug, "twitch", "approve", "NovaFox");
        twitch.answers("/oauth2/token", Map.of("hang", true));
        assertThat(viewer.comesBack(back).expect(303).header("Location")).endsWith("notice=sign_in_unavailable");
        assertThat(viewer.cookie(account)).isNull();
    }

    @Test
    void aViewerWhoseProfileIsNotToldIsNamedByTheLogin() {
        String back = viewer.decided(slug, "twitch", "approve", "NovaFox");
        twitch.answers("/helix/users", Map.of("status", 503));
        viewer.comesBack(back).expect(303);
        assertThat(viewer.open(slug).text()).contains("Signed in as <bdi dir=\"auto\" class=\"who\">novafox</bdi>");
    }

    @Test
    void theTierThatIsKnownStaysAndAFormerNameDoesNot() {
        viewer.signedIn(slug, "twitch", "NovaFox");
        Object id = Objects.requireNonNull(account.api().get("/viewers/novafox").at("viewer.platform_user_id"));
        account.connector("alpha")
                .send("viewer.signed_in", Map.of("platform_user_id", id, "login", "old_fox", "subscriber_tier", 2));
        viewer.signedIn(slug, "twitch", "NovaFox");
        assertThat(account.api().get("/viewers/novafox").at("viewer.subscriber_tier"))
                .hasToString("2");
        account.api().get("/viewers/old_fox").refuses(404, "viewer_not_signed_in");
    }

    @ParameterizedTest
    @ValueSource(strings = {"stripe", "myspace"})
    void thereIsNoSignInWithOthers(String provider) {
        viewer.begin(slug, provider).expect(404);
    }

    @Test
    void withoutAnApplicationOrWhereItIsSwitchedOffThereIsNoSignIn() {
        viewer.begin(slug, "kick").expect(409);
        viewer.begin("nowhere-at-all", "twitch").expect(404);
        viewer.signedIn(slug, "twitch", "NovaFox");
        account.dashboard()
                .patch(SETTINGS, Map.of("tip_page", Map.of("sign_in", false)))
                .expect(200);
        viewer.begin(slug, "twitch").expect(409);
        assertThat(viewer.open(slug).text()).doesNotContain("Sign in with", "Signed in as");
    }

    @Test
    void aNetworkSignsInTenTimesAMinute() {
        try (Service strict = Service.start(Map.of("RATE_LIMIT_FACTOR", "1"))) {
            Account there = strict.newAccount();
            enable(there);
            PlatformBrowser app = new PlatformBrowser(there, "twitch");
            app.put(app.credentials()).expect(200);
            for (int i = 0; i < 10; i++) {
                new TipVisitor(strict).signedIn(slug(there), "twitch", "Viewer" + i);
            }
            TipVisitor late = new TipVisitor(strict);
            String back = late.decided(slug(there), "twitch", "approve", "Late");
            Answer refused = late.comesBack(back).expect(429);
            assertThat(Integer.parseInt(Objects.requireNonNull(refused.header("Retry-After"))))
                    .isBetween(1, 60);
            assertThat(refused.headers())
                    .containsEntry("ratelimit-limit", "10")
                    .containsEntry("ratelimit-remaining", "0");
            late.send(slug(there), Map.of("amount", "5")).expect(409);
            strict.clock().advance(Duration.ofSeconds(61));
            late.comesBack(back).expect(303);
            assertThat(late.cookie(there)).isNotNull();
        }
    }
}
