package streamerapi.browser;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import streamerapi.service.Account;
import streamerapi.service.Service;

import java.util.Comparator;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// A moderator who decides about tips, and what they see while tips come and go.
class DecisionsInBrowserTest {

    private static final String UNDO = "#rows > li:not(.gone) .decided button";

    /// Lets the five seconds of a decision pass when a test says so, however fast the machine is.
    private static final String HELD = """
            const wait = window.setTimeout.bind(window);
            const clear = window.clearTimeout.bind(window);
            const held = new Map();
            window.setTimeout = (task, ms, ...more) => {
              if (ms !== 5000) return wait(task, ms, ...more);
              const id = 1e9 + held.size + Math.random();
              held.set(id, task);
              return id;
            };
            window.clearTimeout = (id) => held.delete(id) || clear(id);
            window.pass = () => [...held].forEach(([id, task]) => {
              held.delete(id);
              task();
            });
            """;

    private final Service service = Service.shared();
    private final Account account = service.newAccount();
    private final String dashboard = service.stack().authUrl() + "/dashboard";

    @Test
    void aDecisionStandsWithItsUndoAndIsSentWhenItsTimeIsOver() {
        hold("NovaFox", "MossyOwl");
        try (Chromium browser = reviewing()) {
            browser.press("Approve");
            browser.until(page -> !browser.all(UNDO).isEmpty());
            assertThat(queued()).isEmpty();
            hold("Ada");
            browser.until(page -> page.contains("1 new: show"));
            browser.press("Undo");
            browser.until(page -> browser.all(UNDO).isEmpty());
            assertThat(browser.all("#rows > li")).hasSize(2);

            browser.press("Reject");
            browser.the(UNDO);
            away(browser);
            pass(browser);
            browser.until(page -> !page.contains("NovaFox"));
            assertThat(browser.all("#rows > li")).hasSize(2);
            browser.press("Approve");
            browser.the(UNDO);
            pass(browser);
            await().until(() -> queued().equals(List.of("MossyOwl")));
        }
    }

    @Test
    void aDoubleTapDecidesOneTip() {
        hold("NovaFox", "MossyOwl", "Ada");
        try (Chromium browser = reviewing().onAPhone()) {
            browser.evaluate("""
                    const box = document.querySelector("[data-key=a]").getBoundingClientRect();
                    for (let tap = 0; tap < 3; tap++) {
                      document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2).click();
                    }
                    """);
            assertThat(browser.all(UNDO)).hasSize(1);
            pass(browser);
            await().until(() -> queued().equals(List.of("NovaFox")));
            assertThat(held()).containsExactly("MossyOwl", "Ada");
        }
    }

    @Test
    void aDecisionIsSentWhenThePageGoes() {
        hold("NovaFox", "MossyOwl");
        try (Chromium browser = reviewing()) {
            browser.press("Approve");
            browser.the(UNDO);
            browser.go(dashboard + "/queue");
            await().until(() -> queued().equals(List.of("NovaFox")));
            assertThat(held()).containsExactly("MossyOwl");

            hold("Ada", "Grace");
            browser.go(dashboard + "/review");
            browser.the("#live[data-socket=open]");
            browser.keys("j", "a", "j", "a", "j", "a");
            browser.until(page -> browser.all(UNDO).size() == 3);
            browser.follow("Queue");
            browser.until(page -> browser.title().contains("Queue"));
            assertThat(queued()).as("in their order").containsExactly("NovaFox", "MossyOwl", "Ada", "Grace");
        }
    }

    @Test
    void whatWasDecidedElsewhereIsSaid() {
        hold("NovaFox", "MossyOwl");
        try (Chromium browser = reviewing(Chromium.open())) {
            browser.press("Approve");
            browser.the(UNDO);
            rejectAll();
            browser.expect("status of 409");
            browser.until(page -> page.contains("This has already been decided"));
            assertThat(queued()).isEmpty();
        }
    }

    @Test
    void aPageThatIsLeftStaysIfADecisionIsRefused() {
        hold("NovaFox", "MossyOwl");
        try (Chromium browser = reviewing()) {
            browser.expect("status of 409");
            browser.press("Approve");
            browser.the(UNDO);
            rejectAll();
            browser.follow("Queue");
            browser.until(page -> page.contains("This has already been decided"));
            assertThat(browser.title()).contains("Review");
            browser.until(page -> !page.contains("NovaFox"));
            assertThat(queued()).isEmpty();
        }
    }

    @Test
    void aPageThatIsLeftDoesNotWaitForEverForAnAnswer() {
        hold("NovaFox");
        try (Chromium browser = reviewing()) {
            browser.evaluate("""
                    const sent = window.fetch;
                    const after = AbortSignal.timeout;
                    AbortSignal.timeout = (time) => after.call(AbortSignal, time === 8000 ? 200 : time);
                    window.fetch = (address, options) => (String(address).endsWith('/approve')
                      ? new Promise((resolve, fail) => {
                        options.signal?.addEventListener('abort', () => fail(options.signal.reason));
                      })
                      : sent(address, options));""");
            browser.press("Approve");
            browser.the(UNDO);
            browser.follow("Queue");
            browser.until(page -> page.contains("This did not reach the service."));
            assertThat(browser.title()).contains("Review");
            browser.until(page -> browser.all(".decided").isEmpty());
        }
    }

    @Test
    void heldTipsAreDecidedInABrowserThatKeepsNothing() {
        hold("NovaFox");
        try (Chromium browser = reviewing(Chromium.open().before(HELD).forgetful())) {
            browser.press("Approve");
            browser.the(UNDO);
            pass(browser);
            await().until(() -> queued().equals(List.of("NovaFox")));
        }
    }

