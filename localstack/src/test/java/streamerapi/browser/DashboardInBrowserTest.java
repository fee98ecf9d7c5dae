package streamerapi.browser;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import streamerapi.service.Account;
import streamerapi.service.ApiClient;
import streamerapi.service.Service;
import streamerapi.service.TestReceiver;
import streamerapi.shared.json.Json;
import streamerapi.shared.storage.Write;
import streamerapi.tts.Tip;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// A streamer in the dashboard.
class DashboardInBrowserTest {

    private static final List<String> PAGES =
            List.of("home", "queue", "media", "review", "api-keys", "apps", "connected-apps", "webhooks");

    private final Service service = Service.shared();
    private final Account account = service.newAccount();
    private final String dashboard = service.stack().authUrl() + "/dashboard";

    @Test
    void aKeyIsMadeUsedAndRevoked() {
        try (Chromium browser = signedIn(Chromium.open())) {
            browser.follow("API keys");
            browser.type("Name", "Stream deck");
            browser.tick("tts:read");
            browser.press("Make the key");
            ApiClient program = new ApiClient(
                    service.stack().authUrl(), browser.the("#secret").getText());
            program.get("/tts/queue").expect(200);
            program.post("/tts/pause").expect(403);

            browser.follow("Done");
            browser.follow("Stream deck");
            browser.unfold("Revoke");
            browser.press("Yes, revoke");
            browser.until(page -> page.contains("The key is revoked."));
            program.get("/tts/queue").expect(401);
        }
    }

    @Test
    void theQueueLives() {
        try (Chromium browser = signedIn(Chromium.open())) {
            browser.until(page -> page.contains("No tips waiting."));
            account.api()
                    .post("/tips", Map.of("name", "NovaFox", "message", "Good luck!"))
                    .expect(201);
            browser.until(page -> page.contains("NovaFox") && page.contains("Good luck!"));

            String tip = (String) account.api().get("/tts/queue").at("items.0.order_id");
            account.api().post("/tts/" + tip + "/start").expect(200);
            browser.until(page -> page.contains("Playing"));
            browser.press("Skip");
            browser.until(page -> page.contains("No tips waiting."));
            browser.press("Replay");
            browser.until(page -> page.contains("The tip is in the queue again."));
            browser.press("Replay");
            browser.expect("status of 409");
            browser.until(page -> page.contains("The tip was replayed a moment ago."));
            assertThat(browser.the("#played .beside").getText())
                    .as("beside the button")
                    .isNotEmpty();
            browser.press("Remove");
            browser.until(page -> page.contains("The tip is removed."));
            browser.press("Undo");
            browser.until(page -> page.contains("The tip is back, at the end of the queue."));
            browser.press("Pause");
            browser.until(page -> page.contains("Paused"));
            await("the page says so before the service has answered")
                    .until(() ->
                            Boolean.TRUE.equals(account.api().get("/tts/queue").at("is_paused")));
            assertThat(browser.address()).as("the page was never left").isEqualTo(dashboard + "/queue");
        }
    }

    @Test
    void aSocketThatAnswersNoPingIsGivenUpForAnother() {
        String deaf = """
                (() => {
                  const every = setInterval;
                  const after = setTimeout;
                  const { send } = WebSocket.prototype;
                  window.setInterval = (task, time) => every(task, time === 60000 ? 500 : time);
                  window.setTimeout = (task, time) => after(task, time === 10000 ? 200 : time);
                  window.sockets = new Set();
                  WebSocket.prototype.send = function (text) {
                    sockets.add(this);
                    if (sockets.size > 1 || !text.includes('ping')) send.call(this, text);
                  };
                })();
                """;
        try (Chromium browser = signedIn(Chromium.open().before(deaf))) {
            browser.untilTrue("return sockets.size === 2");
            browser.the("#live[data-socket=open]");
            account.tip("NovaFox");
            browser.until(page -> page.contains("NovaFox"));
        }
    }

