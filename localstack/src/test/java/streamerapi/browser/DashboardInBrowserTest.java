package streamerapi.browser;

import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;
import streamerapi.service.Account;
import streamerapi.service.ApiClient;
import streamerapi.service.Service;
import streamerapi.service.TestReceiver;

import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

/// A streamer in the dashboard.
class DashboardInBrowserTest {

    private static final List<String> PAGES =
            List.of("queue", "review", "api-keys", "apps", "connected-apps", "webhooks");

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
            browser.until(page -> page.contains("Nobody waits."));
            account.api()
                    .post("/tips", Map.of("name", "NovaFox", "message", "Good luck!"))
                    .expect(201);
            browser.until(page -> page.contains("NovaFox") && page.contains("Good luck!"));

            String tip = (String) account.api().get("/tts/queue").at("items.0.order_id");
            account.api().post("/tts/" + tip + "/start").expect(200);
            browser.until(page -> page.contains("Playing"));
            browser.press("Skip");
            browser.until(page -> page.contains("Nobody waits."));
            browser.press("Replay");
            browser.until(page -> page.contains("a replay"));
            browser.press("Replay");
            browser.until(page -> page.contains("The tip was replayed a moment ago."));
            browser.press("Pause");
            browser.until(page -> page.contains("Paused"));
            assertThat(account.api().get("/tts/queue").at("is_paused")).isEqualTo(true);
            assertThat(browser.address()).as("the page was never left").isEqualTo(dashboard + "/queue");
        }
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
            browser.press("Send a ping");
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
            browser.until(page -> page.contains("Nobody waits."));
            browser.tabTo("Pause");
            browser.keys(Keys.ENTER);
            browser.until(page -> page.contains("Paused"));
            assertThat(browser.focused()).as("the focus stays where it was").isEqualTo("Resume");
            browser.tabTo("Clear the queue");
            browser.keys(Keys.ENTER);
            browser.tabTo("Yes, clear the queue");
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
            browser.until(page -> page.contains("Nobody waits."));
            browser.follow("API keys");
            browser.type("Name", "No scripts");
            browser.tick("tts:read");
            browser.press("Make the key");
            assertThat(browser.the("#secret").getText()).startsWith("sak_");
        }
    }

    private Chromium signedIn(Chromium browser) {
        browser.go(dashboard);
        browser.type("Email", account.email());
        browser.type("Password", account.password());
        browser.press("Sign in");
        browser.the("#live");
        return browser;
    }
}
