package streamerapi.browser;

import org.junit.jupiter.api.Test;
import org.openqa.selenium.WebElement;
import streamerapi.service.Account;
import streamerapi.service.Service;

import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

/// Labels, fields and lists of the pages as a reader sees them.
class FieldsInBrowserTest {

    private static final String LEAVING = """
            const leaving = new Event('beforeunload', { cancelable: true });
            dispatchEvent(leaving);
            return leaving.defaultPrevented;
            """;

    private final Service service = Service.shared();
    private final Account account = service.newAccount();
    private final String overlay = String.valueOf(account.dashboard()
            .post("/dashboard/api/overlays", Map.of("name", "Main"))
            .expect(201)
            .at("overlay.id"));
    private final String dashboard = service.stack().authUrl() + "/dashboard";
    private final String goalPage = dashboard + "/goals/" + overlay;
    private final String goal = "/overlays/" + overlay + "/tip-goal";

    @Test
    void aRefusedFieldOfAFoldIsOpenedMarkedAndFocused() {
        try (Chromium browser = Chromium.open().as(account)) {
            browser.go(dashboard + "/settings");
            browser.evaluate("document.querySelector('#moderation-secret').closest('details').open = true");
            browser.type("Secret", "short");
            browser.press("Save the secret");
            browser.expect("status of 400");
            browser.untilTrue("""
                    const field = document.querySelector('[aria-invalid=true]');
                    return field?.id === 'moderation-secret' && field === document.activeElement
                        && field.closest('details').open;
                    """);
        }
    }

    @Test
    void aRefusedFieldOfARowIsMarkedAndFocused() {
        try (Chromium browser = Chromium.open().as(account)) {
            browser.go(dashboard + "/settings");
            browser.evaluate("""
                    const currency = document.querySelector('[name="exchange_rates[0][currency]"]');
                    currency.value = 'EU';
                    document.querySelector('[name="exchange_rates[0][rate]"]').value = '1.1';
                    currency.form.requestSubmit();
                    """);
            browser.expect("status of 400");
            browser.untilTrue("""
                    const field = document.querySelector('[aria-invalid=true]');
                    return field?.name === 'exchange_rates[0][currency]' && field === document.activeElement
                        && document.querySelector('#alert').textContent.startsWith('“Currency” must be');
                    """);
        }
    }

    @Test
    void noFieldLiesOverItsLabelAndNoNameRunsOutOfItsCard() {
        account.dashboard()
                .post("/dashboard/api/commands", Map.of("name", "c".repeat(49), "response", "Words. ".repeat(300)))
                .expect(201);
        account.dashboard()
                .post(
                        "/dashboard/api/timers",
                        Map.of("name", "W".repeat(64), "message", "Words ".repeat(60), "interval_minutes", 10))
                .expect(201);
        try (Chromium browser = Chromium.open().as(account).onAPhone()) {
            for (String page : new String[] {dashboard + "/viewers", goalPage}) {
                browser.go(page);
                assertThat(browser.evaluate("""
                        return [...document.querySelectorAll("main label")].filter((label) => {
                          const below = label.getBoundingClientRect();
                          const field = label.control?.getBoundingClientRect();
                          return field && !label.contains(label.control) && field.top < below.bottom && field.bottom > below.top
                              && field.left < below.right && field.right > below.left;
                        }).map((label) => label.textContent).join()""")).as(page).isEqualTo("");
            }
            for (String page : new String[] {"/commands", "/timers"}) {
                browser.go(dashboard + page);
                assertThat(browser.evaluate("""
                        const card = document.querySelector(".rows").getBoundingClientRect();
                        const name = document.querySelector(".rows .line > a");
                        const text = document.querySelector(".rows .text");
                        return [...name.getClientRects()].every((box) => box.right <= card.right)
                            && text.clientHeight <= 3.2 * parseFloat(getComputedStyle(text).lineHeight);""")).as(page).isEqualTo(true);
            }
        }
    }

