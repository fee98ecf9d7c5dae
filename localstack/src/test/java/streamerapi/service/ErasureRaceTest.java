package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import streamerapi.leaderboard.Leaderboard;
import streamerapi.localstack.functions.CallFault;
import streamerapi.localstack.functions.CallFaults;
import streamerapi.localstack.videos.StandInVideoSites;
import streamerapi.media.MediaItem;
import streamerapi.queues.Queued;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.PeopleKeys;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Write;
import streamerapi.tts.Tip;

import java.math.BigDecimal;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// A person who is erased while a change about the person's tip is under way: between its reads and its writes.
@NullMarked
class ErasureRaceTest {

    private static final Between BETWEEN = new Between();

    @AutoClose
    private static Service service = Service.shared();

    private final Account account = service.newAccount();
    private final ApiClient api = account.api();
    private final ApiClient owner = account.dashboard();
    private final TestConnector card = account.connector("card_processor");

    /// Does something before the next transaction of any function.
    private static final class Between implements CallFaults {
        private final AtomicReference<@Nullable Runnable> next = new AtomicReference<>();

        @Override
        public @Nullable CallFault next(String function, String service, String operation) {
            Runnable first = operation.equals("TransactWriteItems") ? next.getAndSet(null) : null;
            if (first != null) {
                first.run();
            }
            return null;
        }
    }

    @BeforeAll
    static void aServiceWhoseTransactionsWait() {
        service = Service.start(Service.options()
                .withOverrides(Map.of("RATE_LIMIT_FACTOR", "10000"))
                .withFaults(BETWEEN));
    }

    @Test
    void aTipThatIsLetInMeanwhileDoesNotBringTheNameBack() {
        owner.patch("/dashboard/api/settings", Map.of("review", Map.of("hold_all", true)))
                .expect(200);
        captured();
        Object held = owner.get("/dashboard/api/held-tips").at("tips.0.order_id");

        BETWEEN.next.set(this::erase);
        owner.post("/dashboard/api/held-tips/" + held + "/approve").expect(200);

        assertThat(api.get("/tts/queue").each("items", "name")).containsExactly("Anonymous");
        assertThat(api.get("/leaderboard").each("entries", "name")).containsExactly("Anonymous");
        assertThat(traces()).doesNotContain("Zephyrine", "99887766", "xylophone");
    }

    /// The tips of a person are erased before the videos.
    @Test
    void aVideoThatIsLetInMeanwhileDoesNotBringTheNameBack() {
        owner.patch("/dashboard/api/settings", Map.of("review", Map.of("hold_all", true)))
                .expect(200);
        Map<String, Object> video = Map.of("url", StandInVideoSites.PLAYABLE);
        card.send("payment.captured", Map.of("payment_id", "p1", "name", "Zephyrine", "amount", 10, "media", video));
        String held = String.valueOf(owner.get("/dashboard/api/held-tips").at("tips.0.order_id"));

        BETWEEN.next.set(() -> account.table()
                .update(Write.update(MediaItem.INDEX.key(account.tenantId(), held))
                        .set(MediaItem.DONOR_NAME, "Anonymous")
                        .set(Queued.ERASED, true)));
        owner.post("/dashboard/api/held-tips/" + held + "/approve").expect(200);

        assertThat(api.get("/media/queue").each("items", "donor_name")).containsExactly("Anonymous");
    }

    @Test
    void aTipThatIsReplayedMeanwhileDoesNotBringTheNameBack() {
        String tip = queued();
        api.post("/tts/" + tip + "/start").expect(200);
        api.post("/tts/" + tip + "/finish").expect(200);

        BETWEEN.next.set(this::erase);
        api.post("/tts/" + tip + "/replay").expect(200);

        assertThat(api.get("/tts/queue").each("items", "name")).containsExactly("Anonymous");
        assertThat(traces()).doesNotContain("Zephyrine", "99887766", "xylophone");
    }

    @Test
    void aTipThatIsStartedMeanwhileIsAnnouncedWithoutTheName() {
        String tip = queued();
        BETWEEN.next.set(this::erase);
        api.post("/tts/" + tip + "/start").expect(200);
        assertThat(traces()).doesNotContain("Zephyrine", "99887766", "xylophone");
    }

    @Test
    void whatIsGivenBackMeanwhileIsTakenOffTheSumsThatStay() {
        captured();
        BETWEEN.next.set(this::erase);
        card.send("payment.refunded", Map.of("payment_id", "p1", "amount", 4));

        Answer board = api.get("/leaderboard").expect(200);
        assertThat(board.each("entries", "name")).containsExactly("Anonymous");
        assertThat(board.at("entries.0.total_amount")).isEqualTo(new BigDecimal(6));
    }

    /// The tips of a person are erased before the sums of the leaderboard move.
    @Test
    void aRefundThatComesBeforeTheSumsHaveMovedLeavesTheBoardReadable() {
        String tip = queued();
        account.connector("card_processor")
                .send("payment.captured", Map.of("payment_id", "p2", "name", "Grace", "amount", 3));
        account.table()
                .update(Write.update(Keys.tip(account.tenantId(), tip))
                        .set(Leaderboard.DONOR, "0123456789abcdef0123")
                        .set(Tip.NAME, "Anonymous")
                        .remove(Tip.PLATFORM)
                        .remove(Tip.PLATFORM_USER_ID));
        card.send("payment.refunded", Map.of("payment_id", "p1", "amount", 4));

        assertThat(api.get("/leaderboard").expect(200).each("entries", "name")).contains("Grace");
        erase();
        assertThat(api.get("/leaderboard").expect(200).each("entries", "name")).contains("Grace");
    }

    private String queued() {
        captured();
        return String.valueOf(api.get("/tts/queue").at("items.0.order_id"));
    }

    private void captured() {
        card.send(
                "payment.captured",
                Map.of(
                        "payment_id",
                        "p1",
                        "name",
                        "Zephyrine",
                        "amount",
                        10,
                        "message",
                        "xylophone",
                        "platform",
                        "alpha",
                        "platform_user_id",
                        "99887766"));
    }

    private void erase() {
        owner.delete("/dashboard/api/viewers/alpha:99887766").expect(200);
        await().until(() -> account.table()
                .query(Query.of(PeopleKeys.erasures(account.tenantId()), "era_"))
                .isEmpty());
    }

    private String traces() {
        return account.rows().toString() + account.events();
    }
}
