package streamerapi.browser;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import streamerapi.service.Account;
import streamerapi.service.Answer;
import streamerapi.service.Service;

import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

/// The page of an overlay's alerts: a theme, an order and variations, as they are made beside their preview.
class OverlayAlertsInBrowserTest {

    private static final String DASHBOARD = "/dashboard/api/overlays";
    /// Whether the page asks before it is left.
    private static final String LEAVING = """
            const leaving = new Event('beforeunload', { cancelable: true });
            dispatchEvent(leaving);
            return leaving.defaultPrevented;
            """;

    private static final Path PICTURES = Service.root().resolve("localstack/target/pictures");

    private final Service service = Service.shared();
    private final Account account = service.newAccount();
    private final Answer made =
            account.dashboard().post(DASHBOARD, Map.of("name", "Main scene")).expect(201);
    private final String page = service.stack().authUrl() + "/dashboard/overlays/" + made.at("overlay.id") + "/alerts";

    @Test
    void aThemeAVariationAndAnOrderAreTriedAndSaved() {
        try (Chromium browser = Chromium.open()) {
            open(browser);
            browser.untilTrue(preview("document.getElementById('alert').textContent.includes('Ada tipped $5')"));
            browser.tick("Neon");
            browser.untilTrue(preview("document.documentElement.dataset.theme === 'neon'"));
            browser.until(words -> words.contains("Not saved yet."));

            browser.press("Add a variation");
            browser.evaluate("""
                    const part = [...document.querySelectorAll('.variation')].at(-1);
                    const set = (name, value) => {
                      const field = part.querySelector(`[name$='[${name}]']:not([type=hidden])`);
                      field.value = value;
                      field.dispatchEvent(new Event('input', { bubbles: true }));
                    };
                    set('from', '50');
                    set('text', 'WOW {name}: {amount}');
                    set('picture', 'trophy');
                    set('sound', 'fanfare');
                    set('enter', 'flip');
                    """);
            browser.press("Try it");
            browser.untilTrue(preview("document.getElementById('alert').textContent.includes('WOW Ada: $5')"
                    + " && document.getElementById('alert').dataset.enter === 'flip'"));
            browser.evaluate("document.querySelector('[aria-label=\"Follow earlier\"]').click()");
            assertThat(browser.barriers()).isEmpty();
            assertThat(browser.excess()).isZero();
            browser.picture(PICTURES.resolve("overlay-alerts.png"));
            browser.press("Save");
            browser.until(words -> words.contains("The overlay is saved."));

            assertThat(saved("alerts.theme")).isEqualTo("neon");
            assertThat(saved("font")).isEqualTo("future");
            assertThat(saved("accent_color")).isEqualTo("#b026ff");
            assertThat(saved("alerts.order"))
                    .isEqualTo(List.of("raid", "gift_sub", "paid_gift", "cheer", "resub", "follow", "sub"));
            assertThat(saved("alerts.variations.0.type")).isEqualTo("tip");
            assertThat(saved("alerts.variations.0.from")).hasToString("50");
            assertThat(saved("alerts.variations.0.text")).isEqualTo("WOW {name}: {amount}");
            assertThat(saved("alerts.variations.0.leave")).isNull();

            browser.evaluate("""
                    const chance = document.querySelector(".variation [name$='[chance]']");
                    chance.value = 500;
                    chance.dispatchEvent(new Event('input', { bubbles: true }));
                    """);
            browser.press("Save");
            browser.untilTrue("return document.activeElement.name === 'layout[alerts][variations][0][chance]'");
            browser.press("Remove");
            browser.press("Save");
            browser.until(words -> words.contains("The overlay is saved.") && !words.contains("Tip from 50"));
            assertThat(saved("alerts.variations")).isEqualTo(List.of());
        }
    }

