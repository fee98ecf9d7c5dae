package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.localstack.videos.StandInVideoSites;
import streamerapi.shared.storage.Ids;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

/// Reading the TTS queue and its history page by page.
@NullMarked
class TtsPagesTest {

    private final Account account = Service.shared().newAccount();
    private final ApiClient api = account.api();

    @Test
    void theHistoryIsWalkedNewestFirstWithoutGapOrRepetition() {
        List<String> played = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            String orderId = account.tip("Ada " + i);
            api.post("/tts/" + orderId + "/start").expect(200);
            api.post(i % 3 == 0 ? "/tts/skip" : "/tts/" + orderId + "/finish").expect(200);
            played.addFirst(orderId);
        }

        assertThat(walk("/tts/history", "tips", "before", 7)).isEqualTo(played);
        assertThat(walk("/tts/history", "tips", "before", 60)).isEqualTo(played);
        assertThat(walk("/tts/history", "tips", "before", 1)).isEqualTo(played);
        Answer byDefault = api.get("/tts/history").expect(200);
        assertThat(byDefault.each("tips", "order_id")).isEqualTo(played.subList(0, 25));
        assertThat(byDefault.at("has_more")).isEqualTo(true);
        assertThat(byDefault.at("next_cursor")).isEqualTo(played.get(24));
        Answer all = api.get("/tts/history?limit=100").expect(200);
        assertThat(all.each("tips", "order_id")).isEqualTo(played);
        assertThat(all.at("has_more")).isEqualTo(false);
        assertThat(all.at("next_cursor")).isNull();
        assertThat(all.each("tips", "played_at")).isSortedAccordingTo(Comparator.reverseOrder());

