package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;

/// Credits that viewers spend on the tip page.
@NullMarked
class TipCreditTest {

    private static final String SETTINGS = "/dashboard/api/settings";

    private final Service service = Service.shared();
    private final Account account = service.newAccount();
    private final TipVisitor viewer = new TipVisitor(service);
    private final String slug = account.tenantId().toLowerCase(Locale.ROOT).replace('_', '-');

    @BeforeEach
    void aViewerHasSignedIn() {
        settings(Map.of("tip_page", Map.of("enabled", true, "slug", slug)));
        PlatformBrowser twitch = new PlatformBrowser(account, "twitch");
        twitch.put(twitch.credentials()).expect(200);
        viewer.signedIn(slug, "twitch", "NovaFox");
    }

    private void settings(Map<String, Object> changes) {
        account.dashboard().patch(SETTINGS, changes).expect(200);
    }

    private void grant(int amount) {
        account.api()
                .post("/viewers/novafox/credits/grant", Map.of("amount", amount))
                .expect(200);
    }

    private void has(int available) {
        assertThat(account.api().get("/viewers/novafox").expect(200).at("credits.available"))
                .hasToString(Integer.toString(available));
    }

    private List<String> messages() {
        return account.api().get("/tts/queue").expect(200).each("items", "message");
    }

    @Test
    void aCreditPaysForAMessage() {
        assertThat(viewer.open(slug).text()).doesNotContain("Message for a credit");
        grant(2);
        assertThat(viewer.open(slug).text()).contains("You have <strong id=\"credits\">2 credits</strong>");
        Answer sent = viewer.spend(slug, Map.of("message", "Good luck!")).expect(303);
        assertThat(viewer.web()
                        .get(Objects.requireNonNull(sent.header("Location")))
                        .expect(200)
                        .text())
                .contains("one credit was used", "1 credit</strong>");
        Answer queue = account.api().get("/tts/queue").expect(200);
        assertThat(queue.at("items.0.source")).isEqualTo("sub_reward");
        assertThat(queue.at("items.0.name")).isEqualTo("NovaFox");
        assertThat(queue.at("items.0.platform")).isEqualTo("alpha");
        assertThat(messages()).containsExactly("Good luck!");
        has(1);
    }

    @Test
    void theSameFormSpendsOneCredit() {
        grant(3);
        Map<String, String> form = Map.of("message", "Once", "request", "r".repeat(30));
        viewer.spend(slug, form).expect(303);
        viewer.spend(slug, form).expect(303);
        has(2);
        assertThat(messages()).containsExactly("Once");
        viewer.spend(slug, Map.of("message", "Once", "request", "s".repeat(30))).expect(303);
        has(1);
    }

    /// A browser's back button shows the form as it was sent.
    @Test
    void aFormWhoseMessageWasChangedIsAnother() {
        grant(3);
        viewer.spend(slug, Map.of("message", "First", "request", "r".repeat(30)))
                .expect(303);
        viewer.spend(slug, Map.of("message", "Second", "request", "r".repeat(30)))
                .expect(303);
        has(1);
        assertThat(messages()).containsExactly("First", "Second");
    }

    @Test
    void withoutACreditThePageSaysSo() {
        assertThat(viewer.spend(slug, Map.of("message", "Please </textarea>"))
                        .expect(409)
                        .text())
                .contains("You have no credits left", "Please &lt;/textarea&gt;</textarea>");
        assertThat(messages()).isEmpty();
    }

    @Test
    void aMessageThatTheFilterKeepsOutCostsNothing() {
        grant(1);
        settings(Map.of("filter", Map.of("block", List.of("spoiler"))));
        Map<String, String> form = Map.of("message", "A s.p.o.i.l.e.r", "request", "r".repeat(30));
        String page = viewer.spend(slug, form).expect(422).text();
        assertThat(page)
                .contains("filter does not let this message through", "A s.p.o.i.l.e.r</textarea>")
                .doesNotContain("spoiler", "r".repeat(30));
        has(1);
    }

