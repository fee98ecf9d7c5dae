package streamerapi.browser;

import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;
import streamerapi.service.Account;
import streamerapi.service.Service;

import java.util.List;
import java.util.Map;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;

/// A streamer who hears the dashboard by a screen reader and works it by keyboard.
class HeardInBrowserTest {

    /// Keeps what a screen reader would tell: what comes to be in a live region that was there before, and each alert
    /// that appears.
    private static final String HEARD = """
            window.heard = [];
            addEventListener("DOMContentLoaded", () => { heard.length = 0; });
            const regions = "[role=alert], [role=status]";
            new MutationObserver((changes) => {
              for (const { target, addedNodes, type } of changes) {
                const element = target.nodeType === Node.ELEMENT_NODE ? target : target.parentElement;
                const words = type === "characterData" ? target.data : [...addedNodes].map((node) => node.textContent).join("");
                if (element?.closest(regions)) heard.push(words.trim());
                else for (const node of addedNodes) if (node.matches?.("[role=alert]")) heard.push(words.trim());
              }
            }).observe(document, { subtree: true, childList: true, characterData: true });
            """;

    private final Service service = Service.shared();
    private final Account account = service.newAccount();
    private final String dashboard = service.stack().authUrl() + "/dashboard";

    @Test
    void aRefusalIsHeardOnceWhileTipsComeIn() {
        try (Chromium browser = on("/queue")) {
            browser.the("#live[data-socket=open]");
            browser.evaluate("""
                    const form = document.querySelector("#live form");
                    setError(form, "It was refused.");
                    """);
            for (String name : List.of("NovaFox", "MossyOwl", "Ada")) {
                account.tip(name);
                browser.until(page -> page.contains(name));
            }
            assertThat(browser.the("form > .beside[role=alert]").getText()).isEqualTo("It was refused.");
            assertThat(heard(browser))
                    .filteredOn(words -> words.equals("It was refused."))
                    .hasSize(1);
        }
    }

    @Test
    void aLostConnectionIsHeardOnceAndSoIsItsReturn() {
        try (Chromium browser = on("/queue")) {
            browser.the("#live[data-socket=open]");
            browser.evaluate(
                    "live.lost(); live.lost(); const now = Date.now; Date.now = () => now() + 30000; live.lost();");
            assertThat(browser.the("#lost").getText())
                    .startsWith("Not connected: what you see is 3")
                    .endsWith("It goes live again by itself.");
            assertThat(heard(browser))
                    .filteredOn(words -> words.contains("Not connected"))
                    .hasSize(1);
            browser.evaluate("live.refresh()");
            browser.until(page -> browser.all("#lost").isEmpty());
            assertThat(heard(browser)).last().isEqualTo("This page is live again.");
        }
    }

    @Test
    void eachDecisionIsHeardAndEachButtonNamesItsTip() {
        account.dashboard()
                .patch("/dashboard/api/settings", Map.of("review", Map.of("hold_all", true)))
                .expect(200);
        for (int amount : List.of(5, 20, 30)) {
            account.api()
                    .post("/tips", Map.of("name", "NovaFox", "amount", amount))
                    .expect(202);
        }
        try (Chromium browser = on("/review")) {
            browser.the("#live[data-socket=open]");
            assertThat(names(browser, "#rows button, #rows input:not([type=hidden])"))
                    .doesNotHaveDuplicates()
                    .contains("Without speech: approve the tip of NovaFox, 20.00 EUR");
            browser.keys("j", "a", "j", "a", "j", "r");
            assertThat(heard(browser)).containsExactly("Approved", "Approved", "Rejected");
        }
    }

    @Test
    void theFocusStaysByTheListWhenItsChangesAreShownByKeyboard() {
        account.tip("NovaFox");
        account.tip("MossyOwl");
        try (Chromium browser = on("/queue")) {
            browser.the("#live[data-socket=open]");
            browser.tabTo("Remove the tip of MossyOwl");
            account.tip("Ada");
            browser.until(page -> page.contains("1 new: show"));
            assertThat(heard(browser)).last().asString().startsWith("The list has changed.");
            browser.evaluate("document.getElementById('held-back').focus()");
            browser.keys(Keys.ENTER);
            browser.until(page -> page.contains("Ada"));
            assertThat(browser.evaluate("return document.activeElement.closest('#rows') !== null"))
                    .isEqualTo(true);
        }
    }

