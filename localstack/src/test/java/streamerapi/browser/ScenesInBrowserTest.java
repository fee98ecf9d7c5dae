package streamerapi.browser;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import streamerapi.service.Account;
import streamerapi.service.Answer;
import streamerapi.service.Service;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// Several overlays of one account, in scenes that are on the stream and in others.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ScenesInBrowserTest {

    private static final String DASHBOARD = "/dashboard/api/overlays";
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @AutoClose
    private Service service;

    private Account account;

    @BeforeAll
    void start() {
        service = Service.start(Service.optionsWithSpeech().withOverrides(Map.of("RATE_LIMIT_FACTOR", "10000")));
    }

    @BeforeEach
    void own() {
        account = service.newAccount();
    }

    @Test
    void anOverlayThatIsNotOnTheStreamClaimsNoTipAndLetsGoOfTheOneItPlays() {
        String first = overlay("tts", "alert");
        String second = overlay("tts", "alert");
        try (Chromium one = Chromium.ofObs().before("window.obsstudio = {}");
                Chromium other = Chromium.ofObs().before("window.obsstudio = {}")) {
            one.go(first);
            await().atMost(PATIENCE).until(() -> report(0).contains("idle"));
            active(one, false);
            account.api()
                    .post("/tips/test", Map.of("name", "Ada", "message", "One two three four. ".repeat(12)))
                    .expect(201);
            await().atMost(PATIENCE)
                    .until(() -> !String.valueOf(account.api().get("/tts/queue").at("items.0.tts_url"))
                            .equals("null"));
            assertThat(account.api().get("/tts/now").at("playing")).isEqualTo(false);

            other.go(second);
            other.until(words -> words.contains("Ada"));
            assertThat(one.text()).doesNotContain("Ada");
            active(other, false);
            await().atMost(PATIENCE)
                    .until(() ->
                            Boolean.FALSE.equals(account.api().get("/tts/now").at("playing")));
            active(one, true);
            one.until(words -> words.contains("Ada"));
            assertThat(account.eventTypes()).containsOnlyOnce("queue.tts.released");
        }
    }

    @Test
    void ofTwoSourcesWithOneOverlayTheOneWhoseSceneIsOnTheStreamPlays() {
        String address = overlay("tts");
        try (Chromium obs = Chromium.ofObs()) {
            obs.before("window.obsstudio = {}").go(address);
            obs.untilTrue("return document.getElementById('alert') !== null");
            obs.another().before("window.obsstudio = {}").go(address);
            await().atMost(PATIENCE).until(() -> report(0).contains("idle"));
            active(obs, true);
            active(obs.page(0), false);
            account.api()
                    .post("/tips/test", Map.of("name", "Ada", "message", "One two three four. ".repeat(12)))
                    .expect(201);
            obs.page(1).until(words -> words.contains("Ada"));

            active(obs, false);
            active(obs.page(0), true);
            obs.until(words -> words.contains("Ada"));
            account.api().post("/tts/skip").expect(200);
            assertThat(account.eventTypes()).containsOnlyOnce("queue.tts.released");
        }
    }

    @Test
    void anAlertThatWaitsOffTheStreamIsShownLaterUnlessAnotherSceneHasShownIt() {
        try (Chromium obs = Chromium.ofObs().before("window.obsstudio = {}")) {
            obs.go(overlay("alert", "ticker"));
            await().atMost(PATIENCE).until(() -> report(0).contains("idle"));
            active(obs, false);
            Object seen = trigger("Ada").at("event_id");
            trigger("Grace");
            obs.until(words -> words.contains("Ada") && words.contains("Grace"));
            assertThat(obs.the("#alert").isDisplayed()).isFalse();

            obs.evaluate("""
                    return new Promise((done) => {
                      new BroadcastChannel('overlays').onmessage = () => done(true);
                      new BroadcastChannel('overlays').postMessage('%s');
                    });""".formatted(seen));
            active(obs, true);
            obs.untilTrue("return document.querySelector('#alert h1').textContent === 'Grace just followed!'");
        }
    }

    /// A goal that is changed, and a button of OBS, load the page again while alerts wait. One comes in between.
    @Test
    void alertsThatWaitAreShownOnceByThePageThatIsLoadedAgain() {
        try (Chromium obs = Chromium.ofObs().before("""
                window.obsstudio = {};
                document.addEventListener('DOMContentLoaded', () => {
                  const alert = document.getElementById('alert');
                  alert && new MutationObserver(() => {
                    const shown = document.querySelector('#alert h1').textContent;
                    const before = sessionStorage.getItem('shown') ?? '';
                    if (shown !== '' && !before.endsWith(shown)) {
                      sessionStorage.setItem('shown', before + ' ' + shown);
                    }
                  }).observe(alert, { subtree: true, childList: true });
                });
                """)) {
            String address = overlay("alert", "events");
            obs.go(address);
            await().atMost(PATIENCE).until(() -> report(0).contains("idle"));
            trigger("Ada");
            obs.untilTrue("return sessionStorage.getItem('shown') === ' Ada just followed!'");
            obs.untilTrue("return document.getElementById('alert').hidden");
            active(obs, false);
            trigger("Grace");
            trigger("Linus");
            obs.until(words -> words.contains("Grace") && words.contains("Linus"));

            obs.go("about:blank");
            trigger("Hedy");
            obs.go(address);

            obs.untilTrue("return sessionStorage.getItem('shown').endsWith('Hedy just followed!')");
            assertThat(obs.evaluate("return sessionStorage.getItem('shown')"))
                    .isEqualTo(" Ada just followed! Grace just followed! Linus just followed! Hedy just followed!");
        }
    }

    private Answer trigger(String name) {
        return account.api()
                .post(
                        "/events/trigger",
                        Map.of("type", "alpha.follow", "data", Map.of("user_name", name, "message", "")))
                .expect(202);
    }

    @Test
    void ofTwoOverlaysOnTheStreamOnePlaysATipAndTheOtherShowsItsWords() {
        String main = overlay("tts");
        String mirror = overlay("tts");
        account.dashboard()
                .patch(
                        DASHBOARD + "/" + account.api().get("/overlays").at("overlays.1.id"),
                        Map.of("layout", Map.of("alerts", Map.of("mirrors", true))))
                .expect(200);
        try (Chromium one = Chromium.ofObs();
                Chromium other = Chromium.ofObs()) {
            other.go(mirror);
            await().atMost(PATIENCE).until(() -> report(1).contains("idle"));
            account.api()
                    .post("/tips/test", Map.of("name", "Ada", "message", "One two three four. ".repeat(12)))
                    .expect(201);
            one.go(main);
            one.until(words -> words.contains("Ada"));
            other.until(words -> words.contains("Ada"));
            await().atMost(PATIENCE).until(() -> report(0).contains("playing"));
            assertThat(report(1)).contains("idle");
            account.api().post("/tts/skip").expect(200);
            other.untilTrue("return document.getElementById('alert').hidden");
        }
    }

    @Test
    void ofTwoComputersWithOneOverlayOnePlaysATipAndTheOtherShowsItsWords() {
        String address = overlay("tts");
        try (Chromium one = Chromium.ofObs();
                Chromium other = Chromium.ofObs()) {
            List.of(one, other).forEach(obs -> obs.expect("status of 409"));
            one.go(address);
            other.go(address);
            await().atMost(PATIENCE).until(() -> account.hasJoined(2));
            account.api()
                    .post("/tips/test", Map.of("name", "Ada", "message", "One two three four. ".repeat(12)))
                    .expect(201);
            one.until(words -> words.contains("Ada"));
            other.until(words -> words.contains("Ada"));
            account.api().post("/tts/skip").expect(200);
            for (Chromium obs : List.of(one, other)) {
                obs.untilTrue("return document.getElementById('alert').hidden");
            }
            assertThat(account.eventTypes()).containsOnlyOnce("queue.tts.started");
        }
    }

    @Test
    void aTipWhoseSourceIsClosedIsPlayedByTheOtherOneWithThisOverlay() {
        String address = overlay("tts");
        try (Chromium obs = Chromium.ofObs()) {
            obs.go(address);
            await().atMost(PATIENCE).until(() -> account.hasJoined(1));
            obs.another().go(address);
            await().atMost(PATIENCE).until(() -> account.hasJoined(2));
            account.api()
                    .post("/tips/test", Map.of("name", "Ada", "message", "One two three four. ".repeat(12)))
                    .expect(201);
            obs.until(words -> words.contains("Ada"));
            obs.page(0).until(words -> words.contains("Ada"));
            obs.go("about:blank");
            await().atMost(PATIENCE).until(() -> account.eventTypes().contains("queue.tts.finished"));
            assertThat(account.eventTypes())
                    .containsOnlyOnce("queue.tts.started")
                    .doesNotContain("queue.tts.released");
        }
    }

    private static void active(Chromium obs, boolean active) {
        obs.evaluate(
                "dispatchEvent(new CustomEvent('obsSourceActiveChanged', { detail: { active: " + active + " } }))");
    }

    @Test
    void theCodeOfTheTipPageIsThereWhileThePageIs() {
        String address = overlay("qr");
        try (Chromium obs = Chromium.ofObs()) {
            obs.go(address);
            await().atMost(PATIENCE).until(() -> report(0).contains("idle"));
            assertThat(obs.the("#qr").isDisplayed()).isFalse();

            String slug = account.tenantId().replace('_', '-');
            tipPage(Map.of("enabled", true, "slug", slug));
            obs.until(words -> words.contains("/tip/" + slug));
            obs.untilTrue("return document.querySelector('#qr img').naturalWidth > 0");

            tipPage(Map.of("slug", slug + "2"));
            obs.until(words -> words.contains("/tip/" + slug + "2"));
            obs.untilTrue("return document.querySelector('#qr img').src.endsWith('2/qr.svg')");
            tipPage(Map.of("enabled", false));
            obs.until(words -> !words.contains("/tip/"));
        }
    }

    private void tipPage(Map<String, Object> changes) {
        account.dashboard()
                .patch("/dashboard/api/settings", Map.of("tip_page", changes))
                .expect(200);
    }

    private String overlay(String... widgets) {
        Object key = account.dashboard()
                .post(DASHBOARD, Map.of("name", "Scene", "widgets", List.of(widgets)))
                .expect(201)
                .at("key");
        return service.stack().authUrl() + "/overlay#key=" + Objects.requireNonNull(key);
    }

    private String report(int overlay) {
        return String.valueOf(account.api().get("/overlays").at("overlays." + overlay + ".report"));
    }
}
