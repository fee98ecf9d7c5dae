package streamerapi.service;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import streamerapi.localstack.videos.StandInVideoSites;
import streamerapi.shared.auth.Role;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

import static org.assertj.core.api.Assertions.assertThat;

/// The pages that a streamer keeps open during a show: home, review, videos.
class ControlRoomTest {

    private static final String HOME = "/dashboard/home";
    private static final String REVIEW = "/dashboard/review";
    private static final String MEDIA = "/dashboard/media";

    private final Service service = Service.shared();
    private final Account account = service.newAccount();

    @Test
    void homeShowsWhatPlaysWhatWaitsAndWhatCameIn() {
        paid("NovaFox", "12.5");
        paid("MossyOwl", "1000");
        account.api().post("/tips", Map.of("name", "Unpaid", "amount", 3)).expect(201);
        Object first = account.api().get("/tts/queue").at("items.0.order_id");
        account.api().post("/tts/" + first + "/start").expect(200);
        String home = DashboardVisitor.owner(account).open(HOME).expect(200).text();
        assertThat(home)
                .contains("<title>(2) Home", ">Playing<", "id=\"tips\">2<", "id=\"sum\">1,012.50 EUR<")
                .contains("The last 24 hours: 1,012.50 EUR.", "The last 30 days: 1,012.50 EUR.");
        assertThat(bars(home)).as("24 hours and 30 days").hasSize(54);
        assertThat(bars(home).stream().filter(height -> height > 0)).hasSize(2);
    }

    @Test
    void homeSumsOtherCurrenciesByThemselves() {
        account.api()
                .post("/tips", Map.of("name", "Ada", "amount", 500, "currency", "JPY", "paid", true))
                .expect(201);
        paid("NovaFox", "5");
        assertThat(DashboardVisitor.owner(account).open(HOME).text())
                .contains("id=\"tips\">2<", "id=\"sum\">5.00 EUR<", ">500 JPY</bdi></dd>");
    }

    @Test
    void homeOpensAndClosesTipping() {
        DashboardVisitor owner = DashboardVisitor.owner(account);
        assertThat(owner.use(HOME, HOME + "/close", Map.of()).text())
                .contains("Tipping is closed.", "Open tipping", ">closed<");
        assertThat(account.api().get("/tipping").at("tipping.is_open")).isEqualTo(false);
        assertThat(owner.use(HOME, HOME + "/open", Map.of()).text()).contains("Tipping is open.", "Close tipping");
    }

    @Test
    void homeSaysWhatIsWrongAndWhereItIsMended() {
        account.dashboard()
                .post("/dashboard/api/overlays", Map.of("name", "Main scene", "widgets", List.of("tts")))
                .expect(201);
        account.dashboard()
                .patch("/dashboard/api/settings", Map.of("review", Map.of("hold_all", true)))
                .expect(200);
        account.api().post("/tips", Map.of("name", "NovaFox")).expect(202);
        assertThat(DashboardVisitor.owner(account).open(HOME).text())
                .contains("No overlay is connected, so tips wait.", "href=\"/dashboard/overlays\"")
                .contains("1 tip is held for review.", "href=\"/dashboard/review\"");
    }

    @Test
    void homeShowsAGoal() {
        Object overlay = account.dashboard()
                .post("/dashboard/api/overlays", Map.of("name", "Main scene", "widgets", List.of("goal")))
                .expect(201)
                .at("overlay.id");
        account.api()
                .patch(
                        "/overlays/" + overlay + "/tip-goal",
                        Map.of("enabled", true, "title", "New microphone", "amount", 200))
                .expect(200);
        paid("NovaFox", "50");
        assertThat(DashboardVisitor.owner(account).open(HOME).text())
                .contains("New microphone", "50.00 EUR of 200.00 EUR", "value=\"25\"");
    }

    /// An overlay for which no widgets were chosen shows the usual ones, the goal among them.
    @Test
    void homeShowsTheGoalsThatAreOnHoweverManyOverlaysThereAre() {
        for (int number = 1; number <= 6; number++) {
            account.dashboard()
                    .post("/dashboard/api/overlays", Map.of("name", "Scene " + number, "widgets", List.of("goal")))
                    .expect(201);
        }
        Object usual = account.dashboard()
                .post("/dashboard/api/overlays", Map.of("name", "Usual"))
                .expect(201)
                .at("overlay.id");
        DashboardVisitor owner = DashboardVisitor.owner(account);
        assertThat(owner.open(HOME).text()).doesNotContain("aria-label=\"Goal\"");
        account.api()
                .patch(
                        "/overlays/" + usual + "/tip-goal",
                        Map.of("enabled", true, "title", "New microphone", "amount", 200))
                .expect(200);
        assertThat(owner.open(HOME).text()).contains("New microphone", "0.00 EUR of 200.00 EUR");
    }