    @Test
    void variationsOfAnotherOverlayAreCopiedAndNoneTwice() {
        Map<String, Object> raid = Map.of("type", "raid", "from", 100);
        Map<String, Object> tip = Map.of("type", "tip", "text", "WOW {name}", "volume", 30, "is_spoken", false);
        Answer second = account.dashboard()
                .post(DASHBOARD, Map.of("name", "Second scene"))
                .expect(201);
        account.dashboard()
                .patch(
                        DASHBOARD + "/" + second.at("overlay.id"),
                        Map.of("layout", Map.of("alerts", Map.of("variations", List.of(raid, tip)))))
                .expect(200);
        account.dashboard().post(DASHBOARD, Map.of("name", "Plain scene")).expect(201);
        change(Map.of("variations", List.of(raid)));
        try (Chromium browser = Chromium.open()) {
            open(browser);
            browser.unfold("Copy from another overlay");
            browser.until(words -> words.contains("Second scene (2)") && !words.contains("Plain scene"));
            browser.press("Copy its variations");
            browser.until(words -> words.contains("1 copied, 1 are here already") && words.contains("Not saved yet."));
            assertThat(browser.barriers()).isEmpty();
            browser.press("Save");
            browser.until(words -> words.contains("The overlay is saved."));

            assertThat((List<?>) saved("alerts.variations")).hasSize(2);
            assertThat(saved("alerts.variations.0.type")).isEqualTo("raid");
            assertThat(saved("alerts.variations.1.text")).isEqualTo("WOW {name}");
            assertThat(saved("alerts.variations.1.volume")).hasToString("30");
            assertThat(saved("alerts.variations.1.is_spoken")).isEqualTo(false);
            assertThat(saved("alerts.variations.1.from")).isNull();
        }
    }

    @Test
    void aThemeThatIsOnlyTriedLeavesTheColoursAndARefusedOneBringsThem() {
        account.dashboard()
                .patch(DASHBOARD + "/" + made.at("overlay.id"), Map.of("layout", Map.of("text_color", "#ff00aa")))
                .expect(200);
        try (Chromium browser = Chromium.open()) {
            open(browser);
            browser.tick("Neon");
            browser.tick("Card");
            browser.type("Pause, seconds", "3");
            browser.press("Save");
            browser.until(words -> words.contains("The overlay is saved."));
            assertThat(saved("alerts.pause_seconds")).hasToString("3");
            assertThat(saved("text_color")).isEqualTo("#ff00aa");

            browser.tick("Neon");
            browser.evaluate("document.querySelector('[aria-label=\"Follow earlier\"]').click()");
            browser.press("Add a variation");
            browser.the(".variation [name$='[text]']").sendKeys("{user} tips");
            browser.expect("status of 400");
            browser.press("Save");
            browser.until(words -> words.contains("must name only {name}"));
            browser.untilTrue("""
                    const field = document.querySelector(".variation [name$='[text]']");
                    field.closest('details').open = true;
                    field.value = '{name} tips';
                    return document.getElementById('stage').hidden === false;
                    """);
            browser.press("Save");
            browser.until(words -> words.contains("The overlay is saved."));
            assertThat(saved("alerts.theme")).isEqualTo("neon");
            assertThat(saved("accent_color")).isEqualTo("#b026ff");
            assertThat(saved("alerts.order"))
                    .isEqualTo(List.of("raid", "gift_sub", "paid_gift", "cheer", "resub", "follow", "sub"));
        }
    }

    @Test
    void manyVariationsWithTextsOfTheirOwnAreSaved() {
        change(Map.of(
                "variations",
                Collections.nCopies(40, Map.of("type", "tip", "from", 5, "text", "Спасибо, {name}! ".repeat(5)))));
        try (Chromium browser = Chromium.open()) {
            open(browser);
            browser.type("Pause, seconds", "3");
            browser.press("Save");
            browser.until(words -> words.contains("The overlay is saved."));
            assertThat(saved("alerts.pause_seconds")).hasToString("3");
            assertThat((List<?>) saved("alerts.variations")).hasSize(40);
        }
    }

