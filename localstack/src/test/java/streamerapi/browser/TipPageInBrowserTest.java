package streamerapi.browser;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import streamerapi.service.Account;
import streamerapi.service.PlatformBrowser;
import streamerapi.service.Service;
import streamerapi.shared.json.Json;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;

/// A viewer who pays for a tip in a browser, on a narrow phone and at a desk, by day and by night.
@ResourceLock(Service.DATA_DIRECTORY)
class TipPageInBrowserTest {

    private static final Path PICTURES = Service.root().resolve("localstack/target/pictures");
    private static final int NARROW = 320;
    private static final int HEIGHT = 900;

    /// The page that waits for the payment loads itself again, as section 5 of the connectors' contract has it.
    private static final String RELOADS = "meta-refresh";

    private final Service service = Service.shared();
    private final Account account = service.newAccount();
    private final String address = service.stack().authUrl() + "/tip/nova-on-air";

    @Test
    void aTipIsPaidOnEveryScreenAndWithoutScripts() {
        account.dashboard()
                .patch("/dashboard/api/account", Map.of("name", "نوفا Plays"))
                .expect(200);
        account.dashboard()
                .patch(
                        "/dashboard/api/settings",
                        Map.of(
                                "tip_page",
                                Map.of(
                                        "enabled",
                                        true,
                                        "slug",
                                        "nova-on-air",
                                        "text",
                                        "Every tip is read aloud. Thank you for keeping the lights on!",
                                        "media",
                                        true)))
                .expect(200);
        try (Chromium browser = Chromium.open().sized(NARROW, HEIGHT)) {
            looked(browser, address, "tip-closed");
            account.dashboard()
                    .withoutValidation()
                    .send(
                            "PUT",
                            "/dashboard/api/connections/stripe",
                            Json.write(service.stack().processors().credentials("stripe")))
                    .expect(200);
            looked(browser, address, "tip-form");
            browser.type("Your message", "Hello from a phone");
            browser.untilTrue("return document.getElementById('message-count').textContent === '18 of 500'");
            browser.type("Video link", "https://youtu.be/aqz-KE-bpKQ?t=1m20s");
            browser.until(page -> page.contains("YouTube video aqz-KE-bpKQ, from 1:20."));
            seen(browser, "tip-video");
            browser.type("Video link", "a video of cats");
            browser.untilTrue("return document.getElementById('media_url-video').hidden");
            browser.type("Video link", "");
            browser.type("Or another amount", "0.10");
            browser.expect("422");
            browser.press("Continue to payment");
            browser.until(page -> page.contains("The smallest amount is"));
            assertThat(browser.focused()).contains("Or another amount");
            seen(browser, "tip-refused");

            browser.type("Or another amount", "7.50");
            browser.press("Continue to payment");
            browser.until(page -> page.contains("Pay"));
            browser.the("button[value=pay]").click();
            browser.until(page -> page.contains("queue") || page.contains("Waiting for the payment"));
            browser.untilTrue("return document.querySelector('[data-state=queued]') !== null");
            seen(browser, "tip-queued");
            browser.sized(1_280, HEIGHT).as(account).go(service.stack().authUrl() + "/dashboard/tip-page");
            browser.until(page -> page.contains("Try a tip"));
            seen(browser, "tip-settings");
            assertThat(account.api().get("/tts/queue").expect(200).text()).contains("Hello from a phone", "7.5");
        }
        try (Chromium browser = Chromium.withoutScripts().sized(NARROW, HEIGHT)) {
            browser.go(address);
            browser.type("Your name", "No script");
            browser.press("Continue to payment");
            seenOnce(browser, "button[value=pay]");
        }
        account.dashboard().withoutValidation().delete("/dashboard/api/connections/stripe");
    }

