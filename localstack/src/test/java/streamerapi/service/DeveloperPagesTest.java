package streamerapi.service;

import org.junit.jupiter.api.Test;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Write;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// The pages of API keys, apps and webhook endpoints.
class DeveloperPagesTest {

    private static final String KEYS = "/dashboard/api-keys";
    private static final String APPS = "/dashboard/apps";
    private static final String WEBHOOKS = "/dashboard/webhooks";

    private final Service service = Service.shared();
    private final Account account = service.newAccount();

    @Test
    void aKeyIsShownOnceAndKeptByNobody() {
        DashboardVisitor owner = DashboardVisitor.owner(account);
        Answer made = owner.use(KEYS, KEYS, Map.of("name", "Deck", "scopes", "tts:read"))
                .expect(200);
        String secret = secret(made);
        assertThat(made.header("Cache-Control")).isEqualTo("no-store");
        new ApiClient(service.stack().authUrl(), secret).get("/me").expect(200);
        assertThat(owner.open(KEYS).text()).contains("Deck").doesNotContain(secret);
    }

    @Test
    void aPresetTicksTheScopesThatSuchAProgramNeeds() {
        DashboardVisitor owner = DashboardVisitor.owner(account);
        String page = owner.open(KEYS + "?for=read-only").expect(200).text();
        List<String> ticked = Pattern.compile("name=\"scopes\" value=\"([a-z_:]+)\" checked")
                .matcher(page)
                .results()
                .map(found -> found.group(1))
                .toList();
        assertThat(ticked).containsExactly("tts:read", "media:read", "viewers:read");
        assertThat(page).contains("It reads tips, videos and viewers, and changes nothing.");
        assertThat(owner.open(KEYS + "?for=nothing-known").expect(200).text()).doesNotContain(" checked");
    }

    @Test
    void aKeyWithoutScopesIsShownToBeUseless() {
        DashboardVisitor owner = DashboardVisitor.owner(account);
        owner.use(KEYS, KEYS, Map.of("name", "Forgotten", "scopes", "")).expect(200);
        assertThat(owner.open(KEYS).text()).contains("no scopes", "Nearly every request with it is refused");
        assertThat(owner.open(member(owner.open(KEYS), KEYS, "Forgotten")).text())
                .contains("This key has no scopes");
    }

    @Test
    void aKeyIsSavedRotatedAndRevoked() {
        DashboardVisitor owner = DashboardVisitor.owner(account);
        String before = secret(owner.use(KEYS, KEYS, Map.of("name", "Deck", "scopes", "tts:read")));
        String key = member(owner.open(KEYS), KEYS, "Deck");
        assertThat(owner.use(key, key, Map.of("name", "Light", "scopes", "tts:read\ntips:create"))
                        .expect(200)
                        .text())
                .contains("The key is saved.", "Light", "tts:read, tips:create");
        String after = secret(owner.use(key, key + "/rotate", Map.of()));
        new ApiClient(service.stack().authUrl(), before).get("/me").expect(401);
        new ApiClient(service.stack().authUrl(), after).get("/me").expect(200);
        assertThat(owner.use(key, key + "/revoke", Map.of()).expect(200).text())
                .contains("The key is revoked.")
                .doesNotContain("Light");
        new ApiClient(service.stack().authUrl(), after).get("/me").expect(401);
        assertThat(owner.open(key).expect(404).text()).contains("There is nothing at this address.");
    }

    @Test
    void whatWasRefusedIsShownAgainAsItWasEntered() {
        DashboardVisitor owner = DashboardVisitor.owner(account);
        Answer refused = owner.use(
                        APPS,
                        APPS,
                        Map.of(
                                "name", "Bold <Tools>",
                                "redirect_uris", "http://example.com/not-safe",
                                "scopes", "tts:read",
                                "type", "public"))
                .expect(400);
        assertThat(refused.text())
                .contains("role=\"alert\"", "value=\"Bold &lt;Tools>\"", ">http://example.com/not-safe</textarea>")
                .containsPattern("value=\"tts:read\" checked")
                .containsPattern("value=\"public\" required checked")
                .doesNotContain("value=\"tips:create\" checked");
    }

    @Test
    void anAppIsRegisteredChangedAndRemoved() {
        DashboardVisitor owner = DashboardVisitor.owner(account);
        Map<String, String> app = Map.of(
                "name", "Overlay tools",
                "redirect_uris", "https://example.com/a\r\nhttps://example.com/b",
                "scopes", "tts:read",
                "type", "confidential");
        String first = secret(owner.use(APPS, APPS, app).expect(200));
        String page = member(owner.open(APPS), APPS, "Overlay tools");
        assertThat(first).startsWith("scs_");
        assertThat(owner.open(page).expect(200).text())
                .contains(">https://example.com/a\nhttps://example.com/b</textarea>");
        assertThat(secret(owner.use(page, page + "/rotate-secret", Map.of())))
                .startsWith("scs_")
                .isNotEqualTo(first);
        assertThat(owner.use(
                                page,
                                page,
                                Map.of(
                                        "name", "Better tools",
                                        "redirect_uris", "https://example.com/a",
                                        "scopes", "tts:read"))
                        .text())
                .contains("The app is saved.", "Better tools");
        assertThat(owner.use(page, page + "/remove", Map.of()).text())
                .contains("The app is removed")
                .doesNotContain("Better tools");
    }

