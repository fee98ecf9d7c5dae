package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import streamerapi.localstack.videos.StandInVideoSites;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;

/// What is done from a row of a list, and what a page says is wrong.
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

        assertThat(page.expect(200).text()).contains("The video is banned.", "No video waits.");
        assertThat(banned()).containsExactly(StandInVideoSites.PLAYABLE);
        account.api()
                .post("/media", Map.of("url", StandInVideoSites.PLAYABLE))
                .refuses(400, "invalid_media");
        assertThat(account.eventTypes()).containsExactly("media.created", "queue.media.removed");
    }

    @Test
    void aVideoThatPlaysIsOverAndOneThatWasPlayedStays() {
        String first = account.media();
        String second = account.media();
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
        account.connector("card_processor")
                .send("payment.held", Map.of("payment_id", "p1", "name", "Grace", "amount", 10));
        account.dashboard()
                .patch("/dashboard/api/settings", Map.of("review", Map.of("hold_all", true)))
                .expect(200);
        account.tip("Grace");

        Answer held = account.dashboard().get("/dashboard/api/held-tips").expect(200);

        Instant since = Instant.parse(held.each("tips", "held_at").getLast());
        assertThat(held.each("tips", "payment_hold_ends_at"))
                .contains("null")
                .contains(since.plus(Duration.ofDays(7)).toString());
        assertThat(owner.open("/dashboard/review").expect(200).text()).containsOnlyOnce("payment on hold, ends");
    }

    @Test
    void homeSaysThatTheBotHasLostItsConnection() {
        String words = "The bot has lost its connection to alpha";
        TestConnector alpha = account.connector("alpha");
        assertThat(owner.open("/dashboard/home").expect(200).text()).doesNotContain(words);

        alpha.send("bot.connected", Map.of("channel", "nova", "login", "novabot"));
        alpha.send("bot.disconnected", Map.of());

        assertThat(owner.open("/dashboard/home").expect(200).text()).contains(words, "href=\"/dashboard/bot\"");
        alpha.send("bot.connected", Map.of("channel", "nova", "login", "novabot"));
        assertThat(owner.open("/dashboard/home").expect(200).text()).doesNotContain(words);
    }

    private List<Object> banned() {
        return List.copyOf((List<?>) Objects.requireNonNull(account.dashboard()
                .get("/dashboard/api/settings")
                .expect(200)
                .at("settings.banned_media")));
    }
}