    @Test
    void theQueueHasKeysAndIsSortedByAmount() {
        for (int amount : List.of(5, 50, 20)) {
            account.api()
                    .post("/tips", Map.of("name", "Ada" + amount, "amount", amount))
                    .expect(201);
        }
        try (Chromium browser = signedIn(Chromium.open())) {
            browser.follow("Sort by amount");
            browser.until(page -> browser.all("#rows .money").stream()
                    .map(WebElement::getText)
                    .toList()
                    .equals(List.of("50.00 EUR", "20.00 EUR", "5.00 EUR")));
            browser.keys("p");
            await().until(() ->
                    Boolean.TRUE.equals(account.api().get("/tts/queue").at("is_paused")));
            browser.until(page -> page.contains("Resume"));
            browser.keys("p");
            await().until(() ->
                    Boolean.FALSE.equals(account.api().get("/tts/queue").at("is_paused")));
            browser.keys("p", "p", "p");
            await().until(() ->
                    Boolean.TRUE.equals(account.api().get("/tts/queue").at("is_paused")));
            browser.press("Resume");
            await().until(() ->
                    Boolean.FALSE.equals(account.api().get("/tts/queue").at("is_paused")));
            account.api()
                    .post("/tts/" + account.api().get("/tts/queue").at("items.0.order_id") + "/start")
                    .expect(200);
            browser.until(page -> page.contains("Playing"));
            browser.keys("s");
            await().until(() ->
                    account.api().get("/tts/queue").each("items", "name").equals(List.of("Ada50", "Ada20")));
            browser.until(page -> page.contains("Skipped 5.00 EUR of Ada5"));
            browser.untilTrue("return document.getElementById('do-skip').disabled");
            browser.tick("Keyboard shortcuts");
            browser.keys("p");
            browser.press("Replay");
            await().until(() ->
                    account.api().get("/tts/queue").each("items", "name").equals(List.of("Ada50", "Ada20", "Ada5")));
            assertThat(account.api().get("/tts/queue").at("is_paused")).isEqualTo(false);
            browser.tick("Keyboard shortcuts");
            browser.keys("p");
            await().until(() ->
                    Boolean.TRUE.equals(account.api().get("/tts/queue").at("is_paused")));
        }
    }

    @Test
    void aSkipSaysWhatItSkippedIfThePageShowedAnotherTip() {
        account.tip("Ada");
        account.tip("Bea");
        try (Chromium browser = signedIn(Chromium.open())) {
            start();
            browser.until(page -> page.contains("Playing"));
            browser.without("*/queue/live*");
            browser.expect("ERR_BLOCKED");
            account.api().post("/tts/skip").expect(200);
            String second = start();
            browser.press("Skip");
            browser.until(page -> page.contains("Skipped another tip: the one shown here had ended."));
            assertThat(browser.the(".toast form").getDomAttribute("action")).contains(second);
            browser.press("Skip");
            browser.until(page -> page.contains("Nothing was skipped: the tip had ended."));
        }
    }

    /// An answer that the page asked for before the skip, or beside it, does not show what came of it.
    @Test
    void aSkipWhoseAnswerIsLostSkipsOneTipThoughThePageWasAnsweredMeanwhile() {
        account.tip("Ada");
        account.tip("Bea");
        try (Chromium browser = signedIn(Chromium.open())) {
            start();
            browser.until(page -> page.contains("Playing"));
            browser.evaluate("""
                    const sent = window.fetch;
                    window.asked = 0;
                    window.fetch = async (address, options) => {
                      const isLive = String(address).includes('/live');
                      if (window.isDown && isLive) throw new TypeError('the service is gone');
                      const answer = await sent(address, options);
                      window.asked += isLive ? 1 : 0;
                      if (!window.lose && String(address).endsWith('/skip')) {
                        await new Promise((lose) => { window.lose = lose; });
                        throw new TypeError('the answer is lost');
                      }
                      return answer;
                    };""");
            browser.press("Skip");
            browser.untilTrue("return window.lose !== undefined");
            browser.evaluate("window.asked = 0");
            asks(browser);
            asks(browser);
            browser.untilTrue("return window.asked >= 2");
            String second = start();
            browser.evaluate("window.isDown = true; window.lose()");
            browser.until(page -> page.contains("This did not reach the service.") && page.contains("Not connected"));
            browser.press("Skip");
            browser.until(page -> page.contains("Skipped"));
            assertThat(account.api().get("/tts/now").at("tip.order_id")).isEqualTo(second);
        }
    }

