package streamerapi.browser;

import org.junit.jupiter.api.Test;
import streamerapi.service.Account;
import streamerapi.service.Service;

import java.time.Duration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// The documentation as people read it. [Chromium] fails a test whose page's console complains.
class DocsInBrowserTest {

    private final Service service = Service.shared();

    @Test
    void theReferenceShowsEveryGroupAndTriesARequest() {
        Account account = service.newAccount();
        try (Chromium browser = Chromium.open()) {
            browser.go(service.stack().authUrl() + "/docs");
            browser.until(page -> page.contains("TTS queue") && page.contains("Webhook endpoints"));

            browser.the(".authorize").click();
            browser.the("#auth-bearer-value").sendKeys(account.apiKey());
            browser.the(".auth-btn-wrapper .authorize").click();
            browser.the(".btn-done").click();
            browser.the("#operations-tag-Identity .expand-operation").click();
            browser.the("#operations-Identity-getMe .opblock-summary-control").click();
            browser.the("#operations-Identity-getMe .try-out__btn").click();
            browser.the("#operations-Identity-getMe .execute").click();
            await().atMost(Duration.ofSeconds(60))
                    .untilAsserted(() -> assertThat(browser.the("#operations-Identity-getMe .live-responses-table")
                                    .getText())
                            .contains(account.tenantId()));
        }
    }

    @Test
    void theReferenceFitsAPhoneAndTheKeyboard() {
        try (Chromium browser = Chromium.open().onAPhone()) {
            browser.go(service.stack().authUrl() + "/docs");
            browser.until(page -> page.contains("TTS queue"));

            assertThat(browser.excess()).isLessThanOrEqualTo(0);
            browser.tabTo("Guides");
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