    @Test
    void heldTipsAreDecidedByKeys() {
        hold("NovaFox", "MossyOwl", "Ada", "Grace");
        try (Chromium browser = reviewing()) {
            assertThat(browser.title()).startsWith("(4) Review");
            browser.keys("j", "a", Keys.TAB, Keys.TAB, Keys.ENTER);
            browser.untilTrue("return document.activeElement.matches('#rows > li:first-child')");
            browser.keys("j", "r");
            browser.until(page -> page.contains("Rejected"));
            browser.keys("u", "r");
            browser.keys("k", "a");
            browser.until(page -> browser.all(UNDO).size() == 2);
            for (WebElement tick : browser.all("#rows > li:not([data-decided]) [data-tick] input")) {
                tick.click();
            }
            browser.press("Approve selected");
            browser.until(page -> browser.all(UNDO).size() == 4);
            pass(browser);
            browser.until(page -> page.contains("No tips to review."));
            assertThat(browser.title()).startsWith("Review");
            assertThat(queued()).containsExactly("NovaFox", "Ada", "Grace");
        }
    }

    @Test
    void allAreDecidedAtOnceThoughTheServiceTakesSoManyAMinute() {
        hold("NovaFox", "MossyOwl", "Ada", "Grace");
        try (Chromium browser = reviewing()) {
            browser.evaluate("""
                    const send = window.fetch.bind(window);
                    let decisions = 0;
                    window.fetch = (address, how) => String(address).includes("/approve") && decisions++ === 1
                      ? Promise.resolve(new Response("", { status: 429, headers: { "Retry-After": "1" } }))
                      : send(address, how);
                    """);
            browser.the("#tick-all").click();
            browser.press("Approve selected");
            browser.until(page -> browser.all(UNDO).size() == 4);
            pass(browser);
            browser.until(page -> page.contains("the others are sent in 1 seconds"));
            browser.until(page -> page.contains("No tips to review."));
            assertThat(queued()).containsExactly("NovaFox", "MossyOwl", "Ada", "Grace");
        }
    }

    @Test
    void aListHoldsStillUnderThePointer() {
        account.tip("NovaFox");
        account.tip("MossyOwl");
        try (Chromium browser = reviewing()) {
            browser.go(dashboard + "/queue");
            WebElement row = browser.the("#rows > li:nth-child(2) .who");
            browser.over(row);
            int place = browser.inTheWindow(row);
            account.api().post("/tts/" + firstQueued() + "/start").expect(200);
            browser.until(page -> page.contains("1 gone: show"));
            account.tip("Ada");
            browser.until(page -> page.contains("1 new, 1 gone: show"));
            assertThat(browser.all("#rows > li")).hasSize(2);
            assertThat(browser.inTheWindow(row)).as("its place on the screen").isEqualTo(place);
            away(browser);
            browser.until(page -> !page.contains("gone: show"));
            assertThat(browser.all("#rows .who").stream().map(WebElement::getText))
                    .containsExactly("MossyOwl", "Ada");
        }
    }

    @Test
    void eachLivePageTellsOfTheFirstTipThatIsHeld() {
        try (Chromium browser = reviewing()) {
            browser.go(dashboard + "/media");
            browser.the("#live[data-socket=open]");
            assertThat(browser.all("#held")).noneMatch(WebElement::isDisplayed);
            hold("NovaFox");
            browser.untilTrue("return document.getElementById('held').checkVisibility()");
            assertThat(browser.the("#held").getText()).startsWith("1");
        }
    }

    @Test
    void anEffectIsShownAtOnceAndTakenBackOnFailure() {
        account.tip("NovaFox");
        Chromium browser = reviewing();
        try {
            browser.go(dashboard + "/queue");
            browser.the("#live[data-socket=open]");
            browser.offline(true);
            assertThat(browser.evaluate("""
                    document.getElementById("do-pause").click();
                    return document.getElementById("state").textContent;
                    """)).isEqualTo("Paused");
            browser.until(page -> page.contains("This did not reach the service."));
            assertThat(browser.the("#do-pause").getText()).isEqualTo("Pause");
            assertThat(browser.the("#state").getText()).isNotEqualTo("Paused");
        } finally {
            browser.kill();
        }
    }

    private Chromium reviewing() {
        return reviewing(Chromium.open().before(HELD));
    }

    private Chromium reviewing(Chromium browser) {
        browser.as(account).go(dashboard + "/review");
        browser.the("#live[data-socket=open]");
        return browser;
    }

    private static void pass(Chromium browser) {
        browser.evaluate("window.pass()");
    }

    private static void away(Chromium browser) {
        browser.over(browser.the("h1"));
    }

    private void hold(String... names) {
        account.dashboard()
                .patch("/dashboard/api/settings", Map.of("review", Map.of("hold_all", true)))
                .expect(200);
        for (String name : names) {
            account.api().post("/tips", Map.of("name", name)).expect(202);
        }
    }

    private void rejectAll() {
        for (String id : account.dashboard().get("/dashboard/api/held-tips").each("tips", "order_id")) {
            account.dashboard()
                    .post("/dashboard/api/held-tips/" + id + "/reject", Map.of())
                    .expect(200);
        }
    }

    private List<String> held() {
        return account.dashboard().get("/dashboard/api/held-tips").each("tips", "name").stream()
                .sorted(Comparator.comparingInt(List.of("NovaFox", "MossyOwl", "Ada", "Grace")::indexOf))
                .toList();
    }

    private List<String> queued() {
        return account.api().get("/tts/queue").each("items", "name");
    }

    private @Nullable Object firstQueued() {
        return account.api().get("/tts/queue").at("items.0.order_id");
    }
}
