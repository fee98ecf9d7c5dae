package streamerapi.service;

import org.awaitility.Awaitility;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import streamerapi.shared.auth.Role;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

/// Tips that left the queue unplayed (contract "Dashboard").
@NullMarked
class RemovedTipsTest {

    private static final String REMOVED = "/dashboard/api/removed-tips";

    private final Account account = Service.shared().newAccount();
    private final ApiClient api = account.api();
    private final ApiClient moderator = account.dashboard(Role.MODERATOR);

    @Test
    void aRemovedTipIsListedAsItWas() {
        String order = String.valueOf(api.post("/tips", Map.of("name", "Ada", "amount", 5, "paid", true))
                .expect(201)
                .at("tip.order_id"));
        Object tip = api.get("/tts/queue").at("items.0");
        api.delete("/tts/" + order).expect(200);

        Answer removed = moderator.get(REMOVED).expect(200);
        assertThat(removed.at("tips.0.removed_at")).asString().endsWith("Z");
        assertThat(String.valueOf(removed.at("tips.0")))
                .contains(String.valueOf(tip).substring(0, String.valueOf(tip).length() - 1));
        assertThat(removed.at("has_more")).isEqualTo(false);
        assertThat(api.get("/tts/queue").at("items")).isEqualTo(List.of());
        assertThat(api.get("/leaderboard").at("entries.0.total_amount")).isEqualTo(new BigDecimal(5));
    }

    @Test
    void aRemovedTipPlaysAfterAllAndDoesNotCountTwice() {
        String order = String.valueOf(api.post("/tips", Map.of("name", "Ada", "amount", 5, "paid", true))
                .expect(201)
                .at("tip.order_id"));
        api.delete("/tts/" + order).expect(200);
        moderator.post(REMOVED + "/" + order + "/replay").expect(200);

        Answer queue = api.get("/tts/queue").expect(200);
        assertThat(queue.at("items.0.name")).isEqualTo("Ada");
        assertThat(queue.at("items.0.source")).isEqualTo("replay");
        assertThat(queue.at("items.0.order_id")).asString().startsWith("replay_");
        assertThat(account.eventTypes()).endsWith("tip.created");
        assertThat(api.get("/leaderboard").at("entries.0.total_amount")).isEqualTo(new BigDecimal(5));
    }

    @Test
    void twoReplaysOfARemovedTipAtOnceAreOne() {
        String order = account.tip("Ada");
        api.delete("/tts/" + order).expect(200);
        List<Integer> answers = AtOnce.run(
                8, i -> moderator.post(REMOVED + "/" + order + "/replay").status());
        assertThat(answers).containsOnlyOnce(200);
        assertThat(moderator
                        .post(REMOVED + "/" + order + "/replay")
                        .refuses(409, "replay_too_soon")
                        .at("retry_after"))
                .isNotNull();
    }

    @Test
    void clearedTipsAreListedToo() {
        account.tip("Ada");
        account.tip("Grace");
        api.post("/tts/clear").expect(200);
        Awaitility.await()
                .untilAsserted(
                        () -> assertThat(moderator.get(REMOVED).expect(200).at("tips"))
                                .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.LIST)
                                .hasSize(2));
    }

    @Test
    void pagesGoBackInTime() {
        List<String> orders = List.of(account.tip("One"), account.tip("Two"), account.tip("Three"));
        orders.forEach(order -> api.delete("/tts/" + order).expect(200));

        Answer first = moderator.get(REMOVED + "?limit=2").expect(200);
        assertThat(first.at("tips.0.order_id")).isEqualTo(orders.get(2));
        assertThat(first.at("tips.1.order_id")).isEqualTo(orders.get(1));
        assertThat(first.at("has_more")).isEqualTo(true);
        Answer second = moderator
                .get(REMOVED + "?limit=2&before=" + first.at("next_cursor"))
                .expect(200);
        assertThat(second.at("tips.0.order_id")).isEqualTo(orders.getFirst());
        assertThat(second.at("next_cursor")).isNull();
    }

    @Test
    void whatWasNotRemovedCannotBeReplayedHere() {
        String waiting = account.tip("Ada");
        moderator.post(REMOVED + "/" + waiting + "/replay").refuses(404, "not_found");
        moderator.post(REMOVED + "/tip_1789237200123_4f7k2m9q1x8c3v6b/replay").refuses(404, "not_found");
        api.post("/tts/skip").expect(200);
        moderator.get(REMOVED + "?before=" + waiting).refuses(400, "bad_request");
        moderator.get(REMOVED + "?limit=0").refuses(400, "bad_request");
    }
}