    @Test
    void pagesKnowWhatAnOverlayShowsForWhichNothingWasChosen() {
        Answer made = account.dashboard()
                .post("/dashboard/api/overlays", Map.of("name", "Usual"))
                .expect(201);
        DashboardVisitor owner = DashboardVisitor.owner(account);
        assertThat(owner.open("/dashboard/goals").text()).contains("Usual").doesNotContain("does not show it");
        assertThat(owner.open("/dashboard/overlays").text())
                .contains("Alerts, Tips, Videos, Tip goal, Celebrations")
                .doesNotContain("It shows nothing yet");

        account.tip("NovaFox");
        assertThat(owner.open(HOME).text()).contains("No overlay is connected, so tips wait.");
        try (TestSocket socket =
                TestSocket.open(service).send(Map.of("data", Map.of("overlayKey", String.valueOf(made.at("key")))))) {
            socket.next("ready");
            assertThat(owner.open(HOME).text()).doesNotContain("No overlay is connected, so tips wait.");
        }
    }

    @Test
    void aModeratorSeesTheShowAndNoneOfTheAccount() {
        Account.Member moderator = account.newUser(Role.MODERATOR);
        DashboardVisitor visitor = DashboardVisitor.signedIn(service, moderator.email(), moderator.password());
        paid("NovaFox", "5");
        assertThat(visitor.open(HOME).expect(200).text())
                .contains("NovaFox", "5.00 EUR")
                .doesNotContain("/dashboard/overlays", "/dashboard/webhooks");
    }

    @Test
    void reviewShowsTheOldestFirstWithWhatItIsHeldForAndItsVideo() {
        account.dashboard()
                .patch(
                        "/dashboard/api/settings",
                        Map.of("filter", Map.of("replace", List.of("spoiler"), "block", List.of(), "on_match", "hold")))
                .expect(200);
        held("NovaFox", Map.of("url", StandInVideoSites.PLAYABLE));
        held("MossyOwl", null);
        DashboardVisitor owner = DashboardVisitor.owner(account);
        String review = owner.open(REVIEW).expect(200).text();
        assertThat(review.indexOf("NovaFox")).isLessThan(review.indexOf("MossyOwl"));
        assertThat(review)
                .contains("<title>(2) Review", "<mark dir=\"auto\">spoiler</mark>", "Every boss theme, ranked");

        List<String> tips = Pattern.compile("action=\"([^\"]+)/reject\"")
                .matcher(review)
                .results()
                .map(form -> Objects.requireNonNull(form.group(1)))
                .toList();
        owner.use(REVIEW, tips.getFirst() + "/approve", Map.of("allow_media", "false"));
        owner.use(REVIEW, tips.getLast() + "/reject", Map.of("reason", "Not tonight"));
        assertThat(account.api().get("/tts/queue").each("items", "name")).containsExactly("NovaFox");
        assertThat(account.api().get("/media/queue").each("items", "order_id")).isEmpty();
        assertThat(account.events()).anyMatch(event -> event.contains("\"reason\":\"Not tonight\""));
        assertThat(owner.open(REVIEW).text()).contains("No tips to review.");
    }

    @Test
    void videosAreHiddenShownRemovedAndReplayed() {
        DashboardVisitor owner = DashboardVisitor.owner(account);
        String first = account.media();
        account.media();
        assertThat(owner.open(MEDIA).expect(200).text())
                .contains("<title>(2) Media", "Every boss theme, ranked", ">Hide<");
        assertThat(owner.use(MEDIA, MEDIA + "/hide", Map.of()).text()).contains("Hidden on stream", ">Show<");
        assertThat(owner.use(MEDIA, MEDIA + "/show", Map.of()).text()).doesNotContain("Hidden on stream");
        assertThat(owner.use(MEDIA, MEDIA + "/" + first + "/remove", Map.of()).text())
                .contains("The video is removed.", "<title>(1) Media");
        Object second = account.api().get("/media/queue").at("items.0.order_id");
        account.api().post("/media/" + second + "/start").expect(200);
        assertThat(owner.open(MEDIA).text()).contains(">Playing<");
        assertThat(owner.use(MEDIA, MEDIA + "/skip", Map.of()).text()).contains("No videos waiting.");
        assertThat(owner.use(MEDIA, MEDIA + "/" + second + "/replay", Map.of()).text())
                .contains("The video is in the queue again.");
        assertThat(owner.use(MEDIA, MEDIA + "/pause", Map.of()).text()).contains(">Paused<");
        assertThat(owner.use(MEDIA, MEDIA + "/resume", Map.of()).text()).contains(">Pause<");
    }

    private void paid(String name, String amount) {
        account.api()
                .post("/tips", Map.of("name", name, "amount", new BigDecimal(amount), "paid", true))
                .expect(201);
    }

    private void held(String name, @Nullable Object media) {
        Map<String, Object> tip = media == null
                ? Map.of("name", name, "message", "A spoiler")
                : Map.of("name", name, "message", "A spoiler", "media", media);
        account.api().post("/tips", tip).expect(202);
    }

    /// The heights of a page's bars.
    private static List<Integer> bars(String page) {
        return Pattern.compile("class=\"bar\"[^>]* height=\"([0-9]+)\"")
                .matcher(page)
                .results()
                .map(bar -> Integer.valueOf(Objects.requireNonNull(bar.group(1))))
                .toList();
    }
}