    @Test
    void aPageWithEverythingFitsEveryScreen() {
        String slug = "nova-with-everything";
        String place = service.stack().authUrl() + "/tip/" + slug;
        account.dashboard()
                .patch("/dashboard/api/account", Map.of("name", "نوفا Plays " + "o".repeat(40)))
                .expect(200);
        account.dashboard()
                .patch(
                        "/dashboard/api/settings",
                        Map.of(
                                "tip_page",
                                Map.of(
                                        "slug",
                                        slug,
                                        "title",
                                        "قهوة لنوفا " + "Coffee".repeat(11),
                                        "color",
                                        "#ffe000",
                                        "media",
                                        true,
                                        "show_goal",
                                        true,
                                        "show_tips",
                                        true)))
                .expect(200);
        Object overlay = Objects.requireNonNull(account.dashboard()
                .post("/dashboard/api/overlays", Map.of("name", "Main", "widgets", List.of("goal")))
                .expect(201)
                .at("overlay.id"));
        account.api()
                .patch(
                        "/overlays/" + overlay + "/tip-goal",
                        Map.of("enabled", true, "title", "ميكروفون " + "M".repeat(50), "amount", 999_999))
                .expect(200);
        for (String name : List.of("N".repeat(64), "نوفا", "Mira")) {
            Object tip = account.api()
                    .post("/tips", Map.of("name", name, "amount", 5, "paid", true))
                    .expect(201)
                    .at("tip.order_id");
            account.api().post("/tts/" + tip + "/start").expect(200);
            account.api().post("/tts/" + tip + "/finish").expect(200);
        }
        try (Chromium browser = Chromium.open().sized(1_280, HEIGHT)) {
            browser.as(account);
            looked(browser, service.stack().authUrl() + "/dashboard/tip-page/preview", "tip-preview");
            assertThat(browser.the("button[type=submit]").isEnabled()).isFalse();
            account.dashboard()
                    .patch("/dashboard/api/settings", Map.of("tip_page", Map.of("enabled", true)))
                    .expect(200);
            for (String provider : List.of("twitch", "kick")) {
                PlatformBrowser platform = new PlatformBrowser(account, provider);
                platform.put(platform.credentials()).expect(200);
            }
            browser.go(service.stack().authUrl() + "/dashboard/tip-page");
            browser.the("#qr summary").click();
            browser.untilTrue("return document.querySelector('img.qr').naturalWidth > 100");
            seen(browser, "tip-qr");

            looked(browser, place, "tip-everything");
            browser.the("a[href$='/sign-in/twitch']").click();
            browser.until(page -> page.contains("Connect to Twitch?"));
            browser.the("button[value=approve]").click();
            browser.until(page -> page.contains("Signed in as"));
            account.api()
                    .post("/viewers/novafox/credits/grant", Map.of("amount", 2))
                    .expect(200);
            looked(browser, place, "tip-signed-in");
            browser.type("Message for a credit", "Spent in a browser");
            browser.press("Send for one credit");
            browser.until(page -> page.contains("one credit was used"));
            seen(browser, "tip-credit-spent");
            browser.press("Sign out");
            browser.until(page -> page.contains("Sign in with Twitch"));
        }
        assertThat(account.api().get("/tts/queue").expect(200).text()).contains("Spent in a browser");
    }

    private static void seenOnce(Chromium browser, String selector) {
        assertThat(browser.the(selector).isDisplayed()).isTrue();
    }

    private void looked(Chromium browser, String page, String name) {
        browser.go(page);
        seen(browser, name);
    }

    /// Looks at the page that is shown, in both schemes, narrow and wide.
    private void seen(Chromium browser, String name) {
        for (boolean dark : List.of(false, true)) {
            browser.dark(dark);
            String scheme = dark ? "-dark" : "-light";
            assertThat(browser.sized(1_280, HEIGHT).barriers())
                    .as(name + scheme)
                    .filteredOn(barrier -> !barrier.contains(RELOADS))
                    .isEmpty();
            browser.picture(PICTURES.resolve(name + scheme + "-desk.png"));
            browser.sized(NARROW, HEIGHT);
            assertThat(browser.excess()).as(name).isZero();
            assertThat(browser.brokenWords()).as(name).isEmpty();
            browser.picture(PICTURES.resolve(name + scheme + "-phone.png"));
        }
    }
}
