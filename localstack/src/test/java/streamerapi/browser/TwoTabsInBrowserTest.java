package streamerapi.browser;

import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import streamerapi.service.Account;
import streamerapi.service.Answer;
import streamerapi.service.Service;
import streamerapi.shared.json.Json;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

/// Two people, or two tabs, that edit the same thing in the dashboard.
class TwoTabsInBrowserTest {

    private static final Path PICTURES = Service.root().resolve("localstack/target/pictures");

    private final Service service = Service.shared();
    private final Account account = service.newAccount();
    private final String dashboard = service.stack().authUrl() + "/dashboard";

    @Test
    void theSecondSaveOfACommandIsMerged() {
        merges(Chromium.open(), Chromium.open());
    }

    @Test
    void theSecondSaveIsMergedWithoutScriptsToo() {
        merges(Chromium.withoutScripts(), Chromium.withoutScripts());
    }

    private void merges(Chromium first, Chromium second) {
        account.api()
                .post("/commands", Map.of("name", "hug", "response", "A hug", "cooldown_seconds", 5))
                .expect(201);
        try (first;
                second) {
            for (Chromium tab : List.of(first, second)) {
                tab.as(account).go(dashboard + "/commands/hug");
            }
            first.type("The bot answers", "A big hug");
            first.type("Cooldown, in seconds", "30");
            first.press("Save");
            first.until(page -> page.contains("The command is saved."));

            second.type("The bot answers", "A warm hug");
            second.type("Aliases", "embrace");
            second.expect("status of 412");
            second.press("Save");
            second.until(page -> page.contains("Another save came between"));
            assertThat(second.text()).contains("A warm hug", "A big hug", "Cooldown seconds", "30");
            second.press("Save");
            second.until(page -> page.contains("The command is saved."));
        }
        Answer command = account.api().get("/commands/hug");
        assertThat(command.at("command.response"))
                .as("both changed it: the second chose its own")
                .isEqualTo("A warm hug");
        assertThat(command.at("command.cooldown_seconds"))
                .as("the first's")
                .asString()
                .isEqualTo("30");
        assertThat(command.at("command.aliases")).as("the second's").isEqualTo(List.of("embrace"));
    }

    @Test
    void partsOfTheSettingsAreSavedBesideEachOther() {
        try (Chromium first = Chromium.open();
                Chromium second = Chromium.open()) {
            for (Chromium tab : List.of(first, second)) {
                tab.as(account).go(dashboard + "/settings");
            }
            first.type("Spoken text", "{name} says {message}");
            save(first, "#currency");
            first.until(page -> page.contains("saved"));

            second.type("For a subscription", "7");
            second.type("Spoken text", "{message}, said {name}");
            save(second, "#sub_rewards-per_sub");
            second.until(page -> page.contains("saved"));
            assertThat(second.the("#tts-template").getDomProperty("value"))
                    .as("typed into a form that was not saved")
                    .isEqualTo("{message}, said {name}");
            assertThat(second.the("#sub_rewards-per_sub").getDomProperty("value"))
                    .isEqualTo("7");
        }
        Answer settings = account.dashboard().get("/dashboard/api/settings").expect(200);
        assertThat(settings.at("settings.tts.template")).isEqualTo("{name} says {message}");
        assertThat(settings.at("settings.sub_rewards.per_sub")).asString().isEqualTo("7");
    }

    @Test
    void whatAnotherSavedIsNotOverwrittenByInputThatOutlivedTheSaveOfAnotherForm() {
        try (Chromium first = Chromium.open();
                Chromium second = Chromium.open()) {
            for (Chromium tab : List.of(first, second)) {
                tab.as(account).go(dashboard + "/settings");
            }
            first.type("Spoken text", "{message}, said {name}");
            second.type("Spoken text", "{name} says {message}");
            save(second, "#tts-template");
            second.until(page -> page.contains("saved"));

            first.type("For a subscription", "7");
            save(first, "#sub_rewards-per_sub");
            first.until(page -> page.contains("saved"));
            first.expect("status of 412");
            save(first, "#tts-template");
            first.until(page -> page.contains("Another save came between"));
            assertThat(first.text()).contains("{message}, said {name}", "{name} says {message}");
        }
    }