    /// Starts the tip at the queue's head, and answers its id.
    private String start() {
        String head = (String) account.api().get("/tts/queue").at("items.0.order_id");
        account.api().post("/tts/" + head + "/start").expect(200);
        return head;
    }

    @Test
    void aPageThatSomebodyElseHasSignedInBesideIsLoadedAnew() {
        Account other = service.newAccount();
        try (Chromium browser = signedIn(Chromium.open())) {
            browser.the("#live[data-socket=open]");
            away(browser, true);
            browser.another().go(dashboard + "/account");
            browser.press("Sign out");
            browser.go(dashboard);
            browser.signIn(other);
            browser.the("#live");
            other.tip("NovaFox");
            browser.page(0);
            browser.expect("status of 403");
            away(browser, false);
            browser.until(page -> page.contains("NovaFox"));
            assertThat(browser.the("#menu").getText()).contains(other.email()).doesNotContain(account.email());
        }
    }

    /// Has the page take itself for hidden, as in a tab behind another one.
    private static void away(Chromium browser, boolean isHidden) {
        browser.evaluate("Object.defineProperty(document, 'hidden', { value: " + isHidden + ", configurable: true });"
                + "document.dispatchEvent(new Event('visibilitychange'))");
    }

    @Test
    void aWaitingTipPlaysNextByItsButtonAndByItsKey() {
        for (String name : List.of("Ada", "Bea", "Cy")) {
            account.api().post("/tips", Map.of("name", name)).expect(201);
        }
        try (Chromium browser = signedIn(Chromium.open())) {
            browser.until(page -> page.contains("Cy"));
            browser.the("button[aria-label='Play the tip of Cy next']").click();
            browser.until(page -> page.contains("The tip plays next."));
            await().until(() -> waiting().equals(List.of("Cy", "Ada", "Bea")));
            browser.go(dashboard + "/queue");
            browser.until(page -> browser.all("#rows .who").stream()
                    .map(WebElement::getText)
                    .toList()
                    .equals(List.of("Cy", "Ada", "Bea")));
            browser.keys("j", "j", "j", "n");
            await().until(() -> waiting().equals(List.of("Bea", "Cy", "Ada")));
        }
    }

    @Test
    void theFocusStaysInTheListWhenARowIsRemovedOrMoved() {
        for (String name : List.of("Ada", "Bea", "Cy")) {
            account.api().post("/tips", Map.of("name", name)).expect(201);
        }
        try (Chromium browser = signedIn(Chromium.open())) {
            browser.until(page -> page.contains("Cy"));
            browser.tabTo("Remove the tip of Bea");
            browser.keys(Keys.ENTER);
            await().until(() -> waiting().equals(List.of("Ada", "Cy")));
            browser.untilTrue("return document.activeElement.matches('.row.gone')");
            browser.keys("j", "n");
            await().until(() -> waiting().equals(List.of("Cy", "Ada")));
            browser.untilTrue("visitFor(null, 0); return document.querySelector('#rows .who').textContent === 'Cy'");
            assertThat(browser.evaluate("return document.activeElement.matches('.row:first-child')"))
                    .isEqualTo(true);
        }
    }

    @Test
    void theFocusIsWhereItWasWhenAButtonGoesOrTakesItNoLonger() {
        for (String name : List.of("Ada", "Bea", "Cy")) {
            account.tip(name);
        }
        try (Chromium browser = signedIn(Chromium.open())) {
            browser.until(page -> page.contains("Cy"));
            browser.tabTo("Remove the tip of Bea");
            account.api()
                    .post("/tts/" + account.api().get("/tts/queue").at("items.0.order_id") + "/start")
                    .expect(200);
            browser.untilTrue("return document.querySelector('[id^=start-]') === null");
            assertThat(browser.focused()).as("beside a button that went").isEqualTo("Remove the tip of Bea");

            browser.tabTo("Play the tip of Cy next");
            browser.keys(Keys.ENTER);
            browser.untilTrue("return document.activeElement.matches('.row')");
            assertThat(browser.focused()).as("the row whose button went").contains("Cy");

            browser.tabTo("Skip the current tip");
            browser.keys(Keys.ENTER);
            browser.untilTrue("return document.getElementById('do-skip').disabled");
            assertThat(browser.evaluate("return document.activeElement.id")).isEqualTo("content");

            browser.go(dashboard + "/home");
            browser.tabTo("Remove the tip of Bea");
            browser.keys(Keys.ENTER);
            browser.untilTrue("return document.activeElement.matches('.row.gone')");
        }
    }

