package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import streamerapi.localstack.videos.StandInVideoSites;
import streamerapi.shared.json.Timestamps;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// Holds the buttons in the rows of lists, and the errors that a page tells.
@NullMarked
class ControlRoomRowsTest {

    private static final String MEDIA = "/dashboard/media";

    private final Service service = Service.shared();
    private final Account account = service.newAccount();
    private final DashboardVisitor owner = DashboardVisitor.owner(account);

    @Test
    void aVideoIsBannedFromItsRowAndCannotBeRequestedAgain() {
        String item = account.media();

        Answer page = owner.use(MEDIA, MEDIA + "/" + item + "/ban", Map.of());

        assertThat(page.expect(200).text()).contains("The video is banned.", "No videos waiting.");
        assertThat(banned()).containsExactly(StandInVideoSites.PLAYABLE);
        account.api().post("/media", Map.of("url", StandInVideoSites.PLAYABLE)).refuses(400, "invalid_media");
        assertThat(account.eventTypes()).containsExactly("media.created", "queue.media.removed");
    }

    @Test
    void aVideoThatPlaysIsOverAndOneThatWasPlayedStays() {
        String first = account.media();
        String second = String.valueOf(account.api()
                .post("/media", Map.of("url", StandInVideoSites.TWENTY_MINUTES))
                .expect(201)
                .at("media.order_id"));
        account.api().post("/media/" + first + "/start").expect(200);
        ApiClient dashboard = account.dashboard();

        dashboard.post("/dashboard/api/media/" + first + "/ban").expect(200);
        assertThat(account.api().get("/media/history").each("media", "order_id"))
                .containsExactly(first);
        dashboard.post("/dashboard/api/media/" + first + "/ban").expect(200);

        assertThat(account.api().get("/media/history").each("media", "order_id"))
                .containsExactly(first);
        assertThat(account.api().get("/media/queue").each("items", "order_id")).containsExactly(second);
        assertThat(banned()).hasSize(1);
    }

    @Test
    void aFullListRefusesAnotherBan() {
        String item = account.media();
        List<String> links = IntStream.range(0, 500)
                .mapToObj(i -> "https://example.com/" + i)
                .toList();
        account.dashboard()
                .patch("/dashboard/api/settings", Map.of("banned_media", links))
                .expect(200);

        account.dashboard().post("/dashboard/api/media/" + item + "/ban").refuses(409, "limit_reached");
        account.dashboard().post("/dashboard/api/media/media_1_a/ban").refuses(404, "not_found");
        assertThat(account.api().get("/media/queue").each("items", "order_id")).containsExactly(item);
    }

    @Test
    void aHeldPaymentSaysWhenItGoesBack() {
        account.dashboard()
                .patch("/dashboard/api/settings", Map.of("review", Map.of("hold_all", true)))
                .expect(200);
        account.connector("card_processor")
                .send("payment.held", Map.of("payment_id", "p1", "name", "Grace", "amount", 10));
        account.connector("wallet_processor")
                .send("payment.held", Map.of("payment_id", "p2", "name", "Lin", "amount", 10));
        account.api().post("/tips", Map.of("name", "Ada")).expect(202);

        Answer held = account.dashboard().get("/dashboard/api/held-tips").expect(200);

        Instant since = Instant.parse(
                held.each("tips", "held_at").get(held.each("tips", "name").indexOf("Grace")));
        assertThat(held.each("tips", "payment_hold_ends_at"))
                .contains("null")
                .contains(Timestamps.format(since.plus(Duration.ofDays(7))));
        Instant wallet = Instant.parse(
                held.each("tips", "held_at").get(held.each("tips", "name").indexOf("Lin")));
        assertThat(held.each("tips", "payment_hold_ends_at"))
                .contains(Timestamps.format(wallet.plus(Duration.ofDays(3))));
        String unsure = "payment on hold, which the processor no longer guarantees";
        assertThat(owner.open("/dashboard/review").expect(200).text())
                .contains("payment on hold, ends")
                .doesNotContain(unsure);

        service.clock().advance(Duration.ofDays(3));
        assertThat(owner.open("/dashboard/review").expect(200).text())
                .as("the card's hold ends after seven days")
                .containsOnlyOnce(unsure)
                .containsOnlyOnce("payment on hold, ends");
    }

    @Test
    void homeSaysThatTheBotHasLostItsConnection() {
        String words = "The bot has lost its connection to Twitch";
        TestConnector alpha = account.connector("alpha");
        assertThat(owner.open("/dashboard/home").expect(200).text()).doesNotContain(words);

        alpha.send("bot.connected", Map.of("channel", "nova", "login", "novabot"));
        alpha.send("bot.disconnected", Map.of());

        assertThat(owner.open("/dashboard/home").expect(200).text()).contains(words, "href=\"/dashboard/bot\"");
        alpha.send("bot.connected", Map.of("channel", "nova", "login", "novabot"));
        assertThat(owner.open("/dashboard/home").expect(200).text()).doesNotContain(words);
    }

    @Test
    void anOverlaySaysWhatItIsDoing() {
        Answer made = account.dashboard()
                .post("/dashboard/api/overlays", Map.of("name", "Main scene", "widgets", List.of("tts")))
                .expect(201);
        String page = "/dashboard/overlays/" + made.at("overlay.id");
        try (TestSocket socket = TestSocket.open(service)) {
            socket.send(Map.of("data", Map.of("overlayKey", String.valueOf(made.at("key")))));
            socket.next("ready");
            assertThat(report()).isEqualTo("null");

            socket.send(Map.of("type", "report", "data", Map.of("state", "playing")));
            await().until(() -> report().contains("state=playing"));
            assertThat(owner.open(page).expect(200).text()).contains("playing", "<small>since ");
            assertThat(owner.open("/dashboard/home").expect(200).text()).doesNotContain("is silent");

            socket.send(Map.of("type", "report", "data", Map.of("state", "silent", "why", "click_wanted")));
            await().until(() -> report().contains("why=click_wanted"));
            assertThat(owner.open(page).expect(200).text()).contains("silent: it wants a click in OBS");
            assertThat(owner.open("/dashboard/home").expect(200).text())
                    .contains("The overlay Main scene is silent: its browser plays no sound before a click.");
            assertThat(account.eventTypes()).containsExactly("overlay.connected");

            socket.send(Map.of("type", "report", "data", Map.of("state", "silent")));
            await().until(socket::isClosed);
            assertThat(String.join("\n", socket.waiting())).contains("bad_request");
        }
        await().until(() -> report().equals("null"));
    }

    @Test
    void onlyAnOverlayReports() {
        try (TestSocket socket = TestSocket.signIn(service, account.apiKey())) {
            socket.next("ready");
            socket.send(Map.of("type", "report", "data", Map.of("state", "idle")));
            assertThat(socket.nextText()).contains("bad_request", "overlay's key");
        }
    }

    private String report() {
        Object value = account.api().get("/overlays").expect(200).at("overlays.0.report");
        return String.valueOf(value);
    }

    private List<Object> banned() {
        return List.copyOf((List<?>) Objects.requireNonNull(
                account.dashboard().get("/dashboard/api/settings").expect(200).at("settings.banned_media")));
    }
}