    @Test
    void aVoiceIsHeardBeforeItIsChosen() {
        try (Service speaking = Service.start(Service.optionsWithSpeech());
                Chromium browser = Chromium.open()) {
            Account streamer = speaking.newAccount();
            browser.as(streamer).go(speaking.stack().authUrl() + "/dashboard/settings");
            browser.evaluate("""
                    window.heard = [];
                    const play = Audio.prototype.play;
                    Audio.prototype.play = function () { heard.push(this.src); return play.call(this); };
                    document.querySelector("#tts-voice").value = "Vicki";""");
            browser.press("Listen");
            browser.untilTrue("""
                    const said = document.querySelector("[data-listening] [role=status]").textContent;
                    return heard.length === 1 && heard[0].includes("/audio/voice/") && ["Playing", ""].includes(said);""");
        }
    }

    @Test
    void theBrowsersTimeZoneIsOfferedForTheChannel() {
        try (Chromium browser = Chromium.open().as(account).in("Europe/Berlin")) {
            browser.go(dashboard + "/settings");
            browser.press("As this browser: Europe/Berlin");
            assertThat(value(browser, "time_zone")).isEqualTo("Europe/Berlin");
            browser.press("Save the time zone");
            browser.the("#notice");
            assertThat(account.dashboard().get("/dashboard/api/settings").at("settings.time_zone"))
                    .isEqualTo("Europe/Berlin");
            assertThat(browser.evaluate("return document.querySelector('[data-own-zone]').hidden"))
                    .isEqualTo(true);
            assertThat(browser.address()).endsWith("#zone");
            assertThat(browser.the("form[action$='#zone'] .unsaved").getText()).isEqualTo("Saved.");
            assertThat(browser.evaluate(LEAVING)).isEqualTo(false);
            aTestLeavesWhatWasTyped(browser);
            variablesAreInserted(browser);
            pastMomentsAreCountedFromWhenOneIsSent(browser);
        }
    }

    private void pastMomentsAreCountedFromWhenOneIsSent(Chromium browser) {
        Object endpoint = account.api()
                .post("/webhook-endpoints", Map.of("url", "https://example.com/hook"))
                .expect(201)
                .at("endpoint.id");
        browser.go(dashboard + "/webhooks/" + endpoint);
        Object later = browser.evaluate("""
                const past = document.querySelector('#since');
                const now = Date.now;
                Date.now = () => now() + 7200000;
                const sent = new FormData(past.form).get('since');
                Date.now = now;
                return Math.round((Date.parse(sent) - Date.parse(past.value)) / 3600000);
                """);
        assertThat(later).as("hours that the page was open").isEqualTo(2L);
    }

    private void aTestLeavesWhatWasTyped(Chromium browser) {
        browser.go(dashboard + "/alerts");
        WebElement from = browser.the("input.short");
        from.clear();
        from.sendKeys("77");
        browser.until(page -> page.contains("Not saved yet."));
        browser.evaluate("document.querySelectorAll('button[form=test]').forEach((one, at) => at < 3 && one.click())");
        browser.until(page -> page.contains("The test alert is on its way"));
        browser.untilTrue("return performance.getEntriesByType('resource')"
                + ".filter(({ name }) => name.endsWith('/alerts/test')).length === 3");
        assertThat(from.getDomProperty("value")).isEqualTo("77");
        assertThat(browser.evaluate(LEAVING)).isEqualTo(true);
        browser.press("Save");
        browser.the("#notice");
        assertThat(browser.evaluate(LEAVING)).as("when it is saved").isEqualTo(false);
    }

    private void variablesAreInserted(Chromium browser) {
        browser.go(dashboard + "/commands");
        browser.type("Command", "!hug");
        browser.type("The bot answers", "Hugs for ");
        browser.press("{target}");
        browser.until(page -> page.contains("A sample: Hugs for Grace"));
        browser.press("Add it");
        browser.the("#notice");
        assertThat(account.api().get("/commands/hug").expect(200).at("command.response"))
                .isEqualTo("Hugs for {target}");
    }