    @Test
    void aVariationThatNoAlertMeetsSaysSo() {
        change(Map.of(
                "variations",
                List.of(
                        Map.of("type", "tip", "tier", 1),
                        Map.of("type", "tip", "platform", "beta"),
                        Map.of("type", "follow", "from", 5),
                        Map.of("type", "sub", "platform", "beta", "tier", 2),
                        Map.of("type", "raid", "platform", "beta"),
                        Map.of("type", "sub", "platform", "alpha", "tier", 2, "from", 3),
                        Map.of("type", "paid_gift", "platform", "beta", "from", 3))));
        try (Chromium browser = Chromium.open()) {
            open(browser);
            browser.untilTrue("return document.getElementById('stage').hidden === false");
            assertThat(browser.evaluate(
                            "return [...document.querySelectorAll('[data-never]')].map((each) => each.textContent)"))
                    .isEqualTo(List.of(
                            "Never shown: only subscriptions have a tier.",
                            "Never shown: a tip comes from no platform.",
                            "Never shown: a follow has no amount.",
                            "Never shown: subscriptions on Kick have no tier.",
                            "Never shown: there is no such alert on Kick.",
                            "",
                            ""));
        }
    }

    @Test
    void leavingAsksWhileSomethingIsNotSaved() {
        try (Chromium browser = Chromium.open()) {
            open(browser);
            browser.untilTrue("return document.getElementById('stage').hidden === false");
            assertThat(browser.evaluate(LEAVING)).isEqualTo(false);
            browser.tick("Neon");
            assertThat(browser.evaluate(LEAVING)).isEqualTo(true);
            browser.evaluate(
                    "document.getElementById('alerts').addEventListener('submit', (event) => event.preventDefault())");
            browser.press("Save");
            assertThat(browser.evaluate(LEAVING)).as("as it is saved").isEqualTo(false);
        }
    }

    @Test
    void onADarkPhoneThePageFits() {
        change(Map.of("variations", List.of(Map.of("type", "raid", "from", 100))));
        try (Chromium browser = Chromium.open()) {
            browser.onAPhone().dark(true);
            open(browser);
            browser.untilTrue(preview("document.getElementById('alert').textContent.includes('Ada tipped $5')"));
            browser.evaluate("document.querySelector('.variation').open = true");
            assertThat(browser.excess()).isZero();
            assertThat(browser.barriers()).isEmpty();
            browser.picture(PICTURES.resolve("overlay-alerts-phone-dark.png"));
            browser.sized(390, 844);
            browser.untilTrue("""
                    const stage = document.getElementById('stage');
                    return getComputedStyle(stage).position === 'sticky' && stage.clientHeight <= 0.35 * innerHeight;
                    """);
            browser.sized(844, 390);
            assertThat(browser.evaluate("return getComputedStyle(document.getElementById('stage')).position"))
                    .as("over the fields of a low window")
                    .isNotEqualTo("sticky");
        }
    }

    @Test
    void withoutScriptsAVariationIsAddedAndRemoved() {
        try (Chromium browser = Chromium.withoutScripts()) {
            open(browser);
            browser.unfold("Another variation");
            browser.type("Text", "{name} is here");
            browser.the("[name='layout[alerts][variations][0][type]'] option[value=follow]")
                    .click();
            browser.press("Save");
            browser.until(words -> words.contains("The overlay is saved."));
            assertThat(saved("alerts.variations.0.text")).isEqualTo("{name} is here");
            browser.unfold("Follow");
            browser.the("[name='layout[alerts][variations][0][type]'] option[value='']")
                    .click();
            browser.press("Save");
            browser.until(words -> words.contains("The overlay is saved.") && !words.contains("Follow\n"));
            assertThat(saved("alerts.variations")).isEqualTo(List.of());
        }
    }

    private void open(Chromium browser) {
        browser.as(account).go(page);
    }

    /// A script that asks something of the preview's own document.
    private static String preview(String question) {
        return """
                const frame = document.querySelector('#stage iframe');
                return frame?.contentDocument?.documentElement.dataset.font !== undefined
                    && ((document) => %s)(frame.contentDocument);
                """.formatted(question);
    }

    private void change(Map<String, Object> alerts) {
        account.dashboard()
                .patch(DASHBOARD + "/" + made.at("overlay.id"), Map.of("layout", Map.of("alerts", alerts)))
                .expect(200);
    }

    private @Nullable Object saved(String path) {
        return account.api().get("/overlays").expect(200).at("overlays.0.layout." + path);
    }
}