    @Test
    void whatAnotherSavedIsNotOverwrittenByInputThatOutlivedASession() {
        account.api()
                .post("/commands", Map.of("name", "hug", "response", "A hug"))
                .expect(201);
        try (Chromium browser = Chromium.open()) {
            browser.as(account).go(dashboard + "/commands/hug");
            browser.type("The bot answers", "A warm hug");
            account.api()
                    .patch("/commands/hug", Map.of("response", "A big hug"))
                    .expect(200);
            browser.as(account);
            browser.expect("status of 403");
            browser.press("Save");
            browser.until(page -> page.contains("This page was open for too long"));
            browser.follow("Load the page again");
            browser.until(page -> page.contains("What you entered is here again. It is not saved yet."));
            browser.expect("status of 412");
            browser.press("Save");
            browser.until(page -> page.contains("Another save came between"));
        }
    }

    @Test
    void inputThatIsUndoneIsNotTypedOverAnOlderStateAnyMore() {
        Object id = account.dashboard()
                .post("/dashboard/api/overlays", Map.of("name", "Main"))
                .expect(201)
                .at("overlay.id");
        try (Chromium browser = Chromium.open()) {
            browser.as(account).go(dashboard + "/overlays/" + id);
            browser.type("Name", "Mine");
            account.dashboard()
                    .patch("/dashboard/api/overlays/" + id, Map.of("name", "Theirs"))
                    .expect(200);
            browser.as(account);
            browser.expect("status of 403");
            browser.press("Save");
            browser.until(page -> page.contains("This page was open for too long"));
            browser.follow("Load the page again");
            browser.until(page -> page.contains("What you entered is here again. It is not saved yet."));
            browser.press("Undo changes");
            browser.type("Name", "Ours");
            browser.press("Save");
            browser.until(page -> page.contains("is saved") || page.contains("Another save came between"));
            assertThat(browser.text()).doesNotContain("Another save came between");
        }
    }

    private static void save(Chromium browser, String field) {
        browser.the(field)
                .findElement(By.xpath("ancestor::form//button[@type='submit']"))
                .click();
    }

    @Test
    void whatWasTypedBeforeAnotherSignInIsThereAgain() {
        account.api()
                .post("/commands", Map.of("name", "hug", "response", "A hug"))
                .expect(201);
        try (Chromium browser = Chromium.open()) {
            browser.as(account).go(dashboard + "/commands/hug");
            browser.type("The bot answers", "A warm hug");
            browser.as(account);
            browser.expect("status of 403");
            browser.press("Save");
            browser.until(page -> page.contains("This page was open for too long"));
            browser.follow("Load the page again");
            browser.until(page -> page.contains("What you entered is here again. It is not saved yet."));
            browser.press("Save");
            browser.until(page -> page.contains("The command is saved."));
        }
        assertThat(account.api().get("/commands/hug").at("command.response")).isEqualTo("A warm hug");
    }

    @Test
    void aFormThatWasSavedIsNotUnsavedOnTheWayBack() {
        account.api()
                .post("/commands", Map.of("name", "hug", "response", "A hug"))
                .expect(201);
        try (Chromium browser = Chromium.thatKeepsPages()) {
            browser.as(account).go(dashboard + "/commands/hug");
            browser.type("The bot answers", "A warm hug");
            browser.press("Save");
            browser.until(page -> page.contains("The command is saved."));
            browser.evaluate("history.back()");
            browser.until(page -> browser.address().endsWith("/hug") && !page.contains("Not saved yet."));
            assertThat(browser.the("#response").getDomProperty("value")).isEqualTo("A warm hug");
        }
    }

    @Test
    void aFormWhoseAnswerIsLostIsThereAgainAndCarriedOutOnce() {
        try (Chromium browser = Chromium.open()) {
            browser.as(account).go(dashboard + "/tips");
            browser.type("From", "Ada");
            browser.type("Message", "Only once");
            browser.evaluate("""
                    addEventListener('submit', async (event) => {
                      event.preventDefault();
                      const body = new URLSearchParams(new FormData(event.target));
                      await fetch(event.target.action, { method: 'POST', body });
                      document.title = 'lost';
                    });""");
            browser.press("Send the tip");
            browser.untilTrue("return document.title === 'lost'");
            assertThat(account.api().get("/tts/queue").each("items", "message")).containsExactly("Only once");

            browser.go(dashboard + "/home");
            browser.go(dashboard + "/tips");
            browser.until(page -> page.contains("No answer came to what you entered."));
            browser.press("Send the tip");
            browser.until(page -> page.contains("The tip is in the queue."));
            assertThat(account.api().get("/tts/queue").each("items", "message")).containsExactly("Only once");

            browser.go(dashboard + "/tips");
            browser.type("From", "Ada");
            browser.type("Message", "Only once");
            browser.press("Send the tip");
            browser.until(page -> page.contains("The tip is in the queue."));
            assertThat(account.api().get("/tts/queue").each("items", "message"))
                    .as("the same words, entered again, are another tip")
                    .containsExactly("Only once", "Only once");
        }
    }