    @Test
    void aReaderWhoStaysWithWhatIsNotSavedCanSendTheOtherFormAgain() {
        try (Chromium browser = Chromium.open().as(account)) {
            browser.go(goalPage);
            browser.type("Title", "Mic");
            browser.type("Add by hand", "5");
            browser.evaluate("""
                    addEventListener('submit', (event) => event.preventDefault(), { capture: true });
                    document.querySelector('#add').form.requestSubmit();
                    """);
            browser.untilTrue("return document.querySelector('#add').form.querySelector('button').disabled");
            assertThat(browser.evaluate(LEAVING)).as("the title is not saved").isEqualTo(true);
            browser.untilTrue("return !document.querySelector('#add').form.querySelector('button').disabled");
        }
    }

    @Test
    void aReaderWhoseBrowserCannotKeepTheInputOfOtherFormsIsAsked() {
        try (Chromium browser = Chromium.open().forgetful().as(account)) {
            browser.go(dashboard + "/settings");
            browser.type("For a subscription", "7");
            browser.evaluate("""
                    addEventListener('submit', (event) => event.preventDefault(), { capture: true });
                    document.querySelector('#currency').form.requestSubmit();
                    """);
            browser.untilTrue("return document.querySelector('#currency').form.querySelector('button').disabled");
            assertThat(browser.evaluate(LEAVING)).isEqualTo(true);
        }
    }

    @Test
    void timesAreEnteredAsTheReadersClockHasThem() {
        account.api()
                .patch(goal, Map.of("starts_at", "2026-11-21T18:00:30.250Z"))
                .expect(200);
        try (Chromium browser = Chromium.open().as(account).in("Asia/Kolkata")) {
            browser.go(goalPage);
            assertThat(browser.text()).contains("Time zone: Asia/");
            assertThat(value(browser, "starts_at")).isEqualTo("2026-11-21T23:30:30.25");
            browser.evaluate("document.getElementById('ends_at').value = '2026-11-22T05:30'");
            browser.press("Save");
            browser.the("#notice");
            assertThat(account.api().get(goal).at("tip_goal.starts_at")).isEqualTo("2026-11-21T18:00:30.250Z");
            assertThat(account.api().get(goal).at("tip_goal.ends_at")).isEqualTo("2026-11-22T00:00:00.000Z");
            assertThat(value(browser, "ends_at")).isEqualTo("2026-11-22T05:30");
        }
    }

    @Test
    void aRefusalNamesTheFieldsAsTheFormDoesAndMarksThem() {
        try (Chromium browser = Chromium.open().as(account).in("Asia/Kolkata")) {
            browser.expect("400");
            browser.go(goalPage);
            browser.evaluate("document.getElementById('starts_at').value = '2026-11-22T05:30'");
            browser.evaluate("document.getElementById('ends_at').value = '2026-11-22T05:29'");
            browser.press("Save");
            assertThat(browser.the("#alert").getText()).isEqualTo("“Until” must be after “Counts from”.");
            assertThat(browser.all("[aria-invalid=true]"))
                    .singleElement()
                    .satisfies(field -> assertThat(field.getDomAttribute("aria-describedby"))
                            .isEqualTo("alert ends_at-hint"));
            assertThat(value(browser, "ends_at")).isEqualTo("2026-11-22T05:29");
        }
    }

    @Test
    void aRefusalNamesBoxesOfOneNameByTheirLegend() {
        try (Chromium browser = Chromium.open().as(account)) {
            browser.expect("400");
            browser.go(dashboard + "/commands");
            browser.type("Command", "hug");
            browser.type("The bot answers", "A hug");
            browser.tick("Twitch");
            browser.tick("Kick");
            browser.press("Add it");
            browser.until(page -> page.contains("“In the chat of” must have 1 to 2 elements."));
            assertThat(browser.all("[aria-invalid=true]")).hasSize(2);
        }
    }

    private static String value(Chromium browser, String id) {
        return String.valueOf(browser.the("#" + id).getDomProperty("value"));
    }
}
