package streamerapi.browser;

import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;
import streamerapi.service.Account;
import streamerapi.service.Service;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

/// What holds for every page of the dashboard. A new page is a new address here.
class PagesInBrowserTest {

    private static final List<String> PAGES = List.of(
            "styleguide",
            "queue",
            "review",
            "overlays",
            "api-keys",
            "webhooks",
            "apps",
            "connected-apps",
            "settings",
            "team",
            "account",
            "account/export",
            "account/delete",
            "tips",
            "counters",
            "goals",
            "leaderboard",
            "viewers",
            "commands",
            "import",
            "timers",
            "bot",
            "alerts");

    private static final Path PICTURES = Service.root().resolve("localstack/target/pictures");

    private final Service service = Service.shared();
    private final Account account = service.newAccount();
    private final String dashboard = service.stack().authUrl() + "/dashboard";

    @Test
    void everyPageFitsAPhoneBreaksNoWordAndKeepsNobodyOut() {
        account.api()
                .post("/tips", Map.of("name", "N".repeat(64), "message", "m".repeat(500), "amount", 5))
                .expect(201);
        account.api().post("/webhook-endpoints", Map.of("url", "https://example.com/" + "h".repeat(200)));
        try (Chromium browser = Chromium.open()) {
            signIn(browser);
            for (String page : PAGES) {
                browser.dark(false).go(dashboard + "/" + page);
                assertThat(browser.barriers()).as(page + ", light").isEmpty();
                browser.picture(PICTURES.resolve(page.replace('/', '-') + ".png"));
            }
            browser.onAPhone().dark(true);
            for (String page : PAGES) {
                browser.go(dashboard + "/" + page);
                assertThat(browser.excess())
                        .as("pixels that %s is too wide", page)
                        .isZero();
                assertThat(browser.brokenWords()).as(page).isEmpty();
                assertThat(browser.barriers()).as(page + ", dark, on a phone").isEmpty();
                browser.picture(PICTURES.resolve(page.replace('/', '-') + "-phone-dark.png"));
            }
        }
    }

    @Test
    void thePhonesMenuOpensAndClosesByKeyboard() {
        try (Chromium browser = Chromium.open().onAPhone()) {
            signIn(browser);
            browser.go(dashboard + "/queue");
            browser.tabTo("Skip to the content");
            browser.tabTo("Menu");
            browser.keys(Keys.ENTER);
            browser.tabTo("API keys");
            browser.keys(Keys.ESCAPE);
            assertThat(browser.focused()).isEqualTo("Menu");
            browser.keys(Keys.ENTER);
            browser.tabTo("API keys");
            browser.keys(Keys.ENTER);
            browser.until(page -> page.contains("Make a key"));
        }
    }

    private void signIn(Chromium browser) {
        browser.go(dashboard + "/sign-in");
        browser.type("Email", account.email());
        browser.type("Password", account.password());
        browser.press("Sign in");
        browser.the("#menu");
    }
}