    @Test
    void anotherOrderIsHeldBackWhileTheReaderIsInTheListAndShownThen() {
        for (String name : List.of("Ada", "Bea")) {
            account.api().post("/tips", Map.of("name", name)).expect(201);
        }
        try (Chromium browser = signedIn(Chromium.open())) {
            browser.until(page -> page.contains("Bea"));
            browser.over(browser.the("#rows"));
            browser.the("button[aria-label='Play the tip of Bea next']").click();
            await().until(() -> waiting().equals(List.of("Bea", "Ada")));
            browser.press("New order: show");
            browser.untilTrue("return document.querySelector('#rows .who').textContent === 'Bea'");
            browser.over(browser.the("#rows"));
            account.tip("Cy");
            browser.until(page -> page.contains("1 new: show"));
            assertThat(browser.evaluate("""
                    document.getElementById("held-back").click();
                    return [...document.querySelectorAll("#rows time")].map((time) => time.textContent.includes("UTC"));
                    """)).as("times in UTC").isEqualTo(List.of(false, false, false));

            browser.onAPhone();
            browser.over(browser.the("#rows .who"));
            browser.evaluate("""
                    const second = document.querySelector("#rows > li:nth-child(2)");
                    new MutationObserver(() => { window.rested = "moved" in second.dataset; })
                        .observe(second, { attributeFilter: ["data-moved"] });
                    """);
            Object last = account.api().get("/tts/queue").at("items.2.order_id");
            account.api().post("/tts/" + last + "/start").expect(200);
            browser.untilTrue("return window.rested !== undefined");
        }
    }

    private List<String> waiting() {
        return account.api().get("/tts/queue").each("items", "name");
    }

    @Test
    void aTimerThatEndsOnThePageIsOver() {
        account.api()
                .send("PUT", "/overlays/timer", Json.write(Map.of("minutes", 5)))
                .expect(200);
        try (Chromium browser = signedIn(Chromium.open())) {
            browser.go(dashboard + "/goals/timer");
            account.api().post("/overlays/timer/add", Map.of("seconds", -300)).expect(200);
            browser.evaluate("const now = Date.now; Date.now = () => now() + 300000");
            browser.until(page -> page.contains("It is over"));
        }
    }

    @Test
    void aTimerThatIsLengthenedElsewhereIsLongerOnThePage() {
        account.api()
                .send("PUT", "/overlays/timer", Json.write(Map.of("minutes", 5)))
                .expect(200);
        try (Chromium browser = signedIn(Chromium.open())) {
            browser.go(dashboard + "/goals/timer");
            account.api().post("/overlays/timer/add", Map.of("seconds", 36_000)).expect(200);
            browser.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
            browser.untilTrue("return document.getElementById('left').textContent.startsWith('10:0')");

            account.api().post("/overlays/timer/pause").expect(200);
            browser.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
            browser.until(page -> page.contains("Left, paused"));
        }
    }

    @Test
    void aTimerThatIsPausedAndResumedElsewhereGoesOnBesideInputThatIsNotSaved() {
        account.api()
                .send("PUT", "/overlays/timer", Json.write(Map.of("minutes", 5)))
                .expect(200);
        try (Chromium browser = Chromium.open().as(account)) {
            browser.go(dashboard + "/goals/timer");
            browser.type("For a follow", "7");
            browser.until(page -> page.contains("Not saved yet."));
            account.api().post("/overlays/timer/pause").expect(200);
            account.api().post("/overlays/timer/add", Map.of("seconds", 36_000)).expect(200);
            asks(browser);
            browser.untilTrue("return document.getElementById('left').textContent.startsWith('10:')");
            account.api().post("/overlays/timer/resume").expect(200);
            asks(browser);
            browser.evaluate("window.before = document.getElementById('left').textContent");
            browser.untilTrue("return document.getElementById('left').textContent < window.before");
            assertThat(browser.the("#follow").getDomProperty("value")).isEqualTo("7");
            browser.press("Save the rules");
            browser.the("#notice");
        }
    }

    /// Has the page ask, as it does now and then.
    private static void asks(Chromium browser) {
        browser.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
    }

