package streamerapi.browser;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import streamerapi.service.Account;
import streamerapi.service.Answer;
import streamerapi.service.Service;
import streamerapi.settings.AlertSettings;
import streamerapi.shared.events.EventType;
import streamerapi.shared.json.Json;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// An overlay's layout, as it is made beside its preview and taken by a page that is open.
class OverlayLayoutInBrowserTest {

    private static final String DASHBOARD = "/dashboard/api/overlays";
    private static final Duration PATIENCE = Duration.ofSeconds(40);
    /// Whether the page asks before it is left.
    private static final String LEAVING = """
            const leaving = new Event('beforeunload', { cancelable: true });
            dispatchEvent(leaving);
            return leaving.defaultPrevented;
            """;

    private static final Path PICTURES = Service.root().resolve("localstack/target/pictures");

    private final Service service = Service.shared();
    private final Account account = service.newAccount();
    private final Answer made = account.dashboard()
            .post(
                    DASHBOARD,
                    Map.of(
                            "name",
                            "Main scene",
                            "widgets",
                            List.of("alert", "tts", "media", "goal", "leaderboard", "ticker", "counter")))
            .expect(201);
    private final String page = service.stack().authUrl() + "/dashboard/overlays/" + made.at("overlay.id");

    @Test
    void thePreviewFollowsTheFormAndIsThereForEverybody() {
        try (Chromium browser = Chromium.open()) {
            open(browser);
            browser.untilTrue(preview("document.getElementById('alert').textContent.includes('Thank you')"));
            browser.picture(PICTURES.resolve("overlay-layout.png"));
            assertThat(browser.barriers()).as("light").isEmpty();

            browser.type("Text size, %", "150");
            browser.untilTrue(preview("getComputedStyle(document.documentElement).fontSize === '15px'"));
            browser.evaluate("""
                    const field = document.querySelector('[name="layout[text_color]"]');
                    field.value = '#ffcc00';
                    field.dispatchEvent(new Event('input', {bubbles: true}));
                    """);
            browser.untilTrue(preview("getComputedStyle(document.body).color === 'rgb(255, 204, 0)'"));
            browser.tick("Leaderboard: who tipped most");
            browser.untilTrue(preview("document.getElementById('leaderboard').hidden"));
            browser.press("Confetti");
            browser.untilTrue(preview("!document.getElementById('celebration').hidden"));
            browser.press("Show an alert");
            browser.untilTrue(preview("document.getElementById('alert').textContent.includes('Grace just followed!')"));
            browser.until(words -> words.contains("Not saved yet."));
            browser.press("Undo changes");
            browser.untilTrue(preview("getComputedStyle(document.documentElement).fontSize === '10px'"));
            browser.until(words -> !words.contains("Not saved yet."));
            assertThat(layout()).as("nothing was saved").isEqualTo(made.at("overlay.layout"));

            browser.onAPhone().dark(true).go(page);
            browser.untilTrue(preview("document.getElementById('alert').textContent.includes('Thank you')"));
            assertThat(browser.excess()).isZero();
            assertThat(browser.barriers()).as("dark, on a phone").isEmpty();
            browser.picture(PICTURES.resolve("overlay-layout-phone-dark.png"));
        }
    }

    @Test
    void leavingAsksWhileTheLayoutIsNotSaved() {
        try (Chromium browser = Chromium.open()) {
            open(browser);
            browser.untilTrue("return document.getElementById('stage').hidden === false");
            assertThat(browser.evaluate(LEAVING)).isEqualTo(false);
            browser.type("Text size, %", "150");
            assertThat(browser.evaluate(LEAVING)).isEqualTo(true);
            browser.press("Undo changes");
            browser.untilTrue("return document.getElementById('unsaved').textContent === ''");
            assertThat(browser.evaluate(LEAVING)).as("as it is saved").isEqualTo(false);
            browser.type("Text size, %", "120");
            browser.evaluate(
                    "document.getElementById('editor').addEventListener('submit', (event) => event.preventDefault())");
            browser.press("Save");
            assertThat(browser.evaluate(LEAVING)).as("while it is sent").isEqualTo(false);
            browser.type("Text size, %", "130");
            browser.another().go(service.stack().authUrl() + "/dashboard/account");
            browser.press("Sign out");
            browser.page(0);
            browser.expect("status of 401");
            browser.until(words -> words.contains("You are signed out. Keep what is not saved elsewhere"));
        }
    }

