package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.pages.ConnectionWords;
import streamerapi.shared.auth.Role;
import streamerapi.shared.json.Json;
import streamerapi.shared.schema.Form;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;

/// The pages of the account's connections, and what Home says of them.
@NullMarked
class ConnectionsPagesTest {

    private static final String PAGE = "/dashboard/connections";
    private static final String TWITCH = PAGE + "/twitch";
    private static final String HOME = "/dashboard/home";

    private final Service service = Service.shared();
    private final Account account = service.newAccount();
    private final DashboardVisitor owner = DashboardVisitor.owner(account);
    private final PlatformBrowser twitch = new PlatformBrowser(account, "twitch");

    private Map<String, String> form() {
        return Map.of(
                "client_id", String.valueOf(twitch.credentials().get("client_id")),
                "client_secret", String.valueOf(twitch.credentials().get("client_secret")));
    }

    /// Enters credentials, and returns the address that the browser is led to.
    private String led() {
        Answer page = owner.send(owner.open(TWITCH).expect(200), TWITCH, form()).expect(200);
        return Objects.requireNonNull(page.header("Refresh")).replace("0; url=", "");
    }

    @Test
    void aStreamerConnectsAndDisconnectsOnPagesAlone() {
        assertThat(owner.open(PAGE).expect(200).text())
                .contains("Connect Twitch", "Connect Kick", "Connect Stripe", "Connect PayPal", "Connect Ko-fi")
                .contains("not connected");
        String address = led();
        assertThat(owner.open(PAGE).text()).contains("Now allow it at Twitch.");
        String done = Objects.requireNonNull(owner.open(twitch.decided(address, "approve", "NovaPlays"))
                .expect(303)
                .header("Location"));
        assertThat(owner.open(done).expect(200).text())
                .contains("The platform is connected.", "novaplays")
                .doesNotContain("Now allow it");

        Answer page = owner.open(TWITCH).expect(200);
        assertThat(page.text()).contains("channel.follow", "Check and repair", "Yes, disconnect");
        String checked = Objects.requireNonNull(
                owner.send(page, TWITCH + "/check", Map.of()).expect(303).header("Location"));
        assertThat(owner.open(checked).expect(200).text()).contains("id=\"notice\"");

        String left = Objects.requireNonNull(
                owner.send(page, TWITCH + "/disconnect", Map.of()).expect(303).header("Location"));
        assertThat(owner.open(left).expect(200).text())
                .contains("It is disconnected, and its stored data is erased.")
                .doesNotContain("novaplays");
    }