    @Test
    void everyClickOnACounterCounts() {
        account.api()
                .send("PUT", "/counters/wins", Json.write(Map.of("value", 3)))
                .expect(201);
        try (Chromium browser = signedIn(Chromium.open())) {
            browser.go(dashboard + "/counters");
            browser.evaluate("document.querySelector('.row time').dateTime = '2001-01-01T00:00:00Z'");
            for (int click = 0; click < 5; click++) {
                browser.the("button[aria-label='One more wins']").click();
            }
            browser.the("button[aria-label='One less wins']").click();
            await().untilAsserted(() ->
                    assertThat(browser.the("[data-value='wins']").getText()).isEqualTo("7"));
            browser.untilTrue("return !document.querySelector('.row time').dateTime.startsWith('2001')");
        }
        assertThat(account.api().get("/counters/wins").at("counter.value")).hasToString("7");
    }

    @Test
    void everyClickCountsOnAPageThatIsLeftBeforeTheFirstIsAnswered() {
        Map<String, Integer> presses = Map.of("wins", 2, "deaths", 3);
        presses.keySet()
                .forEach(name -> account.api()
                        .send("PUT", "/counters/" + name, Json.write(Map.of("value", 10)))
                        .expect(201));
        try (Chromium browser = signedIn(Chromium.open())) {
            browser.go(dashboard + "/counters");
            browser.evaluate("""
                    const sent = window.fetch;
                    window.fetch = async (address, options) => {
                      await sent(address, options);
                      return new Promise(() => {});
                    };""");
            presses.forEach((name, times) -> {
                for (int click = 0; click < times; click++) {
                    browser.the("button[aria-label='One more " + name + "']").click();
                }
            });
            browser.follow("Queue");
            browser.until(page -> browser.title().contains("Queue"));
            await().untilAsserted(() -> {
                assertThat(account.api().get("/counters/wins").at("counter.value"))
                        .hasToString("12");
                assertThat(account.api().get("/counters/deaths").at("counter.value"))
                        .hasToString("13");
            });
        }
    }

    @Test
    void aClickThatIsRefusedSaysWhyBesideTheButtonAndCountsNothing() {
        account.api()
                .send("PUT", "/counters/wins", Json.write(Map.of("value", 9_007_199_254_740_991L)))
                .expect(201);
        try (Chromium browser = signedIn(Chromium.open())) {
            browser.expect("status of 400");
            browser.go(dashboard + "/counters");
            browser.the("button[aria-label='One more wins']").click();
            await().untilAsserted(() -> assertThat(
                            browser.the("form > .beside[role=alert]").getText())
                    .contains("would pass"));
            assertThat(browser.the("[data-value='wins']").getText()).isEqualTo("9007199254740991");
            browser.the("button[aria-label='One less wins']").click();
            await().untilAsserted(() ->
                    assertThat(browser.the("[data-value='wins']").getText()).isEqualTo("9007199254740990"));
        }
    }

    @Test
    void ofTwoFilesTheOneThatWasChosenLastIsInTheField() {
        try (Chromium browser = signedIn(Chromium.open())) {
            browser.go(dashboard + "/import");
            browser.evaluate("""
                    const read = File.prototype.arrayBuffer;
                    File.prototype.arrayBuffer = async function () {
                      if (this.name === 'first.csv') await new Promise((end) => { window.end = end; });
                      window.read = this.name;
                      return read.call(this);
                    };
                    for (const name of ['first', 'second']) {
                      const chosen = new DataTransfer();
                      chosen.items.add(new File([name], `${name}.csv`));
                      document.getElementById('file').files = chosen.files;
                      document.getElementById('file').dispatchEvent(new Event('change'));
                    }""");
            browser.untilTrue("return document.getElementById('file-text').value === 'second'");
            browser.evaluate("window.end()");
            browser.untilTrue("return window.read === 'first.csv'");
            assertThat(browser.evaluate("""
                    const { promise, resolve } = Promise.withResolvers();
                    new File(['x'], 'third.csv').arrayBuffer().then(() => setTimeout(resolve));
                    return promise.then(() => document.getElementById('file-text').value);""")).isEqualTo("second");
        }
    }

