package streamerapi.browser;

import org.junit.jupiter.api.Test;
import streamerapi.service.Account;
import streamerapi.service.Answer;
import streamerapi.service.Service;
import streamerapi.service.TestConnector;
import streamerapi.shared.json.Json;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// Widgets that an overlay's page loads when the overlay has them.
class WidgetsInBrowserTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Service service = Service.shared();
    private final Account account = service.newAccount();
    private final TestConnector alpha = account.connector("alpha");

    @Test
    void listAndLabelsBeginWithWhatWasAndGoOnLive() {
        paid("Ada", 20);
        alpha.send("follow", viewer("Grace")).expect(202);
        Answer made = overlay("events", "labels");
        await().until(() -> account.api()
                .get("/overlays/" + made.at("overlay.id") + "/latest")
                .text()
                .contains("Grace"));
        try (Chromium obs = Chromium.ofObs()) {
            open(obs, made);
            obs.until(words -> words.contains("Latest follower") || words.contains("LATEST FOLLOWER"));
            assertThat(rows(obs)).isEqualTo("Grace follow|Ada €20");
            assertThat(labels(obs)).isEqualTo("Latest follower: Grace|Latest tip: Ada €20");

            alpha.send("raid", viewer("Linus", "viewers", 42)).expect(202);
            alpha.send("sub", viewer("Hedy", "tier", 1)).expect(202);
            obs.untilTrue("return document.querySelectorAll('#events li').length === 4");
            assertThat(rows(obs)).isEqualTo("Hedy sub|Linus 42 raiders|Grace follow|Ada €20");
            obs.untilTrue("return document.querySelector('#labels').textContent.includes('Hedy')");

            account.dashboard()
                    .patch(
                            "/dashboard/api/overlays/" + made.at("overlay.id"),
                            Map.of(
                                    "layout",
                                    Map.of(
                                            "panels",
                                            Map.of("event_rows", 2, "labels", List.of("paid_today", "top_supporter")),
                                            "alerts",
                                            Map.of("language", "de"))))
                    .expect(200);
            obs.untilTrue("return document.querySelectorAll('#events li').length === 2");
            assertThat(rows(obs)).isEqualTo("Hedy Abo|Linus 42 Raider");
            obs.untilTrue("return document.querySelector('#labels').textContent.includes('Größte Unterstützung')");
            assertThat(labels(obs)).isEqualTo("Spenden heute: 20 €|Größte Unterstützung: Ada 20 €");
            paid("Grace", 30);
            obs.untilTrue("return document.querySelector('#labels').textContent.includes('50')");
            assertThat(labels(obs)).isEqualTo("Spenden heute: 50 €|Größte Unterstützung: Grace 30 €");
        }
    }

    @Test
    void goalsAndTheTimerFollowWhatIsCounted() {
        put("/overlays/goals/subs", Map.of("target", 25, "current", 20));
        put(
                "/overlays/timer",
                Map.of("title", "Subathon", "minutes", 90, "paused", true, "rules", Map.of("tier_1", 300, "tip", 6)));
        try (Chromium obs = Chromium.ofObs()) {
            open(obs, overlay("sub_goal", "timer", "follow_goal", "celebration"));
            obs.untilTrue("return document.querySelector('#sub_goal p').textContent === '20 of 25'");
            obs.untilTrue("return document.querySelector('#timer p').textContent === '1:30:00'");
            assertThat(obs.evaluate("return document.querySelector('#follow_goal').hidden"))
                    .isEqualTo(true);

            alpha.send("gift_sub", viewer("Linus", "tier", 1, "total", 5)).expect(202);
            obs.untilTrue("return document.querySelector('#sub_goal p').textContent === '25 of 25'");
            obs.untilTrue("return !document.querySelector('#celebration').hidden");
            obs.untilTrue("return document.querySelector('#timer p').textContent === '1:55:00'");
            assertThat(obs.evaluate("return document.querySelector('#timer b').textContent"))
                    .isEqualTo("+25:00");
            paid("Ada", 10);
            obs.untilTrue("return document.querySelector('#timer p').textContent === '1:56:00'");

            put("/overlays/goals/follows", Map.of("title", "Road", "target", 100));
            obs.untilTrue("return document.querySelector('#follow_goal').textContent.includes('0 of 100')");
            account.api().post("/overlays/timer/resume").expect(200);
            obs.untilTrue("return /^1:55:5/.test(document.querySelector('#timer p').textContent)");
            account.api().delete("/overlays/timer").expect(200);
            obs.untilTrue("return document.querySelector('#timer').hidden");
        }
    }

    @Test
    void theTickerBeginsWithWhatWasAndGoesOn() {
        paid("Ada", 20);
        alpha.send("resub", viewer("Grace", "tier", 1, "months", 7)).expect(202);
        account.connector("beta")
                .send("paid_gift", viewer("Hedy", "amount", 100, "gift_name", "Firefly Jar", "note", "secret words"))
                .expect(202);
        Answer made = overlay("ticker");
        await().until(() -> account.api()
                .get("/overlays/" + made.at("overlay.id") + "/latest")
                .text()
                .contains("Hedy"));
        try (Chromium obs = Chromium.ofObs()) {
            open(obs, made);
            obs.until(words -> words.contains("Ada"));
            assertThat(lines(obs)).isEqualTo("Hedy sent a gift!|Grace resubscribed for 7 months!|Ada tipped €20");
            alpha.send("follow", viewer("Linus")).expect(202);
            obs.until(words -> words.contains("Linus"));
            assertThat(lines(obs)).startsWith("Linus just followed!|Hedy sent a gift!|Grace");
        }
    }

    @Test
    void aRemovedTipAndANameThatTheFilterTakesOutGoFromTheOpenPage() {
        paid("Darn Ada", 20);
        Answer made = overlay("ticker", "events", "labels");
        try (Chromium obs = Chromium.ofObs()) {
            open(obs, made);
            obs.until(words -> words.contains("Darn Ada"));
            String bad = paid("Bad name", 50);
            obs.until(words -> words.contains("Bad name"));
            account.api().delete("/tts/" + bad).expect(200);
            obs.until(words -> !words.contains("Bad name") && words.contains("Darn Ada"));

            account.dashboard()
                    .patch("/dashboard/api/settings", Map.of("filter", Map.of("block", List.of("darn"))))
                    .expect(200);
            obs.until(words -> !words.contains("Darn") && words.contains("**** Ada"));
            assertThat(rows(obs)).isEqualTo("**** Ada €20");
            assertThat(lines(obs)).startsWith("**** Ada tipped €20");
        }
    }

    @Test
    void theTickerHasWhatHappenedWhileThePageWasAwayTooLongToBeToldAll() {
        Answer made = overlay("ticker");
        String forgotten = """
                const { send } = WebSocket.prototype;
                WebSocket.prototype.send = function (text) {
                  send.call(this, text.replace(/"since":"[^"]+"/, '"since":"evt_00000000000000000000000000"'));
                };
                """;
        try (Chromium obs = Chromium.ofObs().before(forgotten)) {
            obs.expect("WebSocket");
            obs.expect("ERR_INTERNET_DISCONNECTED");
            open(obs, made);
            paid("Ada", 20);
            obs.until(words -> words.contains("Ada"));
            obs.offline(true);
            alpha.send("follow", viewer("Grace")).expect(202);
            await().until(() -> account.api()
                    .get("/overlays/" + made.at("overlay.id") + "/latest")
                    .text()
                    .contains("Grace"));
            obs.offline(false);
            obs.until(words -> words.contains("Grace"));
            assertThat(lines(obs)).isEqualTo("Grace just followed!|Ada tipped €20");
        }
    }

    @Test
    void aCounterThatWasRemovedWhileThePageWasAwayDoesNotComeBack() {
        String watched = """
                const Plain = window.WebSocket;
                window.WebSocket = class extends Plain {
                  constructor(address) {
                    super(address);
                    this.addEventListener('message', ({ data }) => { window.caughtUp ||= data.includes('replay_complete'); });
                  }
                };
                """;
        try (Chromium obs = Chromium.ofObs().before(watched)) {
            obs.expect("WebSocket");
            obs.expect("ERR_INTERNET_DISCONNECTED");
            open(obs, overlay("counter"));
            set("deaths", 1);
            obs.until(words -> words.contains("deaths"));
            obs.offline(true);
            set("deaths", 2);
            set("wins", 3);
            account.api().delete("/counters/deaths").expect(200);
            obs.offline(false);
            obs.untilTrue("return window.caughtUp === true");
            obs.until(words -> words.contains("wins") && !words.contains("deaths"));
        }
    }

    private void set(String counter, int value) {
        account.api().send("PUT", "/counters/" + counter, Json.write(Map.of("value", value)));
    }

    /// The answer of a script that has the class `Labels` and their `box`, on an overlay's page without a key.
    private Object ofLabels(Chromium obs, String script) {
        obs.goToKeylessOverlay(service.stack().authUrl());
        return obs.evaluate("""
                return (async () => {
                  const files = document.querySelector('script[type=module]').src.replace('main.js', '');
                  const { Labels } = await import(files + 'feed.js');
                  const box = document.getElementById('labels');
                  %s
                })();
                """.formatted(script));
    }

    @Test
    void theLabelsOfADayAreReadAgainWhenItIsOverAndOnCommand() {
        try (Chromium obs = Chromium.ofObs()) {
            assertThat(ofLabels(obs, """
                      const days = [[42, 0], [0, 86_400], [7, 86_400]].map(([sum, left]) => ({ paid_today: sum, day_left_seconds: left }));
                      const api = { latest: async () => ({ events: [], currency: 'USD', ...days.shift() }) };
                      const labels = new Labels(box, api);
                      labels.look({ panels: { labels: ['paid_today'] } });
                      await labels.load({ id: 'o_1' });
                      const changed = () => new Promise((done) => new MutationObserver(done).observe(box, { subtree: true, childList: true }));
                      const shown = [box.textContent];
                      await changed();
                      shown.push(box.textContent);
                      labels.counts();
                      await changed();
                      return [...shown, box.textContent].join(', ');
                    """)).isEqualTo("Tips today$42, Tips today$0, Tips today$7");
        }
    }

    /// The service looks for them among the latest 500 events, which a busy chat makes in an hour. The highest tip is
    /// that of its day, of which a page that slept does not know.
    @Test
    void labelsStandWhenWhatTheyTellIsOlderThanTheServiceLooksBack() {
        try (Chromium obs = Chromium.ofObs()) {
            assertThat(ofLabels(obs, """
                      const tip = (name, amount) => ({ id: name, type: 'tip.created', name, amount, currency: 'USD' });
                      const grace = { id: 'Grace', type: 'alpha.follow', name: 'Grace', amount: null };
                      const answers = [
                        { latest_follower: grace, top_tip_today: tip('Ada', 500), day_left_seconds: 86_400 },
                        { latest_follower: null, top_tip_today: tip('Linus', 5), day_left_seconds: 86_400 },
                        { latest_follower: null, top_tip_today: tip('Hedy', 600), day_left_seconds: 0 },
                        { latest_follower: null, top_tip_today: tip('Bea', 7), day_left_seconds: 86_400 },
                        { latest_follower: null, top_tip_today: null, day_left_seconds: 86_400 },
                      ];
                      const api = { latest: async () => ({ events: [], currency: 'USD', ...answers.shift() }) };
                      window.setTimeout = () => 0;
                      const labels = new Labels(box, api);
                      labels.look({ panels: { labels: ['latest_follower', 'top_tip_today'] } });
                      const shown = [];
                      while (answers.length > 0) {
                        if (answers.length === 1) {
                          labels.counts();
                        }
                        await labels.load({ id: 'o_1' });
                        shown.push([...box.querySelectorAll('dd')].map((value) => value.textContent).join(' '));
                      }
                      return shown.join(', ');
                    """)).isEqualTo("Grace Ada$500, Grace Linus$5, Grace Hedy$600, Grace Bea$7, ");
        }
    }

    @Test
    void aTipGoalThatIsReachedIsCelebratedOnce() {
        Answer made = overlay("goal", "celebration");
        account.api()
                .patch(
                        "/overlays/" + made.at("overlay.id") + "/tip-goal",
                        Map.of("enabled", true, "title", "Mic", "amount", 50))
                .expect(200);
        paid("Ada", 20);
        try (Chromium obs = Chromium.ofObs()) {
            open(obs, made);
            obs.untilTrue("return document.querySelector('#goal p').textContent.includes('20')");
            obs.evaluate("""
                    window.celebrations = 0;
                    new MutationObserver(() => { window.celebrations += document.querySelector('#celebration').hidden ? 0 : 1; })
                        .observe(document.querySelector('#celebration'), { attributeFilter: ['hidden'] });
                    """);
            paid("Grace", 29);
            obs.untilTrue("return document.querySelector('#goal p').textContent.includes('49')");
            assertThat(obs.evaluate("return window.celebrations")).hasToString("0");
            assertThat(obs.evaluate("return 'reached' in document.querySelector('#goal').dataset"))
                    .isEqualTo(false);
            paid("Linus", 1);
            obs.untilTrue("return 'reached' in document.querySelector('#goal').dataset && window.celebrations === 1");
            obs.untilTrue("return document.querySelector('#celebration').hidden");
            paid("Hedy", 5);
            obs.untilTrue("return document.querySelector('#goal p').textContent.includes('55')");
            assertThat(obs.evaluate("return window.celebrations")).hasToString("1");
        }
    }

    @Test
    void aPaidTipThatIsLetInUnheardMovesTheGoalAndTheLeaderboard() {
        Answer made = overlay("goal", "leaderboard");
        account.api()
                .patch("/overlays/" + made.at("overlay.id") + "/tip-goal", Map.of("enabled", true, "amount", 50))
                .expect(200);
        account.dashboard()
                .patch("/dashboard/api/settings", Map.of("review", Map.of("hold_all", true)))
                .expect(200);
        Object held = account.api()
                .post("/tips", Map.of("name", "Ada", "amount", 20, "paid", true))
                .expect(202)
                .at("order_id");
        try (Chromium obs = Chromium.ofObs()) {
            open(obs, made);
            obs.untilTrue("return document.querySelector('#goal p').textContent.includes('0')");
            account.dashboard()
                    .post("/dashboard/api/held-tips/" + held + "/approve", Map.of("allow_tts", false))
                    .expect(200);
            obs.untilTrue("return document.querySelector('#goal p').textContent.includes('20')");
            obs.untilTrue("return document.querySelector('#leaderboard').textContent.includes('Ada')");
        }
    }

    private void put(String path, Map<String, Object> body) {
        account.api().send("PUT", path, Json.write(body)).expect(200);
    }

    /// Scenes can have one overlay in common: all their pages read, and one of them plays.
    @Test
    void readsOfWidgetsWaitWhenALimitIsNearlyReachedSoThatTipsArePlayed() {
        try (Chromium obs = Chromium.ofObs()) {
            obs.goToKeylessOverlay(service.stack().authUrl());
            assertThat(obs.evaluate("""
                    return (async () => {
                      const files = document.querySelector('script[type=module]').src.replace('main.js', '');
                      const { Api } = await import(files + 'api.js');
                      let left = 31;
                      const asked = [];
                      const waiting = [];
                      window.setTimeout = (task, time) => waiting.push({ task, time });
                      window.fetch = async (path, { method }) => {
                        asked.push(`${method} ${path}`);
                        const headers = { 'RateLimit-Limit': 120, 'RateLimit-Remaining': left--, 'RateLimit-Reset': 40 };
                        return new Response('{}', { headers });
                      };
                      const api = new Api('key');
                      await api.get('/leaderboard');
                      await api.get('/leaderboard');
                      await api.get('/leaderboard');
                      const reads = ['/leaderboard', '/overlays/goals', '/leaderboard'].map((path) => api.get(path));
                      await api.post('/tts/one/finish');
                      await api.get('/tts/queue');
                      asked.push(waiting.map(({ time }) => time > 39_000 && time <= 50_000).join());
                      waiting.forEach(({ task }) => task());
                      await Promise.all(reads);
                      return asked.join();
                    })();
                    """))
                    .isEqualTo("GET /v1/leaderboard,GET /v1/leaderboard,GET /v1/leaderboard,"
                            + "POST /v1/tts/one/finish,GET /v1/tts/queue,true,true,"
                            + "GET /v1/leaderboard,GET /v1/overlays/goals");
        }
    }

    @Test
    void anOverlayLoadsNothingOfWidgetsThatItDoesNotHave() {
        try (Chromium obs = Chromium.ofObs()) {
            open(obs, overlay("ticker"));
            paid("Ada", 20);
            obs.until(words -> words.contains("Ada"));
            assertThat(obs.evaluate("return performance.getEntriesByType('resource').map(({name}) => name)"
                            + ".filter((name) => /feed|counts|chat|widgets/.test(name)).length"))
                    .hasToString("0");
        }
    }

    private void open(Chromium obs, Answer made) {
        obs.go(service.stack().authUrl() + "/overlay#key=" + made.at("key"));
        await().atMost(PATIENCE)
                .until(() -> Boolean.TRUE.equals(
                        account.api().get("/overlays/" + made.at("overlay.id")).at("overlay.connected")));
    }

    private Answer overlay(String... widgets) {
        return account.dashboard()
                .post("/dashboard/api/overlays", Map.of("name", "Main scene", "widgets", List.of(widgets)))
                .expect(201);
    }

    private String paid(String name, int amount) {
        return String.valueOf(account.api()
                .post("/tips", Map.of("name", name, "amount", amount, "currency", "EUR", "paid", true))
                .expect(201)
                .at("tip.order_id"));
    }

    /// A viewer, and the alert's own fields.
    private static Map<String, Object> viewer(String name, Object... fields) {
        Map<String, Object> viewer =
                new LinkedHashMap<>(Map.of("user_id", name, "user_name", name, "user_login", name));
        for (int i = 0; i < fields.length; i += 2) {
            viewer.put(String.valueOf(fields[i]), fields[i + 1]);
        }
        return viewer;
    }

    private static String lines(Chromium obs) {
        return String.valueOf(obs.evaluate("""
                return [...document.querySelectorAll('#ticker li:not([aria-hidden])')]
                    .map((line) => line.textContent).join('|').replaceAll('\\u00a0', ' ');
                """));
    }

    private static String rows(Chromium obs) {
        return String.valueOf(obs.evaluate("""
                return [...document.querySelectorAll('#events li')]
                    .map((row) => row.querySelector('bdi').textContent + ' ' + row.querySelector('b').textContent)
                    .join('|').replaceAll('\\u00a0', ' ');
                """));
    }

    private static String labels(Chromium obs) {
        return String.valueOf(obs.evaluate("""
                return [...document.querySelectorAll('#labels div')]
                    .map((label) => label.firstChild.textContent + ': '
                        + [...label.lastChild.children].map((part) => part.textContent).join(' '))
                    .join('|').replaceAll('\\u00a0', ' ');
                """));
    }
}
