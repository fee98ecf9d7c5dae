package streamerapi.browser;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import streamerapi.service.Account;
import streamerapi.service.Answer;
import streamerapi.service.ApiClient;
import streamerapi.service.HostileTip;
import streamerapi.service.Recording;
import streamerapi.service.Service;
import streamerapi.shared.json.Json;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Write;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// The overlay page in the browser that OBS is made of: README "See it on stream", and what it survives.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OverlayInBrowserTest {

    /// How many tips one test sends at once, and how often their page is killed, loaded anew, frozen or cut off. A
    /// long soak is `-Doverlay.tips=200 -Doverlay.accidents=20`.
    private static final int TIPS = Integer.getInteger("overlay.tips", 8);

    private static final int ACCIDENTS = Integer.getInteger("overlay.accidents", 4);
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @AutoClose
    private Service service;

    @BeforeAll
    void start() {
        service = Service.start(Service.optionsWithSpeech().withOverrides(Map.of("RATE_LIMIT_FACTOR", "10000")));
    }

    @Test
    void aTipIsHeardAndSeenInFourSteps() throws Exception {
        Account account = service.newAccount();
        try (Chromium dashboard = Chromium.open();
                Chromium obs = Chromium.ofObs()) {
            dashboard.go(service.stack().authUrl() + "/dashboard");
            dashboard.type("Email", account.email());
            dashboard.type("Password", account.password());
            dashboard.press("Sign in");
            dashboard.follow("Overlays");
            dashboard.type("Name", "Main scene");
            dashboard.press("Make the overlay");
            String address = dashboard.the("#secret").getText();
            dashboard.follow("Done");
            dashboard.until(page -> page.contains("not open"));

            obs.go(address);
            await().atMost(PATIENCE).until(() -> connected(account));
            dashboard.go(dashboard.address());
            dashboard.until(page -> page.contains("Main scene\nopen"));
            dashboard.press("Send a test tip");
            dashboard.until(page -> page.contains("The test tip is in the queue."));

            obs.until(page -> page.contains("Test supporter") && page.contains("This is a test tip."));
            obs.picture(Service.root().resolve("localstack/target/pictures/overlay-tip.png"));
            dashboard.picture(Service.root().resolve("localstack/target/pictures/overlays.png"));
            await().atMost(PATIENCE).until(() -> history(account).size() == 1);
            Map<String, ?> tip = history(account).getFirst();
            assertThat(tip.get("source")).isEqualTo("test");
            Recording spoken = Recording.of(String.valueOf(tip.get("tts_url")));
            assertThat(spoken.seconds()).as("ten words").isBetween(2.0, 15.0);
            assertThat(spoken.loudness()).as("of 32,767").isGreaterThan(500);
            obs.until(page -> !page.contains("Test supporter"));
            await().atMost(PATIENCE).until(() -> reports(account, "idle"));
        }
    }

    @Test
    void aBrowserThatIsNotObsWantsOneClick() {
        Account account = service.newAccount();
        try (Chromium browser = Chromium.open()) {
            browser.expect("AudioContext");
            browser.go(overlay(account, "tts"));
            await().atMost(PATIENCE).until(() -> connected(account));
            test(account.api(), "Ada", "Hello");
            browser.until(page -> page.contains("Click to let this overlay play sound"));
            await().atMost(PATIENCE)
                    .untilAsserted(
                            () -> assertThat(account.api().get("/tts/now").at("playing"))
                                    .isEqualTo(false));
            await().atMost(PATIENCE).until(() -> reports(account, "click_wanted"));
            browser.press("Click to let this overlay play sound");
            await().atMost(PATIENCE).until(() -> history(account).size() == 1);
        }
    }

    @Test
    void aPageWithoutAKeyOrWithADeadOneSaysSo() {
        try (Chromium browser = Chromium.ofObs()) {
            browser.goToKeylessOverlay(service.stack().authUrl());
            browser.go(service.stack().authUrl() + "/overlay?2#key=sov_nonsense");
            browser.until(page -> page.contains("not valid any more"));
        }
    }

    @Test
    void aPageThatLacksOneOfItsFilesIsLoadedAnew() {
        Account account = service.newAccount();
        String impatient = """
                const after = setTimeout;
                window.setTimeout = (task, time) => after(task, time === 10_000 ? 500 : time);
                """;
        try (Chromium obs = Chromium.ofObs().before(impatient).without("*/languages.js")) {
            obs.expect("languages.js");
            obs.go(overlay(account, "ticker"));
            obs.without();
            await().atMost(PATIENCE).until(() -> connected(account));
        }
    }

    @Test
    void aClaimWhoseAnswerIsLostIsPlayedAllTheSame() {
        Account account = service.newAccount();
        try (Chromium obs = Chromium.ofObs()) {
            obs.go(overlay(account, "tts"));
            await().atMost(PATIENCE).until(() -> connected(account));
            obs.evaluate("""
                    const sent = window.fetch;
                    window.fetch = async (address, options) => {
                      const answer = await sent(address, options);
                      if (!window.lost && address.endsWith('/start')) {
                        window.lost = true;
                        throw new TypeError('the answer is lost');
                      }
                      return answer;
                    };""");
            String id = test(account.api(), "Ada", "gg");
            await().atMost(PATIENCE)
                    .until(() -> history(account).stream().anyMatch(tip -> id.equals(tip.get("order_id"))));
            assertThat(account.eventTypes()).containsOnlyOnce("queue.tts.started");
        }
    }

    @Test
    void ofManyTipsNoneIsLostAndNonePlaysTwiceWhateverHappensToThePage() {
        Account account = service.newAccount();
        String address = overlay(account, "tts");
        List<String> sent = new ArrayList<>();
        IntStream.range(0, TIPS).forEach(i -> sent.add(test(account.api(), "Tip " + i, "gg")));
        Random chance = new Random(7);
        Chromium obs = Chromium.ofObs();
        try {
            obs.go(address);
            for (int accident = 0; accident < ACCIDENTS; accident++) {
                int played = (accident + 1) * TIPS / (ACCIDENTS + 1);
                await().atMost(PATIENCE.plusSeconds(12L * TIPS))
                        .until(() -> history(account).size() >= played);
                switch (accident % 4) {
                    case 0 -> obs.go(address + "&again=" + accident);
                    case 1 -> {
                        obs.kill();
                        obs = Chromium.ofObs();
                        obs.go(address);
                    }
                    case 2 -> obs.frozenFor(Duration.ofMillis(500 + chance.nextInt(12_000)));
                    default -> obs.offlineFor(Duration.ofMillis(500 + chance.nextInt(2_000)));
                }
            }
            await().atMost(PATIENCE.plusSeconds(12L * TIPS))
                    .until(() -> history(account).size() >= TIPS);
        } finally {
            obs.kill();
        }
        List<String> played = history(account).stream()
                .map(tip -> String.valueOf(tip.get("order_id")))
                .toList();
        assertThat(new HashSet<>(played)).hasSameSizeAs(played).isEqualTo(new HashSet<>(sent));
        assertThat(account.eventTypes().stream().filter("queue.tts.finished"::equals))
                .hasSize(TIPS);
    }

    /// The page is connected again while it claims a tip, and the queue was read before the claim.
    @Test
    void aTipThatIsClaimedWhileTheQueueIsReadIsPlayedToItsEnd() {
        Account account = service.newAccount();
        String id = test(account.api(), "Ada", "gg");
        await().atMost(PATIENCE).until(() -> account.api().get("/tts/queue").at("items.0.tts_url") != null);
        try (Chromium obs = Chromium.ofObs().before("""
                window.isCut = true;
                const ask = window.fetch;
                window.fetch = async (address, options) => {
                  if (window.isCut && address.endsWith('/start')) {
                    window.isAsked = true;
                    throw new TypeError('no network');
                  }
                  const answer = await ask(address, options);
                  if (window.isCut && address.endsWith('/tts/queue')) {
                    await new Promise((resolve) => { window.letIn = resolve; });
                  }
                  return answer;
                };
                """)) {
            obs.go(overlay(account, "tts"));
            obs.untilTrue("return window.isAsked === true");
            obs.evaluate("dispatchEvent(new Event('offline')); dispatchEvent(new Event('online'))");
            obs.untilTrue("return window.letIn !== undefined");

            obs.evaluate("window.isCut = false");
            await().atMost(PATIENCE)
                    .until(() -> id.equals(account.api().get("/tts/queue").at("current_order_id")));
            obs.until(page -> page.contains("Ada"));
            obs.evaluate("window.letIn()");

            await().atMost(PATIENCE).until(() -> history(account).size() == 1);
            assertThat(account.eventTypes().stream().filter("queue.tts.started"::equals))
                    .hasSize(1);
        }
    }

    @Test
    void whatViewersWriteIsShownAsTheyWroteItAndDoesNothing() {
        Account account = service.newAccount();
        try (Chromium obs = Chromium.ofObs()) {
            obs.go(overlay(account, "tts"));
            for (HostileTip tip : HostileTip.shown()) {
                String id = test(account.api(), tip.name(), tip.message());
                obs.until(page -> page.contains(tip.seen()));
                account.api().post("/tts/skip").expect(200);
                await().atMost(PATIENCE)
                        .until(() -> id.equals(history(account).getFirst().get("order_id")));
            }
            assertThat(obs.all("#alert .words :is(img, script, a, iframe, svg)"))
                    .isEmpty();
            assertThat(obs.excess()).isZero();
        }
    }

    @Test
    void aTipOfATriggeredEventIsNotPlayedAndATestTipBehindItIs() {
        Account account = service.newAccount();
        try (Chromium obs = Chromium.ofObs()) {
            obs.go(overlay(account, "tts"));
            await().atMost(PATIENCE).until(() -> connected(account));
            account.api()
                    .post("/events/trigger", Map.of("type", "tip.created", "data", Map.of("name", "Nobody")))
                    .expect(202);
            String id = test(account.api(), "Ada", "Hello");

            await().atMost(PATIENCE).until(() -> history(account).size() == 1);
            assertThat(history(account).getFirst().get("order_id")).isEqualTo(id);
        }
    }

    @Test
    void aTriggeredEventKeepsNoTipOfADonorFromBeingPlayed() {
        Account account = service.newAccount();
        account.api().post("/tts/pause").expect(200);
        try (Chromium obs = Chromium.ofObs()) {
            obs.go(overlay(account, "tts"));
            await().atMost(PATIENCE).until(() -> connected(account));
            String id = account.tip("Ada");
            account.api()
                    .post("/events/trigger", Map.of("type", "queue.tts.skipped", "data", Map.of("order_id", id)))
                    .expect(202);
            account.api().post("/tts/resume").expect(200);

            await().atMost(PATIENCE).until(() -> history(account).size() == 1);
        }
    }

    @Test
    void aTipThatIsPutAtTheHeadPlaysNext() {
        Account account = service.newAccount();
        account.api().post("/tts/pause").expect(200);
        try (Chromium obs = Chromium.ofObs()) {
            obs.go(overlay(account, "tts"));
            await().atMost(PATIENCE).until(() -> connected(account));
            account.tip("Ada");
            account.tip("Bea");
            String last = account.tip("Cy");
            account.api().post("/tts/" + last + "/next").expect(200);
            account.api().post("/tts/resume").expect(200);

            await().atMost(PATIENCE).until(() -> history(account).size() == 3);
            assertThat(history(account).reversed().stream()
                            .map(tip -> String.valueOf(tip.get("name")))
                            .toList())
                    .containsExactly("Cy", "Ada", "Bea");
        }
    }

    @Test
    void aVideoBeginsAgainOnAPageThatIsLoadedAnewWhileItPlays() {
        Account account = service.newAccount();
        try (Chromium obs = Chromium.ofObs()) {
            obs.expect("youtube");
            obs.go(overlay(account, "media"));
            await().atMost(PATIENCE).until(() -> connected(account));
            String first = account.media();
            account.media();
            obs.the("#media iframe");
            obs.evaluate("setTimeout(() => location.reload())");
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(account.eventTypes())
                            .filteredOn("queue.media.started"::equals)
                            .hasSize(2));
            obs.the("#media iframe");
            assertThat(account.api().get("/media/now").at("media.order_id")).isEqualTo(first);
        }
    }

    @Test
    void aVideoThatWasLetGoWhileThePageWasAwayPlaysOnAndIsFinished() {
        Account account = service.newAccount();
        try (Chromium obs = Chromium.ofObs()) {
            obs.expect("youtube");
            obs.expect("WebSocket");
            obs.go(overlay(account, "media"));
            await().atMost(PATIENCE).until(() -> connected(account));
            String video = account.media();
            obs.the("#media iframe");
            obs.offline(true);
            account.api().post("/media/" + video + "/release").expect(200);
            obs.offline(false);
            await().atMost(PATIENCE)
                    .untilAsserted(
                            () -> assertThat(account.api().get("/media/history").each("media", "order_id"))
                                    .containsExactly(video));
            assertThat(account.eventTypes())
                    .filteredOn(type -> type.startsWith("queue.media."))
                    .containsExactly(
                            "queue.media.started",
                            "queue.media.released",
                            "queue.media.started",
                            "queue.media.finished");
        }
    }

    @Test
    void aTipThatComesWhileTheQueueIsReadAgainIsPlayed() {
        Account account = service.newAccount();
        try (Chromium obs = Chromium.ofObs()) {
            obs.go(overlay(account, "tts", "ticker"));
            account.tip("Early");
            await().atMost(PATIENCE).until(() -> history(account).size() == 1);
            readsAgain(obs);
            String id = account.tip("Late");
            obs.untilTrue("return document.getElementById('ticker').textContent.includes('Late')");
            obs.evaluate("window.answered();");

            await().atMost(PATIENCE)
                    .until(() -> history(account).stream().anyMatch(tip -> id.equals(tip.get("order_id"))));
        }
    }

    @Test
    void aTipThatEndsElsewhereWhileTheQueueIsReadAgainKeepsNoOtherFromBeingPlayed() {
        Account account = service.newAccount();
        String first = account.tip("First");
        account.api().post("/tts/" + first + "/start").expect(200);
        try (Chromium obs = Chromium.ofObs()) {
            obs.go(overlay(account, "tts", "ticker"));
            await().atMost(PATIENCE).until(() -> connected(account));
            readsAgain(obs);
            account.api().post("/tts/" + first + "/finish").expect(200);
            String id = account.tip("Late");
            obs.untilTrue("return document.getElementById('ticker').textContent.includes('Late')");
            obs.evaluate("window.answered();");

            await().atMost(PATIENCE)
                    .until(() -> history(account).stream().anyMatch(tip -> id.equals(tip.get("order_id"))));
        }
    }

    /// Has a page connect again, and read the queue; the answer comes in when the test says so.
    private static void readsAgain(Chromium obs) {
        obs.evaluate("""
                const sent = window.fetch;
                window.fetch = async (address, options) => {
                  const answer = await sent(address, options);
                  if (address.endsWith('/tts/queue') && window.answered === undefined) {
                    await new Promise((done) => { window.answered = done; });
                  }
                  return answer;
                };
                dispatchEvent(new Event('offline'));
                dispatchEvent(new Event('online'));""");
        obs.untilTrue("return window.answered !== undefined");
    }

    @Test
    void aGoalThatAnAdditionShowsTooLowIsReadAgain() {
        Account account = service.newAccount();
        try (Chromium obs = Chromium.ofObs()) {
            obs.go(overlay(account, "goal"));
            await().atMost(PATIENCE).until(() -> connected(account));
            String goal = "/overlays/" + account.api().get("/overlays").at("overlays.0.id") + "/tip-goal";
            account.api().patch(goal, Map.of("enabled", true, "amount", 50)).expect(200);
            obs.until(page -> page.contains("€0 of €50"));
            await().atMost(PATIENCE).until(() -> connected(account));
            account.api().post(goal + "/add", Map.of("amount", 20)).expect(200);
            obs.until(page -> page.contains("€20 of €50"));
            Map<String, Object> stale =
                    Map.of("enabled", true, "title", "Late", "amount", 50, "current", 7, "currency", "EUR");
            account.table()
                    .write(List.of(Write.put(Row.of(Keys.command(account.tenantId(), "cmd_late"))
                            .with(Attribute.any("to"), List.of(goal.split("/", -1)[2]))
                            .with(Attribute.any("frame"), Json.writeText(Map.of("type", "tip_goal", "data", stale)))
                            .with(
                                    Attribute.any("expires_at"),
                                    service.clock().instant().getEpochSecond() + 60))));

            obs.until(page -> page.contains("€7 of €50"));
            obs.until(page -> page.contains("€20 of €50"));
        }
    }

    @Test
    void aGoalWithoutAnAmountShowsTheSumAlone() {
        Account account = service.newAccount();
        try (Chromium obs = Chromium.ofObs()) {
            obs.go(overlay(account, "goal"));
            await().atMost(PATIENCE).until(() -> connected(account));
            String goal = "/overlays/" + account.api().get("/overlays").at("overlays.0.id") + "/tip-goal";
            account.api().patch(goal, Map.of("enabled", true, "amount", 0)).expect(200);
            account.api().post(goal + "/add", Map.of("amount", 1_234)).expect(200);
            obs.until(page -> page.contains("€1,234") && !page.contains(" of "));
            assertThat(obs.the("#goal .bar").isDisplayed()).isFalse();
        }
    }

    private String overlay(Account account, String... widgets) {
        Object key = account.dashboard()
                .post("/dashboard/api/overlays", Map.of("name", "Main scene", "widgets", List.of(widgets)))
                .expect(201)
                .at("key");
        return service.stack().authUrl() + "/overlay#key=" + Objects.requireNonNull(key);
    }

    private static boolean reports(Account account, String words) {
        return String.valueOf(account.api().get("/overlays").at("overlays.0.report"))
                .contains(words);
    }

    private static boolean connected(Account account) {
        return Boolean.TRUE.equals(account.api().get("/overlays").at("overlays.0.connected"));
    }

    private static String test(ApiClient api, String name, String message) {
        return String.valueOf(api.post("/tips/test", Map.of("name", name, "message", message))
                .expect(201)
                .at("tip.order_id"));
    }

    /// The tips that have been played, newest first, over all pages of the history.
    private static List<Map<String, ?>> history(Account account) {
        List<Map<String, ?>> tips = new ArrayList<>();
        String before = "";
        do {
            Answer page = account.api().get("/tts/history?limit=100" + before).expect(200);
            tips.addAll(tips(page));
            Object cursor = page.at("next_cursor");
            before = cursor == null ? "" : "&before=" + cursor;
        } while (!before.isEmpty());
        return tips;
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, ?>> tips(Answer page) {
        return (List<Map<String, ?>>) Objects.requireNonNull(page.at("tips"));
    }
}