    @ParameterizedTest
    @CsvSource({"UTF-8, ','", "UTF-16, '\t'", "windows-1252, ;"})
    void commandsComeInFromAFileAsSpreadsheetsSaveIt(String encoding, char separator, @TempDir Path folder)
            throws IOException {
        String table = "name,response\nhallo,Grüße!\n".replace(',', separator);
        Path file = folder.resolve("commands.csv");
        if (encoding.equals("UTF-16")) {
            Files.write(file, ("\ufeff" + table).getBytes(StandardCharsets.UTF_16LE));
        } else {
            Files.writeString(file, table, Charset.forName(encoding));
        }
        try (Chromium browser = signedIn(Chromium.open())) {
            browser.go(dashboard + "/import");
            browser.the("#file").sendKeys(file.toString());
            await().until(() -> table.equals(browser.the("#file-text").getDomProperty("value")));
            browser.press("Preview");
            browser.press("Import selected");
            browser.until(page -> page.contains("The import is done."));
        }
        assertThat(account.api().get("/commands/hallo").expect(200).at("command.response"))
                .isEqualTo("Grüße!");
    }

    @Test
    void anEndpointIsAddedAndPingedAndItsLogRead() {
        try (TestReceiver receiver = TestReceiver.open();
                Chromium browser = signedIn(Chromium.open())) {
            browser.follow("Webhooks");
            browser.type("Address", receiver.url());
            browser.press("Add the endpoint");
            assertThat(browser.the("#secret").getText()).startsWith("whsec_");
            browser.follow("Done");
            browser.press("Send it");
            browser.until(page -> page.contains("The endpoint answered the ping with 200"));
            assertThat(receiver.received()).hasSize(1);

            account.tip("NovaFox");
            browser.until(page -> receiver.received().size() == 2);
            browser.until(page -> {
                browser.follow("Succeeded");
                return browser.all("tbody tr").size() == 1;
            });
            assertThat(browser.the("tbody tr").getText()).contains("tip.created", "succeeded", "200");
            browser.press("Send again: tip.created");
            browser.until(page -> page.contains("The event is being sent again."));
            browser.until(page -> receiver.received().size() == 3);
        }
    }

    @Test
    void theKeyboardAloneIsEnough() {
        try (Chromium browser = Chromium.open()) {
            browser.go(dashboard);
            browser.keys(account.email(), Keys.TAB, account.password(), Keys.ENTER);
            browser.until(page -> page.contains("Last 24 hours"));
            browser.tabTo("Queue");
            browser.keys(Keys.ENTER);
            browser.until(page -> page.contains("No tips waiting."));
            browser.tabTo("Pause");
            browser.keys(Keys.ENTER);
            browser.until(page -> page.contains("Paused"));
            assertThat(browser.focused()).as("the focus stays where it was").isEqualTo("Resume");
            browser.tabTo("Clear the queue");
            browser.keys(Keys.ENTER);
            browser.tabTo("Yes, clear the queue");
            browser.tabTo("Developers");
            browser.keys(Keys.ENTER);
            browser.tabTo("API keys");
            browser.keys(Keys.ENTER);
            browser.until(page -> page.contains("Make a key"));
            browser.tabTo("Name");
            browser.keys("Keyboard");
            browser.tabTo("tts:read Read the TTS queue and played history, with messages and audio URLs.");
            browser.keys(Keys.SPACE);
            browser.tabTo("Make the key");
            browser.keys(Keys.ENTER);
            assertThat(browser.the("#secret").getText()).startsWith("sak_");
        }
    }

    @Test
    void aPageIsToldByItsSocketAndStopsAsking() {
        try (Chromium browser = signedIn(Chromium.open())) {
            browser.the("#live[data-socket=open]");
            account.tip("NovaFox");
            browser.until(page -> page.contains("NovaFox"));
            assertThat(account.rows("SUBSCRIBER#socket_")).isNotEmpty();
            browser.follow("API keys");
            browser.until(page -> page.contains("Make a key"));
            await().until(() -> account.rows("SUBSCRIBER#socket_").isEmpty());
        }
    }

