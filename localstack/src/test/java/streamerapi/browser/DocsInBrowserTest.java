package streamerapi.browser;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.service.Account;
import streamerapi.service.Service;

import java.time.Duration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// The documentation as people read it. [Chromium] fails a test whose page's console complains.
class DocsInBrowserTest {

    private final Service service = Service.shared();

    @Test
    void theReferenceIsSearchedAndTriesACall() {
        Account account = service.newAccount();
        try (Chromium browser = Chromium.open()) {
            browser.go(service.stack().authUrl() + "/docs");
            browser.keys("/", "replay_too_soon");
            await().atMost(Duration.ofSeconds(60))
                    .untilAsserted(() -> assertThat(browser.the("#results").getText())
                            .contains("/v1/tts/{orderId}/replay")
                            .contains("Errors"));

            browser.the("#search").clear();
            browser.the("#search").sendKeys("who am");
            await().atMost(Duration.ofSeconds(60))
                    .untilAsserted(() ->
                            assertThat(browser.the("#results li").getText()).contains("/v1/me"));
            browser.the("#results a").click();
            browser.until(page -> page.contains("Identity"));
            assertThat(browser.address()).endsWith("/docs/api-identity#getMe");

            browser.the("#getMe [data-language=Python] summary").click();
            assertThat(browser.the("#getAsyncApi [data-language=Python] pre").isDisplayed())
                    .isTrue();
            browser.the("#getMe button.secondary").click();
            browser.the("#getMe .try input").sendKeys(account.apiKey());
            browser.the("#getMe .try button").click();
            await().atMost(Duration.ofSeconds(60))
                    .untilAsserted(
                            () -> assertThat(browser.the("#getMe .try pre").getText())
                                    .startsWith("200")
                                    .contains(account.tenantId()));
        }
    }

    @Test
    void anIndexThatCannotBeHadIsAskedForAgain() {
        try (Chromium browser = Chromium.open()) {
            browser.go(service.stack().authUrl() + "/docs");
            browser.evaluate("""
                    const { fetch } = window;
                    window.fetch = async () => {
                      window.fetch = fetch;
                      throw new TypeError('no network');
                    };
                    """);

            browser.the("#search").sendKeys("who");
            browser.the("#search").sendKeys(" am");

            await().atMost(Duration.ofSeconds(60))
                    .untilAsserted(() ->
                            assertThat(browser.the("#results li").getText()).contains("/v1/me"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/docs/errors#already_playing", "/docs/webhooks#what-comes", "/docs/api-tips#createTip"})
    void aPlaceThatALinkLeadsToIsSeenBelowTheHeader(String place) {
        try (Chromium browser = Chromium.open()) {
            browser.go(service.stack().authUrl() + place);
            assertThat(browser.evaluate("""
                    const place = document.getElementById(location.hash.slice(1));
                    const { bottom } = document.querySelector('header').getBoundingClientRect();
                    return place.getBoundingClientRect().top >= bottom;
                    """)).isEqualTo(true);
        }
    }

    @Test
    void aGuideIsOneColumnWithItsLinksInTheLinesOfItsText() {
        try (Chromium browser = Chromium.open()) {
            browser.go(service.stack().authUrl() + "/docs/webhooks");
            assertThat(browser.evaluate("return getComputedStyle(document.body).columnCount"))
                    .isEqualTo("auto");
            assertThat(browser.evaluate("""
                    return [...document.querySelectorAll('main p a, main li a')]
                        .every((link) => getComputedStyle(link).display === 'inline');
                    """)).isEqualTo(true);
        }
    }

    @Test
    void aCallIsTriedInABrowserThatKeepsNothing() {
        Account account = service.newAccount();
        try (Chromium browser = Chromium.open().forgetful()) {
            browser.go(service.stack().authUrl() + "/docs/api-identity");
            browser.the("#getMe button.secondary").click();
            browser.the("#getMe .try input").sendKeys(account.apiKey());
            browser.the("#getMe .try button").click();
            browser.until(page -> page.contains(account.tenantId()));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/api-tips", "/dashboard-team"})
    void theReferenceFitsAPhoneTheKeyboardAndBothSchemes(String page) {
        try (Chromium browser = Chromium.open().onAPhone()) {
            browser.dark(true).go(service.stack().authUrl() + "/docs" + page);
            browser.the("#search");
            assertThat(browser.excess()).isLessThanOrEqualTo(0);
            assertThat(browser.barriers()).isEmpty();
            browser.dark(false).sized(1280, 900).go(service.stack().authUrl() + "/docs" + page);
            assertThat(browser.excess()).isLessThanOrEqualTo(0);
            assertThat(browser.barriers()).isEmpty();
            browser.tabTo("Media queue");
        }
    }

    @Test
    void theReferenceIsReadWithoutScripts() {
        try (Chromium browser = Chromium.withoutScripts()) {
            browser.go(service.stack().authUrl() + "/docs/api-tips");
            assertThat(browser.text())
                    .contains("Create a tip")
                    .contains("curl \"$STREAMER_URL/tips\"")
                    .contains("Display name, before filtering")
                    .doesNotContain("Try it");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"features", "tip-page", "alerts", "moderation", "money", "connections", "stripe", "kick"})
    void aGuideForStreamersFitsAPhone(String guide) {
        try (Chromium browser = Chromium.open().onAPhone()) {
            browser.go(service.stack().authUrl() + "/docs/" + guide);
            assertThat(browser.excess()).isLessThanOrEqualTo(0);
            assertThat(browser.barriers()).isEmpty();
        }
    }

    @Test
    void guidesLeadToEachOtherAndFitAPhone() {
        try (Chromium browser = Chromium.open().onAPhone()) {
            browser.go(service.stack().authUrl() + "/docs/quickstart");
            browser.follow("Errors");
            browser.until(page -> page.contains("already_playing"));

            assertThat(browser.excess()).isLessThanOrEqualTo(0);
            assertThat(browser.barriers()).isEmpty();
            assertThat(browser.the("#already_playing").getText()).isEqualTo("already_playing");
        }
    }
}