    @Test
    void aMessageIsHeldToItsBounds() {
        grant(1);
        assertThat(viewer.spend(slug, Map.of("message", " ")).expect(422).text())
                .contains("Write a message.", "id=\"credit-message-error\"");
        assertThat(viewer.spend(slug, Map.of("message", "\uD83D\uDE00".repeat(501)))
                        .expect(422)
                        .text())
                .contains("The message has 501 characters, at most 500 are taken");
        viewer.spend(slug, Map.of("message", "a\u0007b")).expect(422);
        viewer.web()
                .send("POST", "/tip/" + slug + "/credit", Map.of("Content-Type", "application/json"), "{}")
                .expect(415);
        has(1);
        viewer.spend(slug, Map.of("message", "\uD83D\uDE00".repeat(500))).expect(303);
        grant(1);
        viewer.spend(slug, Map.of("message", "a" + "\u0301".repeat(600))).expect(303);
        assertThat(messages()).as("as many marks as are kept").contains("a" + "\u0301".repeat(8));
    }

    @Test
    void aMessageThatWaitsForAModeratorIsTakenAndTheViewerIsToldSo() {
        grant(1);
        settings(Map.of("review", Map.of("hold_all", true)));
        for (String sent : List.of("first", "again")) {
            Answer answer = viewer.spend(slug, Map.of("message", "Later", "request", "r".repeat(30)))
                    .expect(303);
            assertThat(viewer.web()
                            .get(Objects.requireNonNull(answer.header("Location")))
                            .expect(200)
                            .text())
                    .as(sent)
                    .contains("A moderator looks at your message first", "you get the credit back");
        }
        assertThat(messages()).isEmpty();
        assertThat(account.dashboard()
                        .get("/dashboard/api/held-tips")
                        .expect(200)
                        .each("tips", "message"))
                .containsExactly("Later");
    }

    /// An address with a sentence in it is kept by the browser, and passed on.
    @Test
    void aSentenceForAViewerIsShownToNoStrangerAndOneForStrangersToNoViewer() {
        for (String spent : List.of("credit_spent", "credit_held")) {
            assertThat(viewer.open(slug + "?notice=" + spent).text()).contains("id=\"notice\"");
            assertThat(new TipVisitor(service).open(slug + "?notice=" + spent).text())
                    .doesNotContain("id=\"notice\"");
        }
        for (String failed : List.of("sign_in_denied", "sign_in_refused", "sign_in_unavailable")) {
            assertThat(new TipVisitor(service).open(slug + "?notice=" + failed).text())
                    .contains("id=\"notice\"");
            assertThat(viewer.open(slug + "?notice=" + failed).text()).doesNotContain("id=\"notice\"");
        }
    }

    @Test
    void noCreditIsSpentWhileTippingIsClosed() {
        grant(1);
        account.api().post("/tipping/close").expect(200);
        assertThat(viewer.open(slug).expect(200).text()).doesNotContain("Message for a credit");
        assertThat(viewer.spend(slug, Map.of("message", "Hi")).expect(409).text())
                .contains("is not taking tips right now");
        has(1);
    }

    @Test
    void aStrangerAndAnotherSiteSpendNothing() {
        grant(1);
        assertThat(new TipVisitor(service)
                        .spend(slug, Map.of("message", "Mine now"))
                        .expect(401)
                        .text())
                .contains("Sign in first");
        for (String site : List.of("cross-site", "same-site")) {
            viewer.web()
                    .postForm("/tip/" + slug + "/credit", Map.of("message", "Hi"), Map.of("Sec-Fetch-Site", site))
                    .expect(403);
        }
        viewer.spend("nowhere-at-all", Map.of("message", "Hi")).expect(404);
        has(1);
        viewer.web()
                .postForm("/tip/" + slug + "/credit", Map.of("message", "Hi"), Map.of("Sec-Fetch-Site", "same-origin"))
                .expect(303);
    }

    @Test
    void aNetworkSendsTenMessagesAMinute() {
        try (Service strict = Service.start(Map.of("RATE_LIMIT_FACTOR", "1"))) {
            Account there = strict.newAccount();
            there.dashboard()
                    .patch(SETTINGS, Map.of("tip_page", Map.of("enabled", true, "slug", "strict")))
                    .expect(200);
            TipVisitor stranger = new TipVisitor(strict);
            for (int i = 0; i < 10; i++) {
                stranger.spend("strict", Map.of("message", "x")).expect(401);
            }
            Answer refused = stranger.spend("strict", Map.of("message", "x")).expect(429);
            assertThat(refused.header("Retry-After")).matches("[1-9][0-9]?");
            assertThat(refused.headers())
                    .containsEntry("ratelimit-limit", "10")
                    .containsEntry("ratelimit-remaining", "0");
        }
    }
}
