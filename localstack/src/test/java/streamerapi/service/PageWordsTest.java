package streamerapi.service;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

/// Holds the pages' words on tips, viewers and videos: the truth, in words for a streamer.
class PageWordsTest {

    private static final String REVIEW = "/dashboard/review";
    private static final String VIEWERS = "/dashboard/viewers";

    private final Service service = Service.shared();
    private final Account account = service.newAccount();
    private final DashboardVisitor owner = DashboardVisitor.owner(account);

    @Test
    void aTipThatIsHeldSinceEveryTipIsSaysSo() {
        settings(Map.of("review", Map.of("hold_all", true)));
        sent("Hi");
        assertThat(review()).contains("Held because every tip is reviewed.");
    }

    @Test
    void aTipThatIsHeldForAWordNamesTheWordAsLongAsItIsInTheFilter() {
        settings(Map.of("filter", Map.of("replace", List.of("darn"), "on_match", "hold")));
        sent("darn it");
        assertThat(review()).contains("Held for a word of your filter: <mark dir=\"auto\">darn</mark>");

        settings(Map.of("filter", Map.of("replace", List.of())));
        assertThat(review()).contains("Held for a word that was in your filter.");
    }

    @Test
    void aTipThatIsHeldByTheModerationServiceSaysSo() {
        moderated("hold");
        settings(Map.of("filter", Map.of("replace", List.of("darn"))));
        sent("darn it");
        assertThat(review())
                .contains("Held because the moderation service wants a person to look at it.")
                .doesNotContain("filter:", "<mark");
        assertThat(account.dashboard().get("/dashboard/api/held-tips").at("tips.0.reason"))
                .isEqualTo("filter");
    }

    @Test
    void aTipThatIsHeldSinceTheModerationServiceDidNotAnswerSaysSo() {
        moderated("error");
        sent("Hi");
        assertThat(review()).contains("Held because the moderation service did not answer.");
    }

    @Test
    void aTipThatIsHeldForItsPaymentSaysSo() {
        account.connector("card_processor").send("payment.held", Map.of("payment_id", "p1", "amount", 5));
        assertThat(review())
                .contains("Held because its payment is on hold: the sender is charged once you approve it.")
                .doesNotContain("every tip is reviewed");

        account.connector("card_processor").send("payment.captured", Map.of("payment_id", "p1", "amount", 5));
        assertThat(review()).contains("Held for your decision: the sender has been charged.");
    }

    @Test
    void aViewerIsShownByDisplayNameElseByLoginElseById() {
        signedIn("1001", "novafox", "NovaFox", List.of());
        signedIn("1002", "mossyowl", null, List.of());
        signedIn("1003", null, null, List.of());
        String list = owner.open(VIEWERS).expect(200).text();
        assertThat(list)
                .contains(link("1001", "NovaFox"), link("1002", "mossyowl"), link("1003", "1003"))
                .doesNotContain("dir=\"auto\"></bdi>");
        assertThat(owner.open(VIEWERS + "/alpha:1002").expect(200).text())
                .contains("<title>mossyowl", "<h1>mossyowl</h1>", "mossyowl on Twitch, active");
        assertThat(owner.open(VIEWERS + "/alpha:1003").expect(200).text())
                .contains("<title>1003", "<h1>1003</h1>", "1003 on Twitch, active");
    }

    private static String link(String id, String name) {
        return "<a href=\"/dashboard/viewers/alpha:" + id + "\"><bdi class=\"who\" dir=\"auto\">" + name + "</bdi></a>";
    }

    @Test
    void aViewersPageNamesTheAccountsThatShareTheCredits() {
        signedIn(
                "1001",
                "novafox",
                "NovaFox",
                List.of(
                        Map.of("platform", "beta", "platform_user_id", "7", "login", "nova_live"),
                        Map.of("platform", "beta", "platform_user_id", "8")));
        assertThat(plain(owner.open(VIEWERS + "/alpha:1001").expect(200)))
                .contains("Shares these credits with nova_live on Kick, 8 on Kick.");

        signedIn("1002", "mossyowl", "MossyOwl", List.of());
        assertThat(plain(owner.open(VIEWERS + "/alpha:1002").expect(200))).doesNotContain("Shares these credits");
    }

    @Test
    void theQueueSumsWhatWasPaidAndSaysSo() {
        account.api()
                .post("/tips", Map.of("name", "NovaFox", "amount", 5, "paid", true))
                .expect(201);
        account.api().post("/tips", Map.of("name", "Unpaid", "amount", 100)).expect(201);
        account.api().post("/tips/test", Map.of("amount", 1000)).expect(201);
        String page = owner.open("/dashboard/queue").expect(200).text();
        assertThat(page)
                .contains("<dt>Paid</dt><dd><bdi dir=\"ltr\">5.00 EUR</bdi></dd>")
                .doesNotContain("<dt>Total</dt>", "1,105.00");
    }

    @Test
    void theVideoThatPlaysIsShownOnceAndNoSpaceStandsBeforePunctuation() {
        String first = account.media();
        account.media();
        account.api().post("/media/" + first + "/start").expect(200);
        Answer page = owner.open("/dashboard/media").expect(200);
        assertThat(page.text().split("Every boss theme, ranked</bdi>", -1))
                .as("pieces around the names of two videos")
                .hasSize(3);
        assertThat(page.text())
                .contains("<title>(1) Media", "action=\"/dashboard/media/" + first + "/ban\"")
                .doesNotContain("action=\"/dashboard/media/" + first + "/remove\"");
        signedIn("1001", "novafox", "NovaFox", List.of());
        assertThat(List.of(plain(page), plain(owner.open(VIEWERS + "/alpha:1001"))))
                .allSatisfy(words -> assertThat(words).doesNotContainPattern("\\s[.,;:]\\s"));
    }

    /// A page's words, without its elements.
    private static String plain(Answer page) {
        return page.text().replaceAll("<[^>]*>", "");
    }

    private String review() {
        return owner.open(REVIEW).expect(200).text();
    }

    private void sent(String message) {
        account.api().post("/tips", Map.of("name", "Ada", "message", message)).expect(202);
    }

    private void settings(Map<String, Object> changes) {
        account.dashboard().patch("/dashboard/api/settings", changes).expect(200);
    }

    private void moderated(String answer) {
        settings(Map.of(
                "moderation", Map.of("url", service.stack().authUrl() + "/connectors/moderation", "enabled", true)));
        new WebClient(service.stack().authUrl())
                .postJson(
                        "/connectors/control",
                        Map.of("tenant_id", account.tenantId(), "action", "moderation", "answer", answer))
                .expect(200);
    }

    private void signedIn(String id, @Nullable String login, @Nullable String name, List<Map<String, String>> linked) {
        Map<String, @Nullable Object> profile = new LinkedHashMap<>();
        profile.put("platform_user_id", id);
        profile.put("login", login);
        profile.put("display_name", name);
        profile.put("profile_image_url", null);
        profile.put("subscriber_tier", 0);
        profile.put("linked_accounts", linked);
        account.connector("alpha").send("viewer.signed_in", profile);
    }
}