    @Test
    void twoHundredTipsTakeLessThanThreeScreens() {
        for (int i = 0; i < 200; i++) {
            account.table().write(List.of(waitingTip(i)));
        }
        try (Chromium browser = signedIn(Chromium.open())) {
            browser.until(page -> page.contains("Show all 200 tips"));
            assertThat(browser.title()).startsWith("(200) Queue");
            assertThat(browser.screens()).isLessThan(3);
            browser.onAPhone().go(dashboard + "/queue?all=1");
            browser.until(page -> browser.all("#rows > li").size() == 200);
            assertThat(browser.screens()).as("screens of a phone").isLessThan(3);
            account.api().post("/tts/clear").expect(200);
            browser.until(page -> page.contains("No tips waiting."));
            for (int i = 0; i < 60; i++) {
                account.table().write(List.of(waitingTip(i)));
            }
            account.tip("Ada");
            browser.until(page -> browser.all("#rows > li").size() == 61);
        }
    }

    @Test
    void noNameLiesAboutTheAmount() {
        List<String> names = HostileName.all();
        for (String name : names) {
            account.api()
                    .post("/tips", Map.of("name", name, "amount", 1, "message", name))
                    .expect(201);
        }
        try (Chromium browser = signedIn(Chromium.open())) {
            browser.until(page -> browser.all("#rows > li").size() == names.size());
            assertThat(browser.all("#rows .money"))
                    .hasSize(names.size())
                    .allSatisfy(money -> assertThat(money.getText()).isEqualTo("1.00 EUR"));
            assertThat(browser.misplacedAmounts()).isEmpty();
            assertThat(browser.all("#rows img, #rows script, #rows iframe")).isEmpty();
            browser.onAPhone();
            assertThat(browser.excess()).isZero();
            assertThat(browser.misplacedAmounts()).as("on a phone").isEmpty();
        }
    }

    @Test
    void aPageWhoseServiceIsGoneSaysSoAndIsLiveAgainByItself() {
        Chromium browser = signedIn(Chromium.open());
        try {
            account.tip("NovaFox");
            browser.until(page -> page.contains("NovaFox"));
            browser.offline(true);
            browser.press("Pause");
            browser.until(page -> page.contains("This did not reach the service."));
            browser.until(page -> page.contains("Not connected: what you see is"));
            account.tip("MossyOwl");
            browser.offline(false);
            browser.until(page -> page.contains("MossyOwl") && !page.contains("Not connected"));
            assertThat(account.api().get("/tts/queue").at("is_paused")).isEqualTo(false);
        } finally {
            browser.kill();
        }
    }

    private Write waitingTip(int number) {
        return Write.put(Tip.waiting(
                        account.tenantId(),
                        "tip_" + (1_700_000_000_000L + number) + "_abcdefghijklmnop",
                        service.clock().instant())
                .with(Tip.NAME, "Supporter " + number)
                .with(Tip.AMOUNT, new BigDecimal("2.50"))
                .with(Tip.CURRENCY, "USD")
                .with(Tip.MESSAGE, "Tip number " + number)
                .with(Tip.SOURCE, "api")
                .row());
    }

    @Test
    void noPageIsWiderThanAPhone() {
        account.api()
                .post("/tips", Map.of("name", "N".repeat(64), "message", "m".repeat(500)))
                .expect(201);
        account.api()
                .post("/webhook-endpoints", Map.of("url", "https://example.com/" + "h".repeat(200)))
                .expect(201);
        try (Chromium browser = signedIn(Chromium.open().onAPhone())) {
            for (String page : PAGES) {
                browser.go(dashboard + "/" + page);
                assertThat(browser.excess()).as(page).isZero();
            }
            browser.go(dashboard + "/webhooks");
            browser.follow("https://example.com/" + "h".repeat(200));
            assertThat(browser.excess()).as("an endpoint").isZero();
        }
    }

    @Test
    void everythingWorksWithoutScripts() {
        try (Chromium browser = signedIn(Chromium.withoutScripts())) {
            account.tip("NovaFox");
            browser.follow("load it again");
            browser.until(page -> page.contains("NovaFox"));
            browser.press("Remove");
            browser.until(page -> page.contains("No tips waiting."));
            browser.follow("API keys");
            browser.type("Name", "No scripts");
            browser.tick("tts:read");
            browser.press("Make the key");
            assertThat(browser.the("#secret").getText()).startsWith("sak_");
        }
    }

    private Chromium signedIn(Chromium browser) {
        browser.as(account).go(dashboard + "/queue");
        return browser;
    }
}