    @Test
    void aBoxThatIsDraggedOrMovedByKeysIsSaved() {
        try (Chromium browser = Chromium.open()) {
            open(browser);
            WebElement goal = browser.the("[data-widget=goal]");
            int wide = ((Number) required(browser.evaluate("return document.getElementById('stage').clientWidth")))
                    .intValue();

            browser.drag(goal, 0, 0, wide / 10, wide / 20);
            goal.sendKeys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT);
            goal.sendKeys(Keys.chord(Keys.SHIFT, Keys.ARROW_DOWN));
            browser.press("Save");
            browser.until(words -> words.contains("The overlay is saved."));

            assertThat(number("goal.x")).isBetween(new BigDecimal("13.8"), new BigDecimal("14.4"));
            assertThat(number("goal.y")).isBetween(new BigDecimal("12"), new BigDecimal("13.2"));
            assertThat(number("goal.width")).isEqualTo(new BigDecimal("27.1"));
            assertThat(number("goal.height")).isEqualTo(new BigDecimal("15"));
            browser.the("[data-widget=leaderboard]");
            WebElement alert = browser.the("[data-widget=alert]");
            browser.drag(alert, alert.getSize().width / 2 - 4, alert.getSize().height / 2 - 4, -wide / 10, 0);
            browser.press("Save");
            browser.until(words -> words.contains("The overlay is saved."));
            await().untilAsserted(() ->
                    assertThat(number("alert.width")).isBetween(new BigDecimal("39.5"), new BigDecimal("40.5")));
        }
    }

    @Test
    void aPageThatIsOpenTakesAnotherLayoutWithoutLoadingAnew() {
        try (Chromium obs = Chromium.ofObs()) {
            obs.go(service.stack().authUrl() + "/overlay#key=" + made.at("key"));
            account.api()
                    .send("PUT", "/counters/deaths", Json.write(Map.of("value", 3)))
                    .expect(201);
            obs.until(words -> words.contains("deaths"));
            obs.evaluate("window.isTheSame = true");

            account.dashboard()
                    .patch(
                            DASHBOARD + "/" + made.at("overlay.id"),
                            Map.of("layout", Map.of("counter", Map.of("x", 50, "y", 10), "text_scale", 200)))
                    .expect(200);

            obs.untilTrue("return getComputedStyle(document.documentElement).fontSize === '20px'");
            obs.untilTrue(
                    "return Math.abs(document.getElementById('counter').getBoundingClientRect().right / innerWidth"
                            + " - 0.688) < 0.01");
            assertThat(obs.evaluate("return window.isTheSame")).isEqualTo(true);
        }
    }

    @Test
    void aSoundCheckIsHeardOrSaysThatItIsNot() {
        try (Chromium dashboard = Chromium.open();
                Chromium obs = Chromium.ofObs()) {
            open(dashboard);
            dashboard.press("Check the sound");
            dashboard.until(words -> words.contains("The overlay is not open"));
            dashboard.expect("409");
            obs.go(service.stack().authUrl() + "/overlay#key=" + made.at("key"));
            dashboard.until(words -> words.contains("open, waiting"));
            dashboard.press("Check the sound");
            dashboard.until(words -> words.contains("playing"));
            dashboard.until(words -> words.contains("open, waiting"));
            dashboard.expect("404");
            account.dashboard().delete(DASHBOARD + "/" + made.at("overlay.id")).expect(200);
            dashboard.until(words -> words.contains("This page shows what was: it is deleted"));
        }
    }

    @Test
    void aBrowserThatRefusesSoundSaysSoAndPlaysAfterAClick() {
        try (Chromium browser = Chromium.open()) {
            browser.expect("AudioContext");
            browser.go(service.stack().authUrl() + "/overlay#key=" + made.at("key"));
            await().atMost(PATIENCE).until(() -> report().contains("idle"));
            account.api()
                    .post("/overlays/" + made.at("overlay.id") + "/sound-check")
                    .expect(200);
            browser.until(words -> words.contains("Click to let this overlay play sound"));
            await().atMost(PATIENCE).until(() -> report().contains("click_wanted"));
            browser.press("Click to let this overlay play sound");
            await().atMost(PATIENCE).until(() -> report().contains("playing"));
            await().atMost(PATIENCE).until(() -> report().contains("idle"));
        }
    }

    @Test
    void everyAlertOfTheCatalogueIsShownAsATestAndNoTestTouchesTheQueue() {
        try (Chromium obs = Chromium.ofObs()) {
            obs.go(service.stack().authUrl() + "/overlay#key=" + made.at("key"));
            await().atMost(PATIENCE).until(() -> report().contains("idle"));
            obs.evaluate("""
                    window.shown = new Set();
                    new MutationObserver(() => document.querySelectorAll('#ticker li').forEach((line) =>
                        window.shown.add(line.textContent))).observe(document.getElementById('ticker'),
                        {childList: true, subtree: true});
                    """);
            for (EventType type : AlertSettings.TYPES) {
                test(type);
            }
            obs.untilTrue("return window.shown.size >= " + AlertSettings.TYPES.size());
            obs.until(words -> words.contains("just followed!"));

            String orderId = account.tip("Ada");
            obs.until(words -> words.contains("Ada"));
            test(EventType.QUEUE_TTS_CLEARED);
            test(EventType.COUNTER_UPDATED);
            test(EventType.ALPHA_RAID);
            await().atMost(PATIENCE)
                    .until(() -> String.valueOf(
                                    account.api().get("/tts/history").at("tips"))
                            .contains(orderId));
            assertThat(obs.evaluate("return document.getElementById('counter').hidden"))
                    .isEqualTo(true);
        }
    }

    private void test(EventType type) {
        account.api().post("/events/trigger", Map.of("type", type.label())).expect(202);
    }

    @Test
    void anAmountIsSeenBehindALongNameAndALongMessageEndsWithAnEllipsis() {
        try (Chromium obs = Chromium.ofObs()) {
            obs.go(service.stack().authUrl() + "/overlay#key=" + made.at("key"));
            await().atMost(PATIENCE).until(() -> report().contains("idle"));
            for (int size : List.of(100, 200)) {
                account.dashboard()
                        .patch(DASHBOARD + "/" + made.at("overlay.id"), Map.of("layout", Map.of("text_scale", size)))
                        .expect(200);
                obs.untilTrue("return getComputedStyle(document.documentElement).fontSize === '" + size / 10 + "px'");
                account.api()
                        .post(
                                "/tips/test",
                                Map.of("name", "W".repeat(64), "amount", 25, "message", "What a day! ".repeat(40)))
                        .expect(201);
                obs.untilTrue("""
                        const alert = document.getElementById('alert');
                        const inside = alert.getBoundingClientRect();
                        const whole = (element) => {
                            const box = element.getBoundingClientRect();
                            return box.height > 0 && box.top >= inside.top && box.bottom <= inside.bottom
                                && box.left >= inside.left && box.right <= inside.right;
                        };
                        const [title, message] = alert.querySelector('.words').children;
                        const name = title.querySelector('bdi');
                        return name !== null && title.textContent.endsWith(' tipped €25') && whole(title)
                            && name.scrollWidth > name.clientWidth && getComputedStyle(name).textOverflow === 'ellipsis'
                            && whole(message) && message.scrollHeight > message.clientHeight
                            && getComputedStyle(message).webkitLineClamp > 0;
                        """);
                account.api().post("/tts/skip").expect(200);
                obs.untilTrue("return document.getElementById('alert').hidden");
            }
        }
    }

    @Test
    void aNameOfAnotherDirectionLeavesItsSentenceAsItIs() {
        try (Chromium obs = Chromium.ofObs()) {
            obs.go(service.stack().authUrl() + "/overlay#key=" + made.at("key"));
            await().atMost(PATIENCE).until(() -> report().contains("idle"));
            account.api()
                    .post(
                            "/events/trigger",
                            Map.of(
                                    "type",
                                    EventType.ALPHA_FOLLOW.label(),
                                    "data",
                                    Map.of("user_name", "שלום", "message", "שלום just followed!")))
                    .expect(202);
            obs.until(words -> words.contains("just followed!"));
            for (String place : List.of("#alert h1", "#ticker li")) {
                assertThat(obs.evaluate("""
                        const sentence = document.querySelector('%s');
                        const name = sentence.querySelector('bdi');
                        const rest = document.createRange();
                        rest.selectNodeContents(name.nextSibling);
                        const mark = document.createRange();
                        mark.setStart(name.nextSibling, name.nextSibling.length - 1);
                        mark.setEnd(name.nextSibling, name.nextSibling.length);
                        return name.textContent === 'שלום'
                            && name.getBoundingClientRect().right <= rest.getBoundingClientRect().left + 1
                            && mark.getBoundingClientRect().right >= rest.getBoundingClientRect().right - 1;
                        """.formatted(place))).as(place).isEqualTo(true);
            }
        }
    }

    @Test
    void theCountersThatChangedLastAreShownAndNoneIsCut() {
        for (String name : List.of("a", "b", "c", "d", "e", "f", "g", "h", "i", "j")) {
            set(name, 1);
        }
        try (Chromium obs = Chromium.ofObs()) {
            obs.go(service.stack().authUrl() + "/overlay#key=" + made.at("key"));
            obs.untilTrue(counters("j i h g f e d c"));
            set("b", 2);
            obs.untilTrue(counters("b j i h g f e d"));

            account.dashboard()
                    .patch(DASHBOARD + "/" + made.at("overlay.id"), Map.of("layout", Map.of("text_scale", 200)))
                    .expect(200);
            obs.untilTrue(counters("b j i h"));
            account.api().delete("/counters/j").expect(200);
            obs.untilTrue(counters("b i h g"));
            assertThat(obs.evaluate("""
                    const box = document.getElementById('counter');
                    return box.scrollHeight <= box.clientHeight;
                    """)).isEqualTo(true);
        }
    }

    private void set(String counter, int value) {
        account.api().send("PUT", "/counters/" + counter, Json.write(Map.of("value", value)));
    }

    private static String counters(String names) {
        return "return [...document.querySelectorAll('#counter dt:not([hidden])')].map((name) => name.textContent)"
                + ".join(' ') === '" + names + "'";
    }

    @Test
    void everySizeOfAnOverlayLooksAlike() {
        try (Chromium obs = Chromium.ofObs()) {
            obs.go(service.stack().authUrl() + "/overlay#key=" + made.at("key"));
            obs.sized(1280, 720);
            obs.untilTrue("return Math.abs(parseFloat(getComputedStyle(document.documentElement).fontSize) - 20 / 3)"
                    + " < 0.01");
        }
    }

    @Test
    void withoutScriptsTheFormSaves() {
        try (Chromium browser = Chromium.withoutScripts()) {
            open(browser);
            browser.the("#numbers summary").sendKeys(Keys.ENTER);
            assertThat(browser.text()).contains("The preview needs scripts.");
            browser.type("Seconds that an alert is shown", "12");
            WebElement left = browser.the("[name='layout[media][x]']");
            left.clear();
            left.sendKeys("12.5");
            browser.press("Save");
            browser.until(words -> words.contains("The overlay is saved."));

            assertThat(number("media.x")).isEqualTo(new BigDecimal("12.5"));
            assertThat(number("alert_seconds")).isEqualTo(new BigDecimal("12"));
            assertThat(account.api().get("/overlays").at("overlays.0.widgets")).isEqualTo(made.at("overlay.widgets"));
        }
    }

    private void open(Chromium browser) {
        browser.as(account).go(page);
    }

    /// A script that asks something of the preview's own document.
    private static String preview(String question) {
        return """
                const frame = document.querySelector('#stage iframe');
                return frame.contentDocument?.documentElement.dataset.font !== undefined
                    && ((document, getComputedStyle) => %s)(frame.contentDocument, frame.contentWindow.getComputedStyle);
                """.formatted(question);
    }

    private String report() {
        return String.valueOf(account.api().get("/overlays").at("overlays.0.report"));
    }

    private @Nullable Object layout() {
        return account.api().get("/overlays").expect(200).at("overlays.0.layout");
    }

    private BigDecimal number(String path) {
        return new BigDecimal(String.valueOf(account.api().get("/overlays").at("overlays.0.layout." + path)));
    }

    private static Object required(@Nullable Object found) {
        return Objects.requireNonNull(found);
    }
}