    /// Presses a counter of three, which the service counts and whose answer is lost.
    private void pressOnceInVain(Chromium browser) {
        account.api()
                .send("PUT", "/counters/wins", Json.write(Map.of("value", 3)))
                .expect(201);
        browser.as(account).go(dashboard + "/counters");
        browser.evaluate("""
                const sent = window.fetch;
                window.fetch = async (address, options) => {
                  const answer = await sent(address, options);
                  if (!window.lost && String(address).endsWith('/add')) {
                    window.lost = true;
                    throw new TypeError('the answer is lost');
                  }
                  return answer;
                };""");
        browser.the("[aria-label='One more wins']").click();
        browser.until(page -> page.contains("This did not reach the service."));
    }

    @Test
    void aPressWhoseAnswerIsLostCountsOnce() {
        try (Chromium browser = Chromium.open()) {
            pressOnceInVain(browser);
            browser.the("[aria-label='One more wins']").click();
            browser.until(page -> !page.contains("This did not reach the service."));
            assertThat(account.api().get("/counters/wins").at("counter.value")).hasToString("4");
            browser.the("[aria-label='One more wins']").click();
            browser.untilTrue("return document.querySelector('[data-value=wins]').textContent === '5'");
        }
        assertThat(account.api().get("/counters/wins").at("counter.value")).hasToString("5");
    }

    @Test
    void aPressAfterThePageHasShownWhatCameOfALostOneCounts() {
        try (Chromium browser = Chromium.open()) {
            pressOnceInVain(browser);
            browser.the("[aria-label='One less wins']").click();
            browser.until(page -> !page.contains("This did not reach the service."));
            assertThat(browser.the("[data-value=wins]").getText())
                    .as("what came of both")
                    .isEqualTo("3");
            browser.the("[aria-label='One more wins']").click();
            browser.untilTrue("return document.querySelector('[data-value=wins]').textContent === '4'");
            browser.untilTrue("return counting.size === 0");
            assertThat(browser.the("[data-value=wins]").getText()).isEqualTo("4");
        }
        assertThat(account.api().get("/counters/wins").at("counter.value")).hasToString("4");
    }

    @Test
    void whatOneReaderTypedIsNotInTheFormOfAnother() {
        Account other = service.newAccount();
        try (Chromium browser = Chromium.open()) {
            browser.as(account).go(dashboard + "/settings");
            browser.type("For a subscription", "7");
            browser.as(other);
            browser.expect("status of 403");
            save(browser, "#currency");
            browser.until(page -> page.contains("This page was open for too long"));
            browser.follow("Load the page again");
            browser.until(page -> page.contains("What channel point rewards do"));
            assertThat(browser.the("#sub_rewards-per_sub").getDomProperty("value"))
                    .isEqualTo("0");

            browser.as(account).go(dashboard + "/settings");
            assertThat(browser.the("#sub_rewards-per_sub").getDomProperty("value"))
                    .as("kept for its own")
                    .isEqualTo("7");
        }
    }

    @Test
    void theMergeIsReadable() {
        account.api()
                .post("/commands", Map.of("name", "hug", "response", "A hug", "cooldown_seconds", 5))
                .expect(201);
        for (boolean phone : List.of(false, true)) {
            try (Chromium browser = Chromium.open()) {
                if (phone) {
                    browser.onAPhone().dark(true);
                }
                browser.as(account).go(dashboard + "/commands/hug");
                account.api()
                        .patch(
                                "/commands/hug",
                                Map.of("response", "A hug of " + phone, "cooldown_seconds", phone ? 40 : 30))
                        .expect(200);
                browser.type("The bot answers", "A warm hug");
                browser.expect("status of 412");
                browser.press("Save");
                browser.until(page -> page.contains("Another save came between"));
                assertThat(browser.barriers()).isEmpty();
                browser.picture(PICTURES.resolve(phone ? "merge-phone-dark.png" : "merge.png"));
            }
        }
    }
}