        Answer older = api.get("/tts/history?limit=3&before=" + played.get(56)).expect(200);
        assertThat(older.each("tips", "order_id")).isEqualTo(played.subList(57, 60));
        assertThat(older.at("has_more")).isEqualTo(false);
    }

    @Test
    void historyIsInTheOrderOfPlayingNotOfQueueing() {
        String first = account.tip("Ada");
        String second = account.tip("Bea");
        play(second);
        play(first);

        assertThat(api.get("/tts/history").each("tips", "order_id")).containsExactly(first, second);
        assertThat(api.get("/tts/history?before=" + first).each("tips", "order_id"))
                .containsExactly(second);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "101", "abc", "", "-1", "1.5", "1e1", "9999999999", "%20"})
    void aHistoryLimitOutOfRangeIsRefused(String limit) {
        assertThat(api.get("/tts/history?limit=" + limit)
                        .refuses(400, "bad_request")
                        .at("field"))
                .isEqualTo("limit");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "1001", "abc", "", "-1"})
    void aQueueLimitOutOfRangeIsRefused(String limit) {
        assertThat(api.get("/tts/queue?limit=" + limit)
                        .refuses(400, "bad_request")
                        .at("field"))
                .isEqualTo("limit");
    }

    @Test
    void aCursorThatIsNoPlayedTipOfTheAccountIsRefused() {
        Account other = Service.shared().newAccount();
        String elsewhere = other.tip("Ada");
        other.api().post("/tts/" + elsewhere + "/start").expect(200);
        other.api().post("/tts/" + elsewhere + "/finish").expect(200);
        String waiting = account.tip("Bea");

        for (String cursor : List.of(
                "tip_1763693883123_0h5m8z4q2w9x7y3k", "nonsense", "", "%00", "x".repeat(3_000), elsewhere, waiting)) {
            assertThat(api.get("/tts/history?before=" + cursor)
                            .refuses(400, "bad_request")
                            .at("field"))
                    .as(cursor)
                    .isEqualTo("before");
        }
        for (String cursor :
                List.of("tip_1763693883123_0h5m8z4q2w9x7y3k", "nonsense", "", "x".repeat(3_000), elsewhere)) {
            assertThat(api.get("/tts/queue?after=" + cursor)
                            .refuses(400, "bad_request")
                            .at("field"))
                    .as(cursor)
                    .isEqualTo("after");
        }
    }

    @Test
    void aTipThatIsHeldIsNoCursor() {
        account.dashboard()
                .patch("/dashboard/api/settings", Map.of("review", Map.of("hold_all", true)))
                .expect(200);
        Object held = api.post("/tips", Map.of("name", "Ada", "media", Map.of("url", StandInVideoSites.PLAYABLE)))
                .expect(202)
                .at("order_id");

        for (String queue : List.of("/tts/queue", "/media/queue")) {
            assertThat(api.get(queue + "?after=" + held)
                            .refuses(400, "bad_request")
                            .at("field"))
                    .as(queue)
                    .isEqualTo("after");
        }
        account.dashboard()
                .post("/dashboard/api/held-tips/" + held + "/approve")
                .expect(200);
        for (String queue : List.of("/tts/queue", "/media/queue")) {
            assertThat(api.get(queue + "?after=" + held).expect(200).each("items", "order_id"))
                    .as(queue)
                    .isEmpty();
        }
    }

    @Test
    void theQueueIsWalkedPageByPageEvenPastTipsThatHaveLeft() {
        List<String> tips = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            tips.add(account.tip("Ada " + i));
        }
        assertThat(walk("/tts/queue", "items", "after", 3)).isEqualTo(tips);
        assertThat(walk("/tts/queue", "items", "after", 10)).isEqualTo(tips);

        String removed = tips.get(2);
        String played = tips.get(5);
        api.delete("/tts/" + removed).expect(200);
        play(played);

        assertThat(api.get("/tts/queue?limit=2&after=" + removed).each("items", "order_id"))
                .isEqualTo(tips.subList(3, 5));
        assertThat(api.get("/tts/queue?after=" + played).each("items", "order_id"))
                .isEqualTo(tips.subList(6, 10));
        assertThat(api.get("/tts/queue?after=" + tips.getLast()).each("items", "order_id"))
                .isEmpty();

        api.post("/tts/clear").expect(200);
        String later = account.tip("Bea");

        assertThat(api.get("/tts/queue?limit=1").each("items", "order_id")).containsExactly(later);
        assertThat(api.get("/tts/queue?limit=1&after=" + tips.get(7)).each("items", "order_id"))
                .containsExactly(later);
    }

    @Test
    void aThousandTipsQueuedAtOnceAreAllThereOldestFirst() {
        List<List<String>> sent = AtOnce.run(16, i -> {
            List<String> mine = new ArrayList<>();
            for (int n = 0; n < (i < 8 ? 63 : 62); n++) {
                mine.add(account.tip("Ada " + i + " " + n));
            }
            return mine;
        });

        List<String> waiting = api.get("/tts/queue").expect(200).each("items", "order_id");

        assertThat(waiting)
                .hasSize(1_000)
                .containsExactlyInAnyOrderElementsOf(
                        sent.stream().flatMap(List::stream).toList());
        assertThat(waiting).isSortedAccordingTo(Comparator.comparing(Ids::orderTime));
        for (List<String> mine : sent) {
            assertThat(waiting).containsSubsequence(mine);
        }
    }

    private List<String> walk(String path, String list, String cursor, int limit) {
        List<String> seen = new ArrayList<>();
        @Nullable Object next = null;
        do {
            Answer page = api.get(path + "?limit=" + limit + (next == null ? "" : "&" + cursor + "=" + next))
                    .expect(200);
            List<String> ids = page.each(list, "order_id");
            assertThat(ids).hasSizeLessThanOrEqualTo(limit);
            seen.addAll(ids);
            next = page.at("next_cursor");
            assertThat(page.at("has_more")).isEqualTo(next != null);
        } while (next != null);
        return seen;
    }

    private void play(String orderId) {
        api.post("/tts/" + orderId + "/start").expect(200);
        api.post("/tts/" + orderId + "/finish").expect(200);
    }
}
