package streamerapi.browser;

import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;
import streamerapi.service.Account;
import streamerapi.service.Service;
import streamerapi.service.TestReceiver;
import streamerapi.shared.storage.Write;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;

import javax.imageio.ImageIO;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// Holds the rules for every page of the dashboard. A new page is a new address here.
class PagesInBrowserTest {

    private static final List<String> PAGES = List.of(
            "styleguide",
            "home",
            "queue",
            "review",
            "overlays",
            "connections",
            "connections/twitch",
            "connections/kick",
            "api-keys",
            "webhooks",
            "apps",
            "connected-apps",
            "settings",
            "team",
            "account",
            "account/export",
            "queue/history/parts",
            "account/delete",
            "tip-page",
            "tips",
            "counters",
            "goals",
            "goals/counts",
            "goals/timer",
            "media",
            "library",
            "leaderboard",
            "money",
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
        endEndpoint("W".repeat(60));
        try (Chromium browser = Chromium.open()) {
            browser.as(account);
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

    /// Makes an endpoint that ends at the first event, of which the home page tells.
    private void endEndpoint(String name) {
        try (TestReceiver gone = TestReceiver.open().answering(delivery -> 410)) {
            Object id = account.api()
                    .post("/webhook-endpoints", Map.of("url", gone.url(), "description", name))
                    .expect(201)
                    .at("endpoint.id");
            account.api().post("/tips/test").expect(201);
            await().until(() -> Boolean.FALSE.equals(
                    account.api().get("/webhook-endpoints/" + id).at("endpoint.is_active")));
        }
    }

    /// With the attribute `download` a browser saves whatever comes, such as the sign-in page, under the file's name.
    @Test
    void aFileThatIsAskedForAfterTheSessionsEndLeadsToTheSignIn() {
        try (Chromium browser = Chromium.open()) {
            for (String page : List.of("account/export", "money", "import")) {
                browser.as(account).go(dashboard + "/" + page);
                account.rows("SESSION#")
                        .forEach(session -> account.table().write(List.of(Write.delete(session.key()))));
                browser.follow(
                        page.equals("money")
                                ? "Download as CSV"
                                : page.equals("import") ? "Commands, as CSV" : "Download part 1");
                browser.until(words -> words.contains("You were signed out. Sign in again to go on."));
            }
        }
    }

    /// The README opens with this picture; `-Ddocs.update=true` takes it anew.
    @Test
    void theReadmesPictureIsOfTheHomePage() throws IOException {
        List<List<Object>> tips = List.of(
                List.of("Mira", 5, "Great run! Try the left door next."),
                List.of("NovaFox", 20, "You carried that boss fight, congratulations!"),
                List.of("Ottoline", 3, "Hello from Lisbon"),
                List.of("pixel_heron", 50, "For the new microphone. Keep it up!"),
                List.of("Jun", 8, "What is the song called?"));
        Account channel = service.newAccount();
        channel.dashboard()
                .patch("/dashboard/api/account", Map.of("name", "NovaPlays"))
                .expect(200);
        for (List<Object> tip : tips) {
            Map<String, Object> body = Map.of(
                    "name", tip.get(0), "amount", tip.get(1), "message", tip.get(2), "currency", "EUR", "paid", true);
            channel.api().post("/tips", body).expect(201);
        }
        Object first = channel.api().get("/tts/queue").at("items.0.order_id");
        channel.api().post("/tts/" + first + "/start").expect(200);
        channel.dashboard().delete("/dashboard/api/first-steps").expect(200);
        Path taken = PICTURES.resolve("readme.png");
        try (Chromium browser = Chromium.forPictures()) {
            browser.as(channel).go(dashboard + "/home");
            browser.until(page -> page.contains("Great run!") && page.contains("86.00 EUR"));
            browser.keep(taken);
        }
        Path shown = Service.root().resolve("docs/pictures/home.png");
        if (Boolean.getBoolean("docs.update")) {
            Files.copy(taken, shown, StandardCopyOption.REPLACE_EXISTING);
        }
        assertThat(Files.readString(Service.root().resolve("README.md"))).contains("](docs/pictures/home.png)");
        assertThat(Files.size(shown)).as("bytes").isLessThan(150_000);
        assertThat(ImageIO.read(shown.toFile()).getWidth()).as("pixels wide").isEqualTo(1_280);
    }

    @Test
    void thePhonesMenuOpensAndClosesByKeyboard() {
        try (Chromium browser = Chromium.open().onAPhone()) {
            browser.as(account).go(dashboard + "/queue");
            browser.tabTo("Skip to the content");
            browser.tabTo("Menu");
            browser.keys(Keys.ENTER);
            browser.tabTo("Developers");
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

    @Test
    void aTextIsSelectedIfThePageMayNotWriteToTheClipboard() {
        try (Chromium browser = Chromium.open()) {
            browser.as(account).go(dashboard + "/connections/twitch");
            browser.press("Copy");
            browser.until(page -> page.contains("Selected: copy it now"));
            assertThat(browser.evaluate("return getSelection().toString()"))
                    .isEqualTo(browser.the("#redirect-uri").getText());
            browser.press("Copy");
            browser.untilTrue("return getSelection().toString() === '"
                    + browser.the("#viewer-redirect-uri").getText() + "'");
            assertThat(browser.all("[data-copy='redirect-uri']").getFirst().getText())
                    .isEqualTo("Copy");
        }
    }
}