    @Test
    void rewardsAreListedAndMadeOnAPage() {
        String rewards = TWITCH + "/rewards";
        assertThat(owner.open(rewards).text()).contains("Connect Twitch first");
        twitch.connected("novaplays");
        Answer page = owner.open(rewards).expect(200);
        assertThat(owner.open(TWITCH).expect(200).text()).contains("href=\"" + rewards + "\"");

        Map<String, String> form = Map.of("title", "Say <it>", "cost", "300", "prompt", "", "user_input", "true");
        String made = Objects.requireNonNull(
                owner.send(page, rewards, form).expect(303).header("Location"));
        assertThat(owner.open(made).expect(200).text())
                .contains("The reward is on your channel.", "Say &lt;it&gt;", "300 points", "resolved automatically");

        Answer listed = account.dashboard().get("/dashboard/api/connections/twitch/rewards");
        String reward = listed.each("rewards", "reward_id")
                .get(listed.each("rewards", "title").indexOf("Say <it>"));
        account.dashboard()
                .patch(
                        "/dashboard/api/settings",
                        Map.of("rewards", List.of(Map.of("reward_id", "elsewhere", "action", "tts"))))
                .expect(200);
        account.api()
                .send("PUT", "/counters/deaths", Json.write(Map.of("value", 0)))
                .expect(201);
        Map<String, String> hidden = Browser.hidden(owner.open(rewards));
        Map<String, String> does = new LinkedHashMap<>(hidden);
        hidden.forEach((field, value) -> {
            String row = field.replace("[reward_id]", "");
            if (value.equals(reward)) {
                does.putAll(Map.of(row + "[action]", "counter", row + "[counter]", "deaths", row + "[amount]", "2"));
            } else if (!row.equals(field) && !value.equals("elsewhere")) {
                does.put(row + "[action]", "none");
            }
        });
        assertThat(owner.use(rewards, rewards + "/actions", does).text())
                .contains("The settings are saved.", "<option value=\"deaths\" selected>");
        Answer settings = account.dashboard().get("/dashboard/api/settings");
        List<String> kept = settings.each("settings.rewards", "reward_id");
        List<String> actions = settings.each("settings.rewards", "action");
        assertThat(actions.get(kept.indexOf("elsewhere"))).isEqualTo("tts");
        assertThat(actions.get(kept.indexOf(reward))).isEqualTo("counter");

        does.replaceAll((field, value) -> field.endsWith("[amount]") ? "5" : value);
        assertThat(owner.send(page, rewards + "/actions", does).expect(412).text())
                .as("it was shown before the save")
                .contains("<a href=\"" + rewards + "\">Leave it as it is saved now</a>");

        Answer again = owner.send(page, rewards, form);
        assertThat(again.status()).isEqualTo(400);
        assertThat(again.text()).contains("each title can be used once", "value=\"300\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"twitch", "kick"})
    void aPageTellsWhatToEnterWhereAndWhatIsAskedFor(String provider) {
        Answer connection = new PlatformBrowser(account, provider).get();
        String page = owner.open(PAGE + "/" + provider).expect(200).text();
        assertThat(page)
                .contains(
                        "<code id=\"redirect-uri\">" + connection.at("connection.redirect_uri") + "</code>",
                        "<code id=\"webhook-url\">" + connection.at("connection.webhook_url") + "</code>",
                        "data-copy=\"redirect-uri\"",
                        "data-copy=\"webhook-url\"");
        PlatformBrowser there = new PlatformBrowser(account, provider);
        String asked = Objects.requireNonNull(Form.parse(URI.create(String.valueOf(there.put(there.credentials())
                                        .expect(200)
                                        .at("authorize_url")))
                                .getRawQuery())
                        .get("scope"))
                .getFirst();
        assertThat(ConnectionWords.scopes(provider).keySet()).isEqualTo(Set.of(asked.split(" ")));
        for (String scope : asked.split(" ")) {
            assertThat(page).contains("<dt><code>" + scope + "</code></dt>");
        }
    }

    @Test
    void aFormThatIsRefusedSaysWhyAndShowsNoSecret() {
        Answer refused = owner.send(
                owner.open(TWITCH).expect(200),
                TWITCH,
                Map.of("client_id", form().get("client_id"), "client_secret", "not-the-secret-of-it"));
        assertThat(refused.expect(400).text())
                .contains("Twitch does not accept this client_secret", "value=\"" + form().get("client_id") + "\"")
                .doesNotContain("not-the-secret-of-it");
    }

    @Test
    void anotherSecretOfTheSameApplicationLeadsNowhere() {
        twitch.connected("novaplays");
        Answer saved = owner.send(owner.open(TWITCH).expect(200), TWITCH, form());
        assertThat(saved.expect(303).header("Location")).isEqualTo(TWITCH + "?done=credentials_saved");
    }

    @Test
    void aRefusalOfThePlatformIsToldOnThePage() {
        String back = twitch.decided(led(), "approve", "NovaPlays").replace("code=", "code=x");
        String refused = Objects.requireNonNull(owner.open(back).expect(303).header("Location"));
        assertThat(owner.open(refused).expect(200).text()).contains("The platform does not accept these credentials.");
        String denied = Objects.requireNonNull(owner.open(twitch.decided(led(), "deny", "NovaPlays"))
                .expect(303)
                .header("Location"));
        assertThat(owner.open(denied).expect(200).text()).contains("You did not allow your application at Twitch.");
    }

    @Test
    void aProviderWithoutAPageIsNotFound() {
        for (String provider : List.of("youtube", "ko-fi")) {
            owner.open(PAGE + "/" + provider).expect(404);
        }
    }

    @Test
    void homeSaysWhatIsWrong() {
        assertThat(owner.open(HOME).expect(200).text()).doesNotContain("See the connection");
        twitch.put(twitch.credentials()).expect(200);
        assertThat(owner.open(HOME).expect(200).text())
                .contains("Your application is set up. Now allow it at Twitch.", "href=\"" + TWITCH + "\"");
    }

    @Test
    void homeListsTheFirstStepsUntilAllAreDone() {
        assertThat(done()).isEmpty();
        assertThat(owner.open(HOME).expect(200).text()).contains("First steps", "Make an overlay");
        Answer made = account.dashboard()
                .post("/dashboard/api/overlays", Map.of("name", "Main"))
                .expect(201);
        account.api().post("/tips/test").expect(201);
        account.dashboard()
                .patch(
                        "/dashboard/api/settings",
                        Map.of(
                                "filter",
                                Map.of("block", List.of("spoiler")),
                                "tip_page",
                                Map.of(
                                        "enabled",
                                        true,
                                        "slug",
                                        "steps-" + account.tenantId().substring(4))))
                .expect(200);
        assertThat(done()).containsExactly("overlay", "test_tip", "filter", "tip_page");
        twitch.connected("novaplays");
        account.newUser(Role.MODERATOR);
        TipDonor.connect(account, "stripe");
        assertThat(done())
                .containsExactly("overlay", "test_tip", "filter", "moderator", "connect", "payments", "tip_page");
        assertThat(owner.open(HOME).expect(200).text())
                .contains("First steps: 7 of 9 done", "/dashboard/overlays/" + made.at("overlay.id") + "#address");
        account.connector("alpha").send("stream.online", Map.of());
        try (TestSocket socket =
                TestSocket.open(service).send(Map.of("data", Map.of("overlayKey", String.valueOf(made.at("key")))))) {
            socket.next("ready");
        }
        assertThat(done()).hasSize(9);
        assertThat(owner.open(HOME).expect(200).text()).doesNotContain("First steps");
    }

    @Test
    void theFirstStepsCanBeHidden() {
        Answer home = owner.open(HOME).expect(200);
        owner.send(home, HOME + "/steps/hide", Map.of()).expect(303);
        assertThat(owner.open(HOME).expect(200).text()).doesNotContain("First steps");
        assertThat(account.dashboard().get("/dashboard/api/first-steps").at("first_steps.is_shown"))
                .isEqualTo(false);
        assertThat(done()).isEmpty();
    }

    private List<String> done() {
        Answer steps = account.dashboard().get("/dashboard/api/first-steps").expect(200);
        List<String> names = steps.each("first_steps.steps", "step");
        List<String> ticks = steps.each("first_steps.steps", "is_done");
        return IntStream.range(0, names.size())
                .filter(step -> ticks.get(step).equals("true"))
                .mapToObj(names::get)
                .toList();
    }
}