    @Test
    void aToastStaysWhileItHasTheFocusAndTheFocusIsNotLostWithIt() {
        account.tip("NovaFox");
        try (Chromium browser = on("/queue")) {
            browser.evaluate("""
                    const wait = window.setTimeout.bind(window);
                    window.setTimeout = (task, ms, ...more) => wait(task, ms === 10000 ? 0 : ms, ...more);
                    toast("It is removed.", "/dashboard/queue/none/restore");
                    document.querySelector(".toast button").focus();
                    """);
            browser.evaluate("return new Promise((done) => setTimeout(done, 100))");
            assertThat(browser.all(".toast button")).hasSize(1);
            browser.evaluate("document.querySelector('.toast form').dispatchEvent(new CustomEvent('done'))");
            assertThat(browser.all(".toast")).isEmpty();
            assertThat(browser.evaluate("return document.activeElement.id")).isEqualTo("content");
        }
    }

    @Test
    void aSavedFormIsHeardOnThePageThatItLeadsTo() {
        try (Chromium browser = on("/account")) {
            browser.type("Name of the channel", "NovaFox");
            browser.press("Save");
            browser.the("#notice");
            String notice = browser.the("#notice").getText();
            browser.untilTrue("return heard.length > 0");
            assertThat(heard(browser)).contains(notice);
        }
    }

    @Test
    void whatAFormDidIsToldOnce() {
        try (Chromium browser = on("/account")) {
            browser.type("Name of the channel", "NovaFox");
            browser.press("Save");
            browser.the("#notice");
            browser.go(browser.address());
            assertThat(browser.all("#notice")).isEmpty();

            browser.go(dashboard + "/queue/history?q=%2B&refused=already_playing");
            browser.the("#alert");
            browser.go(browser.address());
            assertThat(browser.all("#alert")).isEmpty();
            assertThat(browser.the("#q").getDomProperty("value")).isEqualTo("+");
        }
    }

    @Test
    void aFormThatWasSentAfterTheSessionEndedIsThereAgainForItsReaderAlone() {
        try (Chromium browser = on("/commands")) {
            sendSignedOut(browser);
            browser.signIn(account);
            browser.until(page -> page.contains("What you entered is here again."));
            assertThat(entered(browser)).isEqualTo("An answer that took ten minutes");
            browser.go(dashboard + "/commands");
            assertThat(entered(browser)).isEqualTo("");

            sendSignedOut(browser);
            browser.signIn(service.newAccount());
            browser.the("#menu");
            browser.go(dashboard + "/commands");
            assertThat(entered(browser)).isEqualTo("");
        }
    }

    private static void sendSignedOut(Chromium browser) {
        browser.evaluate("""
                document.getElementById("response").value = "An answer that took ten minutes";
                const token = document.querySelector("[name=csrf_token]").value;
                return fetch("/dashboard/sign-out", { method: "POST", body: new URLSearchParams({ csrf_token: token }) });
                """);
        browser.evaluate("""
                const { form } = document.getElementById("response");
                form.noValidate = true;
                form.requestSubmit();
                """);
        browser.until(page -> page.contains("You were signed out"));
    }

    private static Object entered(Chromium browser) {
        return Objects.requireNonNull(browser.evaluate("return document.getElementById('response').value"));
    }

    @Test
    void aRefusedFormIsToldInTheTitle() {
        try (Chromium browser = on("/account")) {
            browser.type("New password", "a password of some length");
            browser.evaluate("document.getElementById('current_password').value = 'another'");
            browser.expect("status of 4");
            browser.press("Change the password");
            browser.the("#alert");
            assertThat(browser.title()).startsWith("Error: Account");
        }
    }

    @Test
    void keysThatPressButtonsCanBeSwitchedOffWhereTheyWork() {
        try (Chromium browser = on("/home")) {
            for (String page : List.of("/home", "/queue", "/media", "/review")) {
                browser.go(dashboard + page);
                assertThat(browser.the("[data-shortcuts]").isDisplayed())
                        .as(page)
                        .isTrue();
            }
        }
    }

    @Test
    void theMenuOfALowWindowScrollsAsAWhole() {
        try (Chromium browser = on("/home").sized(320, 256)) {
            browser.press("Menu");
            assertThat((long) Objects.requireNonNull(
                            browser.evaluate("return document.querySelector('.nav-groups').clientHeight")))
                    .isGreaterThan(256);
        }
    }

    private Chromium on(String page) {
        Chromium browser = Chromium.open().before(HEARD);
        browser.go(dashboard + page);
        browser.signIn(account);
        browser.the("#menu");
        browser.go(dashboard + page);
        return browser;
    }

    @SuppressWarnings("unchecked")
    private static List<String> heard(Chromium browser) {
        return (List<String>) Objects.requireNonNull(browser.evaluate("return heard.filter((words) => words !== '')"));
    }

    private static List<String> names(Chromium browser, String selector) {
        return browser.all(selector).stream()
                .map(one -> Objects.requireNonNull(one.getAccessibleName()))
                .toList();
    }
}