    @Test
    void anEndpointIsAddedPingedSwitchedOffAndRemoved() {
        DashboardVisitor owner = DashboardVisitor.owner(account);
        try (TestReceiver receiver = TestReceiver.open()) {
            Answer added = owner.use(
                            WEBHOOKS, WEBHOOKS, Map.of("url", receiver.url(), "description", "Main", "events", "*"))
                    .expect(200);
            assertThat(secret(added)).startsWith("whsec_");
            String page = member(owner.open(WEBHOOKS), WEBHOOKS, receiver.url());
            assertThat(owner.use(page, page + "/ping", Map.of()).expect(200).text())
                    .containsPattern("The endpoint answered the ping with 200 in \\d+ ms");
            receiver.answering(delivery -> 500);
            assertThat(owner.use(page, page + "/ping", Map.of()).expect(200).text())
                    .contains("role=\"alert\"", "answered the ping with 500");
            assertThat(secret(owner.use(page, page + "/rotate-secret", Map.of())))
                    .startsWith("whsec_")
                    .isNotEqualTo(secret(added));
            assertThat(owner.use(
                                    page,
                                    page,
                                    Map.of("url", receiver.url(), "events", "tip.created", "is_active", "false"))
                            .text())
                    .contains("The endpoint is saved.", ">off<")
                    .containsPattern("value=\"tip.created\" checked");
            assertThat(owner.use(page, page + "/remove", Map.of()).text()).contains("The endpoint is removed.");
            owner.open(page).expect(404);
        }
    }

    /// A save changes what its user changed: only turning an endpoint on forgives its failures.
    @Test
    void aSaveOfAnEndpointThatFailsKeepsTheCountOfItsFailures() {
        DashboardVisitor owner = DashboardVisitor.owner(account);
        String url = "https://example.com/failing";
        Object id = account.api()
                .post("/webhook-endpoints", Map.of("url", url))
                .expect(201)
                .at("endpoint.id");
        Key key = Keys.endpoint(account.tenantId(), String.valueOf(id));
        account.table()
                .write(List.of(Write.update(key)
                        .set(Attribute.whole("consecutive_failures"), 3L)
                        .when(Condition.rowExists())));
        String page = WEBHOOKS + "/" + id;
        assertThat(owner.open(page).text())
                .contains("3 failed in a row")
                .as("what a browser sends without a click")
                .doesNotContainPattern("name=\"is_active\"[^>]* checked");

        owner.use(page, page, Map.of("url", url, "description", "Deck", "events", "*"));
        assertThat(account.api().get("/webhook-endpoints/" + id).at("endpoint.consecutive_failures"))
                .isEqualTo(new BigDecimal(3));

        owner.use(page, page, Map.of("url", url, "events", "*", "is_active", "false"));
        owner.use(page, page, Map.of("url", url, "events", "*", "is_active", "true"));
        Answer on = account.api().get("/webhook-endpoints/" + id);
        assertThat(on.at("endpoint.is_active")).isEqualTo(true);
        assertThat(on.at("endpoint.consecutive_failures")).isEqualTo(BigDecimal.ZERO);
    }

    @Test
    void theDeliveriesOfEveryStatusAreShownPageByPage() {
        DashboardVisitor owner = DashboardVisitor.owner(account);
        try (TestReceiver receiver = TestReceiver.open()) {
            owner.use(WEBHOOKS, WEBHOOKS, Map.of("url", receiver.url(), "events", "tip.created"))
                    .expect(200);
            String page = member(owner.open(WEBHOOKS), WEBHOOKS, receiver.url());
            for (int tip = 0; tip < 26; tip++) {
                account.tip("Ada");
            }
            await().until(() -> receiver.received().size() == 26);

            Answer failed = owner.open(linked(owner.open(page), "Failed")).expect(200);
            assertThat(failed.text()).contains("Nothing yet.");
            Answer all = owner.open(linked(failed, "All")).expect(200);
            assertThat(sent(all)).isEqualTo(25);
            assertThat(sent(owner.open(linked(all, "Older deliveries")).expect(200)))
                    .isEqualTo(1);
        }
    }

    private static long sent(Answer page) {
        return Pattern.compile("<code>tip.created</code>")
                .matcher(page.text().replaceFirst("(?s)<h2>Edit</h2>.*", ""))
                .results()
                .count();
    }

    /// The address that a link leads to, without the place on the page.
    private static String linked(Answer page, String words) {
        Matcher link = Pattern.compile("<a href=\"([^\"#]+)(#[^\"]*)?\"[^>]*>" + words + "<")
                .matcher(page.text());
        assertThat(link.find()).as(page.text()).isTrue();
        return Objects.requireNonNull(link.group(1)).replace("&amp;", "&");
    }

    private static String secret(Answer page) {
        Matcher secret = Pattern.compile("<code id=\"secret\">([^<]+)<").matcher(page.text());
        assertThat(secret.find()).as(page.text()).isTrue();
        return secret.group(1);
    }

    /// The address of a list's entry.
    private static String member(Answer list, String address, String name) {
        Matcher link = Pattern.compile("href=\"(" + address + "/[^\"]+)\">(?:<bdi>)?" + Pattern.quote(name) + "<")
                .matcher(list.text());
        assertThat(link.find()).as(list.text()).isTrue();
        return Objects.requireNonNull(link.group(1));
    }
}
